import Flatbush from 'flatbush';
import type { PreparedLayer } from '../edges/prepare.ts';
import { featureExtents } from '../layer/feature-extents.ts';
import type { BorderFace } from './border-network.ts';

/** Most segments examined to see whether features reach into faces. Beyond this number, every feature that may is assumed to. */
const MOST_SEGMENTS = 50_000_000;

/** Finds the features that may have land in a face of the borders, among those not marked yet. */
export class OverlappedFeatures {
  private readonly prepared: PreparedLayer;
  private readonly extents: Float64Array;
  private readonly features: number[] = [];
  private readonly index: Flatbush | null;
  private work = 0;

  constructor(prepared: PreparedLayer, isMarked: Uint8Array) {
    this.prepared = prepared;
    this.extents = featureExtents(prepared.layer);
    for (let feature = 0; feature < isMarked.length; feature++) {
      if (isMarked[feature] === 0 && this.extents[4 * feature] <= this.extents[4 * feature + 2]) this.features.push(feature);
    }
    this.index = this.features.length === 0 ? null : new Flatbush(this.features.length);
    for (const feature of this.features) this.index?.add(...extentAt(this.extents, feature));
    this.index?.finish();
  }

  /**
   * Marks the features that have a segment in the extent of a face, or contain all of it. Other features cannot have land in
   * the face.
   */
  mark(face: BorderFace, isMarked: Uint8Array): void {
    if (this.index === null) return;
    for (const item of this.index.search(...face.extent, (candidate) => isMarked[this.features[candidate]] === 0)) {
      const feature = this.features[item];
      if (this.work > MOST_SEGMENTS || this.comesInto(feature, face)) isMarked[feature] = 1;
    }
  }

  private comesInto(feature: number, { extent: [minX, minY, maxX, maxY], point: [x, y] }: BorderFace): boolean {
    const { layer: { xy, featureOffsets, partOffsets }, next, ringFirst } = this.prepared;
    let isAround = false;
    for (let ring = partOffsets[featureOffsets[feature]]; ring < partOffsets[featureOffsets[feature + 1]]; ring++) {
      const first = ringFirst[ring];
      if (first < 0) continue;
      let i = first;
      do {
        this.work++;
        const j = next[i];
        const ax = xy[2 * i], ay = xy[2 * i + 1], bx = xy[2 * j], by = xy[2 * j + 1];
        if (!((ax < minX && bx < minX) || (ax > maxX && bx > maxX) || (ay < minY && by < minY) || (ay > maxY && by > maxY))) return true;
        // No segment comes near the point, so rounding does not matter.
        if (ay > y !== by > y && ax + ((y - ay) / (by - ay)) * (bx - ax) < x) isAround = !isAround;
        i = j;
      } while (i !== first);
    }
    return isAround;
  }
}

function extentAt(extents: Float64Array, feature: number): [number, number, number, number] {
  return [extents[4 * feature], extents[4 * feature + 1], extents[4 * feature + 2], extents[4 * feature + 3]];
}
