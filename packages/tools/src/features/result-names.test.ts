import { expect, test } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../../testing/growth.ts';
import { cutName, DistinctNames } from '../files/distinct-names.ts';
import { safeName } from './result-names.ts';

test('values that differ only in lone surrogates get separate files: on a disk they would be one', () => {
  const names = new DistinctNames();
  const claimed = ['a\ud800', 'a\ud801', 'a\udfff', 'a\ufffd'].map((value) => names.claim(`${safeName(value, 'empty')}.kml`));
  expect(new Set(claimed.map((name) => Buffer.from(name).toString('hex'))).size).toBe(claimed.length);
  expect(safeName('a\ud800', 'empty')).toBe('a\ufffd');
  const raw = new DistinctNames();
  expect(new Set(['b\ud800.kml', 'b\ud801.kml'].map((name) => Buffer.from(raw.claim(name)).toString('hex'))).size).toBe(2);
});

test('a very long value is made into a name at once, with as many characters as fit', () => {
  expect(safeName('é'.repeat(60_000), 'empty')).toBe('é'.repeat(50));
  expect(safeName(`a${' '.repeat(60_000)}b`, 'empty')).toBe('a');
  expect(cutName('💚'.repeat(60_000), 101)).toBe('💚'.repeat(25));
  expect(cutName('é'.repeat(51), 102)).toBe('é'.repeat(51));
});

test('no value becomes a name that Windows keeps for a device, with or without what looks like an extension', () => {
  expect(['con', 'NUL.2024', 'aux .x', 'com1', 'console', 'a.con'].map((value) => safeName(value, 'empty'))).toEqual(['_con', '_NUL.2024', '_aux .x', '_com1', 'console', 'a.con']);
});

test('no value changes the text direction of a name, which would disguise its extension', () => {
  expect(safeName('farm\u202egpj', 'empty')).toBe('farmgpj');
  expect(safeName('\u200f\u2066', 'empty')).toBe('empty');
});

test('names that are taken are told apart, whatever is behind their last dots', () => {
  const names = new DistinctNames();
  const long = `a.${'x'.repeat(252)}`;
  const dotted = `.${'é'.repeat(127)}`;
  const given = [long, long, dotted, dotted, dotted].map((name) => names.claim(name));
  expect(new Set(given).size).toBe(given.length);
  expect(given[0]).toBe(long);
  for (const name of given) expect(Buffer.byteLength(name)).toBeLessThan(256);
  expect(names.claimSet([long, 'a.shp'])).toEqual([`${long.slice(0, 247)} (2)`, 'a (2).shp']);
});

test('a name ends in no point or blank, however many there are', async () => {
  expect(['farm. .', ' . ', 'a.b ', '. farm'].map((value) => safeName(value, 'empty'))).toEqual(['farm', 'empty', 'a.b', '. farm']);
  const nameOften = (share: number): void => {
    for (let value = 0; value < 200; value++) safeName(`x${' '.repeat(4090 * share)}y`, 'empty');
  };
  expect(await growthOf(nameOften)).toBeLessThan(IN_PROPORTION);
});
