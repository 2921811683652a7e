import { isBeyondDegrees } from '../crs.ts';
import { GeometryType } from '../features/feature-batch.ts';
import type { OpenFeaturesOptions } from '../features/feature-dataset.ts';
import { geometryTypeOf } from './feature-geometry-type.ts';
import { ForeignMembers } from './foreign-members.ts';
import type { FieldSurvey } from './field-survey.ts';
import { LayerBuilder } from './layer-builder.ts';
import type { Mark } from './layer-builder.ts';
import { FEATURE } from './names.ts';
import type { ObjectNode } from './object-node.ts';
import { RangeList } from './range-list.ts';
import type { SeenPositions } from './seen-positions.ts';

/** Collects what must be known of a layer before reading it, and drops each feature once seen. */
export class SurveyBuilder extends LayerBuilder {
  /** The ranges of the features' objects. */
  readonly ranges = new RangeList();
  readonly #survey: FieldSurvey;
  /** Whether a `GeometryType` occurs. */
  readonly #hasType = new Uint8Array(GeometryType.GeometryCollection + 1);
  hasZ = false;
  hasM = false;
  /** The number of positions without two finite numbers, and the first feature that has one. */
  unreadable = 0;
  firstUnreadable = -1;
  /** The number of ordinates behind the fourth, and the first feature that has one. */
  leftOut = 0;
  firstLeftOut = -1;
  /** The number of collections that hold groups of geometries, and the first feature with one. */
  flattened = 0;
  firstFlattened = -1;
  /** Some objects seen turned out not to be features, so the collected data covers more than the features. */
  isTainted = false;
  #minX = Infinity;
  #minY = Infinity;
  #maxX = -Infinity;
  #maxY = -Infinity;
  #finite = 0;
  /** The number of positions beyond ±180 and ±90, and the first feature that has one. */
  #beyond = 0;
  #firstBeyond = -1;

  override readonly foreignMembers: ForeignMembers = new ForeignMembers();

  readonly #onVertices: OpenFeaturesOptions['onVertices'];
  #ringOffsets = new Int32Array(64);
  #partOffsets = new Int32Array(64);

  constructor(survey: FieldSurvey, onVertices?: OpenFeaturesOptions['onVertices']) {
    super(null, 0, survey);
    this.#onVertices = onVertices;
    this.#survey = survey;
  }

  override endFeature(node: ObjectNode): void {
    this.foreignMembers.endFeature();
    this.ranges.add(node.start, node.end);
    this.#hasType[geometryTypeOf(node)] = 1;
    if (node.type === FEATURE) this.#survey.commit();
    if ((node.type === FEATURE ? node.children.at(0) : node)?.holdsGroups === true && this.flattened++ === 0) this.firstFlattened = this.features;
    this.#seeVertices();
    if (this.#onVertices !== undefined) this.#passVertices(this.#onVertices);
    if (this.z !== null) this.hasZ ||= hasNumber(this.z, this.vertices);
    if (this.m !== null) this.hasM ||= hasNumber(this.m, this.vertices);
    if (this.further > 0) {
      if (this.leftOut === 0) this.firstLeftOut = this.features;
      this.leftOut += this.further;
      this.further = 0;
    }
    this.z?.fill(NaN, 0, this.vertices + 1);
    this.m?.fill(NaN, 0, this.vertices + 1);
    this.vertices = 0;
    this.rings = 0;
    this.parts = 0;
    this.features++;
  }

  override cutBackTo(mark: Mark): void {
    if (mark.features < this.features) this.isTainted = true;
    super.cutBackTo(mark);
    this.ranges.length = mark.features;
  }

  get positions(): SeenPositions {
    return { extent: { minX: this.#minX, minY: this.#minY, maxX: this.#maxX, maxY: this.#maxY }, all: this.#finite, beyond: this.#beyond, firstFeature: this.#firstBeyond };
  }

  get geometryTypes(): number[] {
    return [...this.#hasType.keys()].filter((type) => type !== GeometryType.None && this.#hasType[type] === 1);
  }

  #passVertices(onVertices: NonNullable<OpenFeaturesOptions['onVertices']>): void {
    this.#ringOffsets = withOffsets(this.#ringOffsets, this.ringEnds, this.rings);
    this.#partOffsets = withOffsets(this.#partOffsets, this.partEnds, this.parts);
    onVertices({ xy: this.xy, ringOffsets: this.#ringOffsets, partOffsets: this.#partOffsets, partKinds: this.partKinds.subarray(0, this.parts) }, 1);
  }

  #seeVertices(): void {
    const { xy } = this;
    const end = 2 * this.vertices;
    let minX = this.#minX;
    let minY = this.#minY;
    let maxX = this.#maxX;
    let maxY = this.#maxY;
    for (let at = 0; at < end; at += 2) {
      const x = xy[at];
      const y = xy[at + 1];
      // NaN and infinities do not give 0 when subtracted from themselves.
      if (x - x + (y - y) !== 0) {
        if (this.unreadable++ === 0) this.firstUnreadable = this.features;
        continue;
      }
      this.#finite++;
      if (isBeyondDegrees(x, y) && this.#beyond++ === 0) this.#firstBeyond = this.features;
      if (x < minX) minX = x;
      if (x > maxX) maxX = x;
      if (y < minY) minY = y;
      if (y > maxY) maxY = y;
    }
    this.#minX = minX;
    this.#minY = minY;
    this.#maxX = maxX;
    this.#maxY = maxY;
  }
}

/** The ends preceded by 0, in the given array if they fit. */
function withOffsets(room: Int32Array<ArrayBuffer>, ends: Int32Array, count: number): Int32Array<ArrayBuffer> {
  const offsets = count < room.length ? room : new Int32Array(2 * count);
  for (let at = 0; at < count; at++) offsets[at + 1] = ends[at];
  return offsets;
}

function hasNumber(values: Float64Array, length: number): boolean {
  for (let at = 0; at < length; at++) if (!Number.isNaN(values[at])) return true;
  return false;
}
