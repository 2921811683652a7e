import { diceOf } from './dice.ts';
import { polygon } from './layers.ts';
import type { Position, Shape } from './layers.ts';

/** The track of a machine in a field: at every step, the ground that it covers between one position and a later one is logged. */
export interface Track {
  readonly quads: number;
  /** Of the implement, across the track. */
  readonly width: number;
  /** From one position to the next at full speed. */
  readonly step: number;
  /** Of one quad, along the track: `length / step` of them lie on top of each other. */
  readonly length: number;
  /** The track turns by up to this many radians at each step. */
  readonly turn: number;
  /** When braking, each step is this many times the previous one, and so is each turn. */
  readonly braking: number;
  /** The first position. */
  readonly start: Position;
  /** Decimals of the coordinates; not rounded if absent. */
  readonly decimals?: number;
}

/** The quads of a track. In its second quarter the machine slows down to a standstill, then goes on at full speed. */
export function swathsOf(track: Track, seed: number): Shape[] {
  const dice = diceOf(seed);
  const { quads, width, step, length, turn, braking, decimals } = track;
  let [x = 0, y = 0] = track.start;
  let heading = 0.3;
  const shapes: Shape[] = [];
  for (let quad = 0; quad < quads; quad++) {
    const speed = quad > quads / 4 && quad < quads / 2 ? braking ** (quad - quads / 4) : 1;
    heading += turn * speed * (dice.below(2001) / 1000 - 1);
    const [forward, across] = [Math.cos(heading), Math.sin(heading)];
    const place = (along: number, beside: number): Position => [x + along * forward - beside * across, y + along * across + beside * forward].map((value) => (decimals === undefined ? value : Number(value.toFixed(decimals))));
    const corner = place(0, -width / 2);
    shapes.push(polygon([corner, place(length, -width / 2), place(length, width / 2), place(0, width / 2), corner]));
    x += step * speed * forward;
    y += step * speed * across;
  }
  return shapes;
}

/** Any track of a few dozen quads. */
export function anySwaths(seed: number): Shape[] {
  const dice = diceOf(seed);
  const step = dice.pick([0.05, 0.2, 1]);
  return swathsOf(
    {
      quads: 20 + dice.below(100),
      width: dice.pick([3, 12, 30]),
      step,
      length: step * dice.pick([2, 8, 20]),
      turn: dice.pick([0, 1e-6, 0.001, 0.05]),
      braking: dice.pick([1, 0.95, 0.9, 0.857, 0.8, 0.6]),
      start: dice.pick([[0, 0], [-64.6625, 620.525], [500_000, 7_500_000]]),
      ...(dice.chance(0.3) ? { decimals: dice.pick([2, 3, 6]) } : {}),
    },
    seed,
  );
}
