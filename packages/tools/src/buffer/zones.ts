import type { Loss } from '@geoinsights/contract';
import { ProblemError } from '@geoinsights/contract/errors';
import { GeometryType, type FeatureBatch, type FeatureLayer } from '@geoinsights/formats';
import type { Layer } from '@geoinsights/geometry';
import { sliceLayer } from '../features/slice-layer.ts';
import { densified, TooManyVertices } from './densified.ts';
import { DissolvedPolygons } from './dissolve.ts';
import { GeosError, type Rings } from '../geos.ts';
import { cutAtDateLine, groundBuffer, isPastDateLine, type GroundBuffer } from './ground-buffer.ts';
import { unreadableVertices, withoutVertices } from '../features/unreadable-positions.ts';
import { repairedUnlessSound } from './sound-feature.ts';
import { OwnSystem } from './own-system.ts';
import { layerOfPolygons, typesOfPolygons } from './layer-of-polygons.ts';

/** Zones are areas without heights or measures. */
const ON_THE_GROUND = { geometryTypes: [GeometryType.Polygon, GeometryType.MultiPolygon], hasZ: false, hasM: false };

/** The zones around the features of a layer. */
export class Zones {
  readonly #layer: FeatureLayer;
  readonly #file: string;
  readonly #buffer: GroundBuffer;
  readonly #own: OwnSystem;
  #left = 0;
  #vanished = 0;
  #repaired = 0;
  /** Positions without two finite numbers. */
  #unreadable = 0;
  /** Parts that vanished although something is left of their features. */
  readonly #gone = { features: 0, parts: 0 };
  #isDissolved = false;

  /** @param file its name in messages @throws ProblemError crs-needed */
  constructor(layer: FeatureLayer, file: string, buffer: GroundBuffer) {
    this.#layer = layer;
    this.#file = file;
    this.#buffer = buffer;
    this.#own = new OwnSystem(layer, file);
  }

