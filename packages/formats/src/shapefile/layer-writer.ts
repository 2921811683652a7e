import type { Loss, LossCode } from '@geoinsights/contract';
import { ProblemError } from '@geoinsights/contract/errors';
import { heightSystemIn } from '@geoinsights/crs/well-known-text';
import { PartKind } from '@geoinsights/geometry/layer';
import type { Layer } from '@geoinsights/geometry';
import type { OutputFiles } from '../files/output-files.ts';
import type { ScratchFolder } from '../files/scratch.ts';
import { GeometryType } from '../features/feature-batch.ts';
import type { FeatureBatch, FeatureId } from '../features/feature-batch.ts';
import type { LayerSchema } from '../features/feature-dataset.ts';
import type { FieldValue } from '../features/field.ts';
import { heightSystemLosses } from '../height-system.ts';
import { sayMoreThanPlaces } from '../features/row-keys.ts';
import { NUMBERED, tableBytes, writeTable } from './dbf-table.ts';
import { withoutUnreadable } from './finite-positions.ts';
import { Gathered } from './gathered.ts';
import { LayerColumns } from './layer-columns.ts';
import type { Family } from './new-records.ts';
import { projectionText } from './projection-file.ts';
import { ShapeSpool } from './shape-spool.ts';

/** Each of these goes into a separate file. */
type Sort = 'points' | 'lines' | 'polygons';

/** One shapefile being written: its shapes and rows. */
interface Member {
  readonly shapes: ShapeSpool;
  readonly rows: Gathered;
}

/**
 * Writes one layer into a shapefile, or into one for each kind of its geometries. Features without geometry go into the first:
 * the one whose kind comes first in the layer.
 */
export class LayerWriter {
  readonly schema: LayerSchema;
  readonly #scratch: ScratchFolder;
  readonly #largest: number;
  readonly #columns: LayerColumns;
  readonly #first: Member;
  readonly #members = new Map<Sort, Member>();
  /** True if the buffers are full enough to be written. */
  #isFull = false;
  #emptyGeometries = 0;
  /** The number of positions without two finite numbers. */
  #unreadable = 0;
  #collections = 0;
  /** The number of features by the files in which a vertex of theirs got 0 as its height, as a mask of `BITS`. */
  readonly #flat: number[] = Array.from({ length: 8 }, () => 0);
  #hasUnexpectedZ = false;
  #hasUnexpectedM = false;
  #losesKeys = false;

  /** @param largest bytes of a .shp or a .dbf file */
  constructor(schema: LayerSchema, scratch: ScratchFolder, largest: number) {
    this.schema = schema;
    this.#scratch = scratch;
    this.#largest = largest;
    this.#columns = new LayerColumns(schema);
    this.#first = this.#newMember();
  }

  /** @throws ProblemError if a file would be too large */
  async write(batch: FeatureBatch): Promise<void> {
    const { types, rows, ids } = batch;
    const { geometry, leftOut } = withoutUnreadable(batch.geometry);
    this.#unreadable += leftOut;
    this.#hasUnexpectedZ ||= geometry.z !== null && !this.schema.hasZ;
    this.#hasUnexpectedM ||= geometry.m !== null && !this.schema.hasM;
    this.#losesKeys ||= this.schema.ids === 'rows' && sayMoreThanPlaces(batch);
    for (let feature = 0; feature < types.length; feature++) {
      const type = types[feature];
      const sorts = sortsOf(geometry, feature);
      let flat = 0;
      // By numbers: an iterator for each feature is garbage.
      for (let place = 0; place < sorts.length; place++) {
        const sort = sorts[place];
        const member = this.#memberFor(sort);
        if (member.shapes.add(geometry, feature, sort === 'polygons' ? 'polygon' : sort === 'lines' ? 'line' : await this.#pointsFamily(member.shapes, type, geometry, feature))) flat |= BITS[sort];
        this.#addRow(member, rows[feature], ids === null ? null : ids[feature], place > 0);
      }
      if (flat !== 0) this.#flat[flat]++;
      if (sorts.length > 0 && type === GeometryType.GeometryCollection) this.#collections++;
      if (sorts.length === 0) {
        if (type !== GeometryType.None) this.#emptyGeometries++;
        this.#first.shapes.addNull();
        this.#addRow(this.#first, rows[feature], ids === null ? null : ids[feature], false);
      }
      if (this.#isFull) await this.#settle();
    }
  }

  #addRow({ shapes, rows }: Member, values: readonly FieldValue[], id: FeatureId, isAgain: boolean): void {
    this.#columns.add(rows, values, id, isAgain);
    this.#isFull ||= shapes.isFull || rows.isFull;
  }

  #newMember(): Member {
    return { shapes: new ShapeSpool(this.#scratch, this.schema.hasZ, this.schema.hasM, this.#largest), rows: new Gathered(this.#scratch) };
  }

  #all(): Iterable<Member> {
    return this.#members.size === 0 ? [this.#first] : this.#members.values();
  }

  #memberFor(sort: Sort): Member {
    let member = this.#members.get(sort);
    if (member !== undefined) return member;
    member = this.#members.size === 0 ? this.#first : this.#newMember();
    this.#members.set(sort, member);
    return member;
  }

  /** A file of points becomes one of multipoints when the first multipoint comes. */
  async #pointsFamily(shapes: ShapeSpool, type: number, geometry: Layer, feature: number): Promise<Family> {
    const isOne = type === GeometryType.Point || (type !== GeometryType.MultiPoint && pointsOf(geometry, feature) === 1);
    if (shapes.family === 'multipoint') {
      if (isOne) shapes.pointsAsMultiPoints++;
      return 'multipoint';
    }
    if (isOne) return 'point';
    if (shapes.family === 'point') await shapes.becomeMultiPoint(`${this.schema.name}.shp`);
    return 'multipoint';
  }

