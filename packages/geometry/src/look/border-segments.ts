import type { StartedExamination } from '../examination.ts';
import { Float64List, Int32List } from '../arrays/growable.ts';

/** Borders of features beyond which lies no other: x and y of both ends, walked with the void on the left. */
export interface BorderSegments {
  readonly ends: Float64Array;
  readonly feature: Int32Array;
}

/** The segments of a clean layer that one feature only has. */
export function openSegmentsOf({ prepared, interned: { vertices, edges } }: Pick<StartedExamination, 'prepared' | 'interned'>, isWanted: (feature: number) => boolean): BorderSegments {
  const { featureOfRing, ringOfVertex } = prepared;
  const { x, y } = vertices;
  const ends = new Float64List();
  const feature = new Int32List();
  for (let edge = 0; edge < edges.count; edge++) {
    const use = edges.firstUse[edge];
    if (use < 0 || edges.useNext[use] >= 0) continue;
    const code = edges.useCode[use];
    const of = featureOfRing[ringOfVertex[code >> 1]];
    if (!isWanted(of)) continue;
    const from = (code & 1) === 0 ? edges.b[edge] : edges.a[edge];
    const to = edges.a[edge] + edges.b[edge] - from;
    ends.push(x[from]);
    ends.push(y[from]);
    ends.push(x[to]);
    ends.push(y[to]);
    feature.push(of);
  }
  return { ends: ends.takeArray(), feature: feature.takeArray() };
}
