import { describe, expect, it } from 'vitest';
import { FINDING_KINDS } from './findings.ts';
import { PartKind } from './layer.ts';
import type { Layer } from './layer.ts';
import type { RepairOptions } from '../repair-options.ts';
import { applyPatch } from './apply-patch.ts';
import { repairNow } from '../repair.ts';

const options: RepairOptions = {
  units: { kind: 'planar' }, snapDistance: 0, maxGapWidth: 0, overlaps: 'fix', gaps: 'fix', shellWinding: 'counter-clockwise', threads: 1,
};

/** One polygon without holes per feature. */
function layerOf(rings: readonly (readonly number[])[]): Layer {
  const offsets = Int32Array.from({ length: rings.length + 1 }, (_, i) => i);
  let vertices = 0;
  return {
    xy: Float64Array.from(rings.flat()), z: null, m: null,
    ringOffsets: Int32Array.from([0, ...rings.map((ring) => (vertices += ring.length / 2))]),
    partOffsets: offsets, featureOffsets: offsets, partKinds: new Uint8Array(rings.length).fill(PartKind.Polygon),
  };
}

const left = [0, 0, 2, 0, 2, 2, 0, 2, 0, 0];
const right = [2, 0, 4, 0, 4, 1, 2, 1, 2, 0];
const bowtie = [10, 0, 12, 2, 12, 0, 10, 2, 10, 0];

describe('a patch', () => {
  it('is null for a clean layer', () => {
    const result = repairNow(layerOf([left, [2, 0, 4, 0, 4, 2, 2, 2, 2, 0]]), options);
    expect(result.patch).toBeNull();
    expect(result.findings.count).toBe(0);
  });

  it('names only what changed, and where each vertex comes from', () => {
    const layer = layerOf([left, right, bowtie]);
    const { patch } = repairNow(layer, options);
    if (patch === null) throw new Error('nothing was repaired');
    expect(Array.from(patch.features)).toEqual([0, 2]);
    expect(Array.from(patch.sourcePart)).toEqual([0, 2, -1]);
    expect(Array.from(patch.sourceVertex.slice(0, 6))).toEqual([0, 1, -1, 2, 3, 0]);
    expect(Array.from(patch.geometry.xy.slice(0, 12))).toEqual([0, 0, 2, 0, 2, 1, 2, 2, 0, 2, 0, 0]);
  });

  it('leaves the features it does not name as they were', () => {
    const layer = layerOf([left, right, bowtie]);
    const { patch } = repairNow(layer, options);
    if (patch === null) throw new Error('nothing was repaired');
    const after = applyPatch(layer, patch);
    const [start, end] = [after.ringOffsets[1], after.ringOffsets[2]];
    expect(Array.from(after.xy.slice(2 * start, 2 * end))).toEqual(right);
  });

  it('ends an exact duplicate empty and says so', () => {
    const { emptied, findings, patch } = repairNow(layerOf([left, left]), options);
    expect(Array.from(emptied)).toEqual([1]);
    expect(Array.from(findings.kind, (code) => FINDING_KINDS[code])).toEqual(['duplicate-feature', 'emptied']);
    expect(patch?.sourcePart.length).toBe(0);
  });
});