  async #settle(): Promise<void> {
    this.#isFull = false;
    const columns = this.#columns.columns();
    for (const { shapes, rows } of this.#all()) {
      if (tableBytes(columns.length === 0 ? [NUMBERED] : columns, shapes.count) > this.#largest) throw new ProblemError('shapefile-too-large', { file: `${this.schema.name}.dbf` });
      await shapes.settle(`${this.schema.name}.shp`);
      await rows.settle();
    }
  }

  /** Call this after the last feature; releases what is not needed to write the files. */
  async finish(): Promise<void> {
    await this.#settle();
    for (const { shapes, rows } of this.#all()) {
      // Of a layer that is divided, only some files may have heights.
      if (this.#members.size > 1) await shapes.dropEmptyHeights(`${this.schema.name}.shp`);
      await shapes.finish(`${this.schema.name}.shp`);
      await rows.finish();
    }
  }

  /** The shapefiles that the layer becomes, by the suffix that each has after the layer's name. */
  get sorts(): readonly Sort[] {
    return this.#members.size < 2 ? [] : [...this.#members.keys()];
  }

  /** Writes the files; call it after `finish`. @param bases their names without extension, one for each of `sorts`, or one. @returns the names */
  async copyTo(outputs: OutputFiles, bases: readonly string[]): Promise<string[]> {
    const names: string[] = [];
    for (const [place, member] of [...this.#all()].entries()) names.push(...(await this.#copyMember(member, bases[place], outputs)));
    return names;
  }

  async #copyMember({ shapes, rows }: Member, base: string, outputs: OutputFiles): Promise<string[]> {
    const projection = projectionText(this.schema.crs);
    const texts = [...(projection === null ? [] : [{ extension: 'prj', text: projection }]), { extension: 'cpg', text: 'UTF-8' }];
    const index = await outputs.create(`${base}.shx`);
    const table = await outputs.create(`${base}.dbf`);
    for (const { extension, text } of texts) await (await outputs.create(`${base}.${extension}`)).write(new TextEncoder().encode(text));
    // The last to get its name: whoever sees it sees the others.
    const main = await outputs.create(`${base}.shp`);
    await shapes.moveTo(main, index, expectedFamily(this.schema.geometryTypes));
    await rows.read((spool) => writeTable(this.#columns.columns(), spool, shapes.count, table));
    return [`${base}.shp`, `${base}.shx`, `${base}.dbf`, ...texts.map(({ extension }) => `${base}.${extension}`)];
  }

  losses(bases: readonly string[]): Loss[] {
    const losses: Loss[] = [];
    const tell = (code: LossCode, count: number | null, text: string): void => void losses.push({ code, layer: this.schema.name, field: null, count, text });
    if (this.sorts.length > 1) {
      tell('geometry-types-divided', null, `A shapefile has only one kind of geometry, so there are ${this.sorts.length}: ${this.sorts.map((sort, place) => `the ${sort} are in "${bases[place]}.shp"`).join(', ')}.`);
    }
    const points = [...this.#all()].reduce((sum, { shapes }) => sum + shapes.pointsAsMultiPoints, 0);
    if (points > 0) tell('geometry-type-changed', points, `${points === 1 ? 'One point is written as a multipoint of one point' : `${points} points are written as multipoints of one point each`}: a shapefile has either points or multipoints.`);
    const withHeights = [...this.#members].reduce((mask, [sort, { shapes }]) => mask | (shapes.hasZ ? BITS[sort] : 0), 0);
    const flat = this.#flat.reduce((sum, count, mask) => sum + ((mask & withHeights) === 0 ? 0 : count), 0);
    if (flat > 0) tell('geometry-type-changed', flat, `${flat === 1 ? 'One feature has' : `${flat} features have`} vertices without heights, which became 0: a shapefile has heights for all vertices or none.`);
    if (this.#collections > 0) {
      tell('geometry-type-changed', this.#collections, this.#collections === 1 ? 'One geometry collection is split by kind of geometry, because a shapefile has no collections; each part has its attributes.' : `${this.#collections} geometry collections are split by kind of geometry, because a shapefile has no collections; each part has their attributes.`);
    }
    if (this.#emptyGeometries > 0) {
      tell('empty-geometry-left-out', this.#emptyGeometries, `${this.#emptyGeometries === 1 ? 'One feature has an empty geometry and is' : `${this.#emptyGeometries} features have an empty geometry and are`} written without geometry.`);
    }
    if (this.#unreadable > 0) tell('value-left-out', this.#unreadable, `${this.#unreadable === 1 ? 'One position does not have two finite numbers and was' : `${this.#unreadable} positions do not have two finite numbers and were`} left out.`);
    if (this.#losesKeys) tell('ids-left-out', null, 'The primary keys of the features are left out: the records of a shapefile have their own numbers, starting at 1.');
    if (this.#hasUnexpectedZ) tell('z-left-out', null, 'The heights of the layer are left out.');
    if (this.#hasUnexpectedM) tell('m-left-out', null, 'The measures of the layer are left out.');
    const { crs } = this.schema;
    const projection = projectionText(crs);
    losses.push(...heightSystemLosses(this.schema, projection === null ? null : heightSystemIn(projection)));
    if (projection === null && (crs.code !== null || crs.wkt !== undefined)) {
      tell('system-changed', null, `The shapefile does not state its reference system, because no .prj text is known for "${crs.name}". Set it to ${crs.code ?? crs.name} where you use the file.`);
    }
    return [...losses, ...this.#columns.losses()];
  }

  async drop(): Promise<void> {
    for (const { shapes, rows } of new Set([this.#first, ...this.#members.values()])) {
      await shapes.drop();
      await rows.drop();
    }
  }
}

const BITS: Readonly<Record<Sort, number>> = { points: 1, lines: 2, polygons: 4 };
const POINTS: readonly Sort[] = ['points'];
const LINES: readonly Sort[] = ['lines'];
const POLYGONS: readonly Sort[] = ['polygons'];
const NONE: readonly Sort[] = [];

/** The kinds of parts that a feature has, ignoring parts without vertices. */
function sortsOf({ featureOffsets, partOffsets, ringOffsets, partKinds }: Layer, feature: number): readonly Sort[] {
  let mask = 0;
  for (let part = featureOffsets[feature]; part < featureOffsets[feature + 1]; part++) {
    if (ringOffsets[partOffsets[part]] < ringOffsets[partOffsets[part + 1]]) mask |= 1 << partKinds[part];
  }
  if (mask === 0) return NONE;
  if (mask === 1 << PartKind.Polygon) return POLYGONS;
  if (mask === 1 << PartKind.Line) return LINES;
  if (mask === 1 << PartKind.Point) return POINTS;
  return [POINTS, LINES, POLYGONS].flatMap((sorts, place) => ((mask & (2 << place)) === 0 ? [] : sorts));
}

function pointsOf({ featureOffsets, partOffsets, ringOffsets, partKinds }: Layer, feature: number): number {
  let count = 0;
  for (let part = featureOffsets[feature]; part < featureOffsets[feature + 1]; part++) {
    if (partKinds[part] === PartKind.Point) count += ringOffsets[partOffsets[part + 1]] - ringOffsets[partOffsets[part]];
  }
  return count;
}

/** The declared type of a file without shapes; null if the schema gives none. */
function expectedFamily(types: readonly number[]): Family | null {
  const families = new Map<number, Family>([
    [GeometryType.Point, 'point'],
    [GeometryType.MultiPoint, 'multipoint'],
    [GeometryType.LineString, 'line'],
    [GeometryType.MultiLineString, 'line'],
    [GeometryType.Polygon, 'polygon'],
    [GeometryType.MultiPolygon, 'polygon'],
  ]);
  return types.map((type) => families.get(type)).find((family) => family !== undefined) ?? null;
}
