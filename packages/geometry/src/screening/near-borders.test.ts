import { describe, expect, it } from 'vitest';
import { box, layerOf, polygon } from '../../test/layers.ts';
import type { Position, Shape } from '../../test/layers.ts';
import { startExamination } from '../examination.ts';
import { Ground } from '../ground.ts';
import { BorderNetwork } from './border-network.ts';
import { openSegmentsOf } from './border-segments.ts';
import { pairSegments } from './pairing.ts';

/** Wedges that have a corner in common, and land between each two. Those in `off` begin so far from it. */
function near(count: number, off: readonly number[], snapDistance: number): { readonly marks: number[]; readonly pairs: string[]; readonly checks: number } {
  const at = (i: number, length: number): Position => [length * Math.cos((Math.PI * i) / count), length * Math.sin((Math.PI * i) / count)];
  const wedges = Array.from({ length: count }, (_, i) => {
    const corner = off.includes(i) ? at(2 * i + 0.5, snapDistance / 2) : at(0, 0);
    return polygon([corner, at(2 * i, 1000), at(2 * i + 1, 1000), corner]);
  });
  return nearIn(wedges, snapDistance);
}

function nearIn(shapes: readonly Shape[], snapDistance: number): { readonly marks: number[]; readonly pairs: string[]; readonly checks: number } {
  const { prepared } = startExamination(layerOf(shapes));
  const isMarked = new Uint8Array(shapes.length);
  const pairs: string[] = [];
  let checks = 0;
  const isEnough = (): boolean => {
    checks++;
    return false;
  };
  const network = new BorderNetwork([openSegmentsOf(pairSegments(prepared, new Uint8Array(shapes.length), null), () => true)], () => true, new Ground({ kind: 'planar' }));
  network.markNear(snapDistance, isMarked, isEnough, (feature, other) => pairs.push(`${feature} ${other}`));
  return { marks: [...isMarked], pairs, checks };
}

describe('the corner of many features', () => {
  it('is searched around once, not once for each of them', () => {
    // It is asked whether to stop after each four million edges.
    const { marks, checks } = near(3000, [], 0.001);
    expect(marks).not.toContain(1);
    expect(checks).toBe(0);
  });

  it('is near to one that begins beside it, for all that begin there', () => {
    const { marks, pairs } = near(40, [7], 0.5);
    expect(marks).not.toContain(0);
    expect(pairs).toHaveLength(40);
    expect(pairs.filter((pair) => !pair.split(' ').includes('7'))).toEqual([]);
  });

  it('is near to an edge that passes it, for each of them', () => {
    const corner: Position = [0, 0];
    const shapes = [polygon([corner, [10, 5], [10, 10], corner]), polygon([corner, [-10, 10], [-10, 5], corner]), polygon(box(-100, -50, 100, -0.3))];
    expect(nearIn(shapes, 0.5).marks).toEqual([1, 1, 1]);
    expect(nearIn(shapes, 0.2).marks).toEqual([0, 0, 0]);
  });
});