  /** How many features have zones, and of how many nothing is left; complete only once all have been read. */
  get counts(): { readonly left: number; readonly vanished: number; readonly unreadable: number } {
    return { left: this.#left, vanished: this.#vanished, unreadable: this.#unreadable };
  }

  /** What the zones do not hold; complete only once all have been read. */
  get losses(): Loss[] {
    const { name, hasZ, hasM } = this.#layer;
    const about = { layer: name, field: null, count: null };
    return [
      ...(hasZ ? [{ ...about, code: 'z-left-out' as const, text: 'Buffers are computed on the ground and have no heights.' }] : []),
      ...(hasM ? [{ ...about, code: 'm-left-out' as const, text: 'Buffers have no measures.' }] : []),
      ...(this.#unreadable === 0 ? [] : [{ ...about, code: 'value-left-out' as const, count: this.#unreadable, text: `${this.#unreadable === 1 ? 'One position does not consist of two finite numbers and has' : `${String(this.#unreadable)} positions do not consist of two finite numbers and have`} no buffer.` }]),
      ...(this.#repaired === 0 ? [] : [{ ...about, code: 'geometry-repaired' as const, count: this.#repaired, text: `${this.#repaired === 1 ? 'One feature has a border that crosses itself or a hole outside its shell; its buffer is' : `${String(this.#repaired)} features have borders that cross themselves or holes outside their shells; their buffers are`} computed from the geometry as Fix geometry repairs it.` }]),
      ...(this.#gone.features === 0 ? [] : [{ ...about, code: 'parts-left-out' as const, count: this.#gone.features, text: `${this.#gone.parts === 1 ? 'One part' : `${String(this.#gone.parts)} parts`} of ${this.#gone.features === 1 ? 'one feature' : `${String(this.#gone.features)} features`} ${this.#gone.parts === 1 ? 'has' : 'have'} disappeared: nothing is left of ${this.#gone.parts === 1 ? 'it' : 'them'} at this distance.` }]),
      ...(this.#vanished === 0 ? [] : [{ ...about, code: 'empty-geometry-left-out' as const, count: this.#vanished, text: `Nothing is left of ${this.#vanished === 1 ? 'one feature' : `${String(this.#vanished)} features`} at this distance${this.#isDissolved ? '' : `; ${this.#vanished === 1 ? 'its row remains' : 'their rows remain'}, without a geometry`}.` }]),
    ];
  }

  /** Each feature with its zone instead of its geometry. */
  layer(): FeatureLayer {
    return { ...this.#layer, ...ON_THE_GROUND, read: () => this.#read() };
  }

  /** All zones as one feature without attributes; no feature if there are no zones. */
  async dissolved(onProgress: (share: number) => void): Promise<FeatureLayer> {
    this.#isDissolved = true;
    const union = new DissolvedPolygons();
    for await (const { zones } of this.#zonesOfBatches(onProgress)) union.add(zones.flat());
    const batch = this.#batchOf(union.all());
    const count = batch.rows.length;
    return {
      ...this.#layer,
      fields: [],
      ids: 'none',
      count,
      ...ON_THE_GROUND,
      async *read() {
        if (count > 0) yield await Promise.resolve(batch);
      },
    };
  }

  /** One feature in the system of the file, or none if there are no polygons. Their vertices are converted in place, since a large union has millions of rings. */
  #batchOf(merged: readonly Rings[]): FeatureBatch {
    if (!this.#own.take(merged)) throw this.#outside('the dissolved buffers');
    const features = merged.length === 0 ? [] : [merged];
    return { first: 0, geometry: layerOfPolygons(features), types: typesOfPolygons(features), rows: features.map(() => []), ids: null };
  }

  async *#read(): ReturnType<FeatureLayer['read']> {
    for await (const { batch, zones } of this.#zonesOfBatches(() => undefined)) {
      for (const [feature, zone] of zones.entries()) if (!this.#own.take(zone)) throw this.#outside(nameOf(batch, feature));
      yield { ...batch, geometry: layerOfPolygons(zones), types: typesOfPolygons(zones) };
    }
  }

  /** Zones in degrees. */
  async *#zonesOfBatches(onProgress: (share: number) => void) {
    let features = 0;
    this.#left = 0;
    this.#vanished = 0;
    this.#repaired = 0;
    this.#unreadable = 0;
    Object.assign(this.#gone, { features: 0, parts: 0 });
    for await (const read of this.#layer.read()) {
      const unreadable = unreadableVertices(read.geometry.xy);
      this.#unreadable += unreadable.length;
      const batch = unreadable.length === 0 ? read : { ...read, geometry: withoutVertices(read.geometry, unreadable) };
      const degrees = this.#own.degreesOf(batch.geometry);
      const zones = Array.from({ length: batch.rows.length }, (_, feature) => this.#zoneOf(batch, degrees, feature));
      for (const [feature, zone] of zones.entries()) {
        if (zone.length > 0) this.#left++;
        else if (read.geometry.featureOffsets[feature] < read.geometry.featureOffsets[feature + 1]) this.#vanished++;
      }
      features += batch.rows.length;
      onProgress(features / Math.max(1, this.#layer.count));
      yield { batch, zones };
    }
  }

  /** If polygons of several parts shrink, some parts may be too narrow. Parts that overlap have one zone together, so each part is tried by itself. */
  #countParts(whole: Layer, zones: number): void {
    const parts = whole.partKinds.length;
    if (this.#buffer.distance > 0 || zones === 0 || parts === 1) return;
    const each = { ...whole, featureOffsets: Int32Array.from({ length: parts + 1 }, (_, part) => part) };
    const gone = Array.from({ length: parts }, (_, part) => groundBuffer(sliceLayer(each, part, part + 1), this.#buffer).length).filter((count) => count === 0).length;
    if (gone === 0) return;
    this.#gone.features++;
    this.#gone.parts += gone;
  }

  /** Edges are straight in the system of the file, so they are divided there. */
  #zoneOf(batch: FeatureBatch, degrees: Float64Array, feature: number): readonly Rings[] {
    const { geometry, first } = batch;
    const number = first + feature + 1;
    if (!isOnEarth(geometry, degrees, feature)) throw this.#outside(nameOf(batch, feature));
    const distance = Math.abs(this.#buffer.distance);
    const furthest = furthestLatitude(geometry, degrees, feature);
    // A zone around a pole covers all longitudes, and no polygon in degrees can represent that.
    if (furthest + distance / METRES_PER_DEGREE >= 90) throw new ProblemError('zone-not-drawn', { file: this.#file, feature: number });
    try {
      const repaired = repairedUnlessSound(geometry, feature, this.#layer.crs.units);
      if (repaired !== null) this.#repaired++;
      const whole = repaired === null ? densified(geometry, degrees, feature, distance) : densified(repaired, this.#own.degreesOf(repaired), 0, distance);
      const onGround = { ...whole, xy: this.#own.degreesOf(whole) };
      const zones = groundBuffer(onGround, this.#buffer);
      this.#countParts(onGround, zones.length);
      // In metres a zone is one piece on both sides of the date line, except on a map of the world, and a file that already has longitudes beyond it keeps them.
      const isCut = this.#own.isGeographic ? !isPastDateLine(whole.xy) : this.#own.isTornAtDateLine(furthest);
      return isCut ? cutAtDateLine(zones) : zones;
    } catch (cause) {
      if (cause instanceof TooManyVertices) throw new ProblemError('too-large', { file: this.#file, reason: `the edges of feature ${String(number)} are too long for a buffer of ${String(Math.abs(this.#buffer.distance))} m. Choose a larger distance.` });
      if (!(cause instanceof GeosError)) throw cause;
      throw new ProblemError('zone-not-drawn', { file: this.#file, feature: number }, { cause });
    }
  }

  #outside(feature: string): ProblemError {
    return new ProblemError('coordinates-outside-system', { file: this.#file, crs: this.#layer.crs.name, feature });
  }
}

function nameOf({ first }: FeatureBatch, feature: number): string {
  return `feature ${String(first + feature + 1)}`;
}

/** Longitudes may continue past the date line, once around. */
const FURTHEST_LONGITUDE = 540;

/** The length of a degree of latitude at the poles, where it is longest. */
const METRES_PER_DEGREE = 111_690;

/** The greatest distance from the equator, in degrees. */
function furthestLatitude({ ringOffsets, partOffsets, featureOffsets }: Layer, degrees: Float64Array, feature: number): number {
  const end = ringOffsets[partOffsets[featureOffsets[feature + 1]]];
  let furthest = 0;
  for (let v = ringOffsets[partOffsets[featureOffsets[feature]]]; v < end; v++) furthest = Math.max(furthest, Math.abs(degrees[2 * v + 1]));
  return furthest;
}

function isOnEarth({ ringOffsets, partOffsets, featureOffsets }: Layer, degrees: Float64Array, feature: number): boolean {
  const end = ringOffsets[partOffsets[featureOffsets[feature + 1]]];
  for (let v = ringOffsets[partOffsets[featureOffsets[feature]]]; v < end; v++) {
    if (!(Math.abs(degrees[2 * v]) <= FURTHEST_LONGITUDE && Math.abs(degrees[2 * v + 1]) <= 90)) return false;
  }
  return true;
}
