import type { RepairOptions } from '../src/repair-options.ts';
import type { Dice } from './dice.ts';
import type { DirtyLayer } from './dirty-layers.ts';
import { neighbouringDouble } from './doubles.ts';
import type { Position, Shape } from './layers.ts';

const METRES_PER_DEGREE = 111_195;

/** Sometimes moves a layer to where real ones lie: degrees, metres of a projection, the limit of what doubles can tell apart. */
export function place(dice: Dice, layer: DirtyLayer): DirtyLayer {
  if (dice.chance(0.55)) return layer;
  const kind = dice.pick(['degrees', 'degrees', 'metres', 'ulps', 'far out'] as const);
  const family = `${layer.family}, ${kind}`;
  switch (kind) {
    case 'degrees': {
      const [low, high] = rangeOf(layer.shapes);
      const size = dice.pick([1e-5, 1e-3, 0.02]) / Math.max(1, (high - low) / 10);
      const x0 = dice.pick([-47.9, 0, 179.9999, -180, 180 - high * size]);
      const y0 = dice.pick([-15.8, 0, 60, -75, -85 - low * size, 90 - high * size]);
      // As wide as high on the ground. Nearer a pole, a tolerance in metres would span many degrees of
      // longitude.
      const wide = size / Math.max(0.02, Math.cos((y0 * Math.PI) / 180));
      const metres = size * METRES_PER_DEGREE;
      const options = { ...scaled(layer.options, metres), units: { kind: 'geographic' } as const };
      return { family, shapes: moved(layer.shapes, (x, y) => [x0 + wide * x, y0 + size * y]), options };
    }
    case 'metres': {
      const size = dice.pick([1, 30, 1000]);
      const digits = dice.pick([2, 3, 12]);
      const [x0, y0] = [500_000 * dice.share(), 7_000_000 + 3_000_000 * dice.share()];
      const rounded = (value: number): number => (digits > 3 ? value : Number(value.toFixed(digits)));
      return { family, shapes: moved(layer.shapes, (x, y) => [rounded(x0 + size * x), rounded(y0 + size * y)]), options: scaled(layer.options, size) };
    }
    case 'ulps': {
      const off = (value: number): number => (dice.chance(0.7) ? value : neighbouringDouble(value, dice.below(5) - 2));
      return { family, shapes: moved(layer.shapes, (x, y) => [off(x + 1), off(y + 1)]), options: layer.options };
    }
    case 'far out': {
      const size = dice.pick([0.001, 1, 1000]);
      return { family, shapes: moved(layer.shapes, (x, y) => [1e9 + size * x, -1e9 + size * y]), options: scaled(layer.options, size) };
    }
  }
}

function scaled(options: RepairOptions, size: number): RepairOptions {
  const times = (value: number | 'auto'): number | 'auto' => (value === 'auto' ? value : value * size);
  return { ...options, snapDistance: times(options.snapDistance), maxGapWidth: times(options.maxGapWidth) };
}

/** Broken coordinates stay broken. Closed rings stay closed, as every vertex that repeats the first moves with it. */
function moved(shapes: readonly Shape[], to: (x: number, y: number) => readonly [number, number]): Shape[] {
  return shapes.map((shape) =>
    shape.map((part) => ({
      kind: part.kind,
      rings: part.rings.map((ring) => {
        const positions = ring.map((position): Position => move(position));
        const [first, last] = [ring.at(0), ring.at(-1)];
        const start = positions.at(0);
        const isClosed = ring.length > 1 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
        return isClosed && start !== undefined ? [...positions.slice(0, -1), start] : positions;
      }),
    })),
  );

  function move([x = 0, y = 0, ...rest]: Position): Position {
    const [px, py] = to(x, y);
    return [px, py, ...rest];
  }
}

/** The lowest and highest finite coordinate. */
function rangeOf(shapes: readonly Shape[]): [number, number] {
  const values = shapes.flatMap((shape) => shape.flatMap((part) => part.rings.flatMap((ring) => ring.flatMap((p) => p.slice(0, 2))))).filter((value) => Number.isFinite(value));
  return values.reduce<[number, number]>(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [0, 1]);
}
