import { at } from './layers.ts';

/** Numbers determined by a seed (a 32-bit multiplicative mix of a counter). */
export interface Dice {
  /** In [0, 1). */
  share(): number;
  /** An integer in [0, count). */
  below(count: number): number;
  chance(probability: number): boolean;
  pick<T>(values: readonly T[]): T;
}

export function diceOf(seed: number): Dice {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  for (let i = 0; i < 4; i++) next();
  const below = (count: number) => Math.floor(next() * count);
  return {
    share: next,
    below,
    chance: (probability) => next() < probability,
    pick: <T>(values: readonly T[]): T => {
      const value = values[below(values.length)];
      if (value === undefined) throw new RangeError('nothing to pick from');
      return value;
    },
  };
}

/** The numbers below a count, in an order determined by the seed. */
export function shuffled(count: number, seed: number): number[] {
  const dice = diceOf(seed);
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = dice.below(i + 1);
    [order[i], order[j]] = [at(order, j), at(order, i)];
  }
  return order;
}
