import { PartKind } from '@geoinsights/geometry/layer';
import type { FeatureBatch, LayerVertices } from '@geoinsights/formats';

const bits = new Float64Array(2);
const words = new Int32Array(bits.buffer);

/**
 * A fingerprint of geometries that does not depend on how a format writes them: rings may start elsewhere or be reversed, and
 * features may be split by type, but every vertex occurs as often as before.
 */
export class Tally {
  #features = 0;
  #vertices = 0;
  /** The sum of a hash of each vertex's position. */
  #places = 0;

  get features(): number {
    return this.#features;
  }

  get vertices(): number {
    return this.#vertices;
  }

  add({ geometry, rows }: Pick<FeatureBatch, 'geometry' | 'rows'>): void {
    this.addVertices(geometry, rows.length);
  }

  /** @param features how many features have these vertices */
  addVertices(geometry: LayerVertices, features: number): void {
    this.#features += features;
    for (let part = 0; part < geometry.partKinds.length; part++) {
      for (let ring = geometry.partOffsets[part]; ring < geometry.partOffsets[part + 1]; ring++) {
        this.#addRing(geometry, geometry.ringOffsets[ring], geometry.ringOffsets[ring + 1], geometry.partKinds[part] === PartKind.Polygon);
      }
    }
  }

  /** Whether both have the same vertices. @param options.isExact compares positions, not just counts */
  hasSameVertices(other: Tally, { isExact }: { readonly isExact: boolean }): boolean {
    return this.#vertices === other.#vertices && (!isExact || this.#places === other.#places);
  }

  /**
   * The last vertex of a ring is its first, and counts once. A vertex without two finite numbers does not count: formats differ
   * in how they write it (text formats leave it out, with a loss), and in how they close a ring with it.
   */
  #addRing({ xy }: LayerVertices, first: number, end: number, isRing: boolean): void {
    const isClosed = isRing && end - first > 1 && xy[2 * first] === xy[2 * end - 2] && xy[2 * first + 1] === xy[2 * end - 1];
    const last = isClosed ? end - 1 : end;
    let places = this.#places;
    let vertices = last - first;
    for (let at = 2 * first; at < 2 * last; at += 2) {
      if (!Number.isFinite(xy[at]) || !Number.isFinite(xy[at + 1])) {
        vertices--;
        continue;
      }
      // Zero has two signs; formats preserve only one.
      bits[0] = xy[at] + 0;
      bits[1] = xy[at + 1] + 0;
      let hash = Math.imul(words[0] ^ Math.imul(words[1], 0x2c1b3c6d), 0x297a2d39);
      hash = Math.imul((hash ^ (hash >>> 15) ^ words[2]) + Math.imul(words[3], 0x01000193), 0x2c1b3c6d);
      places = (places + (hash ^ (hash >>> 13))) | 0;
    }
    this.#places = places;
    this.#vertices += vertices;
  }
}
