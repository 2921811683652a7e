import { describe, expect, it } from 'vitest';
import { layerOf, polygon } from '../../test/layers.ts';
import type { Position } from '../../test/layers.ts';
import { startExamination } from '../examination.ts';
import { Ground } from '../ground.ts';
import { BorderNetwork } from './border-network.ts';
import { bordersInWindows } from './border-windows.ts';

/** Four columns of a unit's width, with so many vertices on each border between two; each second one of a border starts `apart` further right. */
const columns = (steps: number, apart: number) =>
  Array.from({ length: 4 }, (_, column) => {
    const border = (x: number): Position[] => Array.from({ length: steps + 1 }, (_unused, i) => [x + (i % 2) / 100, i / steps]);
    const left = border(column + apart);
    return polygon([...border(column + 1), ...left.reverse(), border(column + 1)[0]]);
  });

const near = (steps: number, apart: number): { readonly taken: number; readonly marks: number[] } => {
  const sample = bordersInWindows(startExamination(layerOf(columns(steps, apart))).prepared);
  const isNear = new Uint8Array(4);
  new BorderNetwork([sample], () => true, new Ground({ kind: 'planar' })).markNear(0.001, isNear, () => false);
  return { taken: sample.feature.length, marks: [...isNear] };
};

describe('a sample of borders through windows', () => {
  it('shows that borders were digitised twice, by a small part of them', () => {
    const { taken, marks } = near(20_000, 0.0005);
    expect(marks).toEqual([1, 1, 1, 1]);
    expect(taken).toBeLessThan(160_000 / 10);
  });

  it('takes both of two segments that run over each other, so that nothing shows where borders are shared', () => {
    const { taken, marks } = near(20_000, 0);
    expect(marks).toEqual([0, 0, 0, 0]);
    expect(taken).toBeGreaterThan(100);
  });
});
