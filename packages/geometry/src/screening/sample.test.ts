import { describe, expect, it } from 'vitest';
import { layerOf, polygon } from '../../test/layers.ts';
import type { Shape } from '../../test/layers.ts';
import { sampleFeatures } from './sample.ts';

/** Unit squares in rows of `side`, the first row lowest. */
const squares = (side: number): Shape[] =>
  Array.from({ length: side * side }, (_, i) => {
    const [x, y] = [i % side, Math.floor(i / side)];
    return polygon([[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1], [x, y]]);
  });

describe('sampleFeatures', () => {
  it('takes what lies around the middle of a small layer, and around four points of a large one', () => {
    const ofSmall = sampleFeatures(layerOf(squares(50)));
    expect([...ofSmall].every((feature) => Math.abs((feature % 50) - 24.5) < 12 && Math.abs(Math.floor(feature / 50) - 24.5) < 12)).toBe(true);
    expect(ofSmall.length).toBeGreaterThanOrEqual(400);
    const quarters = new Set(Array.from(sampleFeatures(layerOf(squares(130))), (feature) => `${feature % 130 < 65} ${Math.floor(feature / 130) < 65}`));
    expect(quarters.size).toBe(4);
  });

  it('takes fewer features around the middle if they have very many vertices, but not fewer than a hundred', () => {
    const densified = (vertices: number): Shape[] =>
      squares(30).map(([{ rings: [ring] }]) => polygon(ring.flatMap((position) => Array.from({ length: vertices / 5 }, () => position))));
    const counts = [400, 1500].map((vertices) => sampleFeatures(layerOf(densified(vertices))).length);
    expect(counts[0]).toBeGreaterThanOrEqual(250);
    expect(counts[0]).toBeLessThan(400);
    expect(counts[1]).toBeGreaterThanOrEqual(100);
    expect(counts[1]).toBeLessThan(250);
  });

  it('does not depend on the order of the features, and leaves out those without vertices', () => {
    const shapes = squares(50);
    const turned = [...shapes].reverse();
    const taken = [...sampleFeatures(layerOf(shapes))];
    expect([...sampleFeatures(layerOf(turned))].map((feature) => turned.length - 1 - feature).sort((p, q) => p - q)).toEqual(taken);
    expect([...sampleFeatures(layerOf([polygon(), ...shapes]))].map((feature) => feature - 1)).toEqual(taken);
  });
});
