import { plainWords } from './datums.ts';
import { childOf, inUnits, numberOf, textOf, unitOf } from './well-known-text.ts';
import type { WktNode } from './well-known-text.ts';

/** In the order of `TOWGS84`, in the spelling of `plainWords`. */
const NUMBERS = ['x axis translation', 'y axis translation', 'z axis translation', 'x axis rotation', 'y axis rotation', 'z axis rotation', 'scale difference'];
const METHODS: readonly (readonly [words: RegExp, count: 3 | 7, turn: 1 | -1])[] = [
  [/^geocentric translations\b/, 3, 1],
  [/^position vector transformation\b/, 7, 1],
  // The same with the rotations of the axes, not of what lies between them.
  [/^coordinate frame rotation\b/, 7, -1],
];
const ARC_SECOND = Math.PI / 180 / 3600;
const MILLIONTH = 1e-6;
/** No datum differs by more from another. */
const LARGEST_SCALE = 1e-3;

/** The transformation of a `BOUNDCRS` as the numbers of `TOWGS84`: metres, arc seconds and millionths; null if it is of another kind. */
export function boundShift(bound: WktNode): readonly number[] | null {
  const way = childOf(bound, 'ABRIDGEDTRANSFORMATION');
  const named = way === null ? null : childOf(way, 'METHOD');
  const words = plainWords((named === null ? null : textOf(named, 0)) ?? '');
  const method = METHODS.find(([pattern]) => pattern.test(words));
  if (way === null || method === undefined) return null;
  const [, count, turn] = method;
  const numbers = NUMBERS.slice(0, count).map((name, index) => {
    const parameter = way.children.find((each) => each.keyword === 'PARAMETER' && plainWords(textOf(each, 0) ?? '') === name);
    const value = parameter === undefined ? null : numberOf(parameter, 1);
    if (parameter === undefined || value === null) return Number.NaN;
    if (index < 3) return value * (unitOf(parameter, 'LENGTHUNIT') ?? 1);
    if (index < 6) return turn * inUnits(value, unitOf(parameter, 'ANGLEUNIT'), ARC_SECOND);
    const own = unitOf(parameter, 'SCALEUNIT');
    // PROJ writes the factor, without a unit.
    return own === null && Math.abs(value - 1) < LARGEST_SCALE ? (value - 1) / MILLIONTH : inUnits(value, own, MILLIONTH);
  });
  return numbers.every(Number.isFinite) ? numbers : null;
}
