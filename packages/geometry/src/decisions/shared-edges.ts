import { PartKind } from '../layer/layer.ts';
import type { Layer } from '../layer/layer.ts';
import { twiceSignedArea } from '../rings.ts';

/** A point on a border. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

const LEFT = 1;
const RIGHT = 2;

/** The edges of noded features, and on which side of each a feature has its land. */
export class SharedEdges {
  /** By both ends of an edge, the lower one first: for each feature, the sides of its land, seen from that end. */
  private readonly sides = new Map<string, Map<number, number>>();

  /** @param layer its rings meet in common vertices only. @param features how its features are called. */
  constructor(layer: Layer, features: ArrayLike<number>) {
    for (let index = 0; index < features.length; index++) {
      for (let part = layer.featureOffsets[index]; part < layer.featureOffsets[index + 1]; part++) {
        if (layer.partKinds[part] !== PartKind.Polygon) continue;
        for (let ring = layer.partOffsets[part]; ring < layer.partOffsets[part + 1]; ring++) this.addRing(layer, ring, ring === layer.partOffsets[part], features[index]);
      }
    }
  }

  /** Whether an edge is a border between two features, with the land of one on each side. */
  areBeside(feature: number, other: number, from: Place, to: Place): boolean {
    const here = this.sides.get(edgeKey(from, to));
    const sides = (here?.get(feature) ?? 0) | ((here?.get(other) ?? 0) << 2);
    return sides === (LEFT | (RIGHT << 2)) || sides === (RIGHT | (LEFT << 2));
  }

  private addRing({ xy, ringOffsets }: Layer, ring: number, isShell: boolean, feature: number): void {
    const [first, end] = [ringOffsets[ring], ringOffsets[ring + 1]];
    const isLandLeft = isShell === twiceSignedArea(xy, first, end) > 0;
    for (let i = first; i + 1 < end; i++) {
      const from = { x: xy[2 * i], y: xy[2 * i + 1] };
      const to = { x: xy[2 * i + 2], y: xy[2 * i + 3] };
      const key = edgeKey(from, to);
      const here = this.sides.get(key) ?? new Map<number, number>();
      this.sides.set(key, here.set(feature, (here.get(feature) ?? 0) | (isLandLeft === isLower(from, to) ? LEFT : RIGHT)));
    }
  }
}

function isLower(place: Place, other: Place): boolean {
  return place.x < other.x || (place.x === other.x && place.y < other.y);
}

function edgeKey(from: Place, to: Place): string {
  const [low, high] = isLower(from, to) ? [from, to] : [to, from];
  return `${low.x + 0} ${low.y + 0} ${high.x + 0} ${high.y + 0}`;
}
