import { expect, it } from 'vitest';
import { FINDING_ACTIONS } from '@geoinsights/geometry';
import { holesNote } from './holes-note.ts';

const [HOLE, UNITED] = [FINDING_ACTIONS.indexOf('part-became-hole'), FINDING_ACTIONS.indexOf('parts-united')];

const noteOf = (features: number[], actions: number[]): string[] => holesNote('fields', { feature: Int32Array.from(features), action: Uint8Array.from(actions) }).map(({ text }) => text);

it('names how many parts are taken for holes, in how many features; nothing else', () => {
  expect(noteOf([0, 3], [UNITED, UNITED])).toEqual([]);
  expect(noteOf([0, 3], [UNITED, HOLE])).toEqual(['One part in one feature of layer "fields" lies inside another part of its feature and runs the other way round, as a hole does. It is taken for a hole that a converter wrote as a part.']);
  expect(noteOf([0, 3, 3], [HOLE, HOLE, HOLE])).toEqual(['3 parts in 2 features of layer "fields" lie inside other parts of their features and run the other way round, as holes do. They are taken for holes that a converter wrote as parts.']);
});
