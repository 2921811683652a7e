import { PartKind } from '@geoinsights/geometry/layer';
import type { FeatureBatch } from '@geoinsights/formats';
import type { InvalidFeatures } from './invalid-note.ts';

/** Finds the lines without two different positions in what is written. Many programs write such lines, and many refuse to read them. */
export class LineWatch {
  /** Null for a layer without such lines. */
  readonly layers: (InvalidFeatures | null)[];

  /** @param layers how many there are */
  constructor(layers: number) {
    this.layers = Array.from({ length: layers }, () => null);
  }

  /** Takes the next features of a layer. */
  add(layer: number, { first, geometry, rows }: FeatureBatch): void {
    const { featureOffsets, partKinds } = geometry;
    for (let feature = 0; feature < rows.length; feature++) {
      let isPoint = false;
      for (let part = featureOffsets[feature]; part < featureOffsets[feature + 1] && !isPoint; part++) isPoint = partKinds[part] === PartKind.Line && isOnePlace(geometry, part);
      if (!isPoint) continue;
      const before = this.layers[layer];
      this.layers[layer] = before === null ? { count: 1, first: first + feature, row: rows[feature] } : { ...before, count: before.count + 1 };
    }
  }
}

/** Whether all positions of a part are the same, or there is none. */
function isOnePlace({ xy, ringOffsets, partOffsets }: FeatureBatch['geometry'], part: number): boolean {
  const from = ringOffsets[partOffsets[part]];
  const to = ringOffsets[partOffsets[part + 1]];
  for (let vertex = from + 1; vertex < to; vertex++) if (xy[2 * vertex] !== xy[2 * from] || xy[2 * vertex + 1] !== xy[2 * from + 1]) return false;
  return true;
}
