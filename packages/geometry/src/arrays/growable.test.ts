import { describe, expect, it } from 'vitest';
import { BigInt64List, enlarged, Float64List, Int32List, Uint8List } from './growable.ts';

describe.each([
  ['Int32List', () => new Int32List()],
  ['Float64List', () => new Float64List()],
  ['Uint8List', () => new Uint8List()],
])('%s', (_, make) => {
  it('keeps what was added one by one and together, however often it grew', () => {
    const list = make();
    for (let value = 0; value < 100; value++) expect(list.push(value)).toBe(value);
    list.pushAll([100, 101]);
    list.pushAll(Array.from({ length: 98 }, (__, place) => 102 + place));
    expect([...list.toArray()]).toEqual(Array.from({ length: 200 }, (__, place) => place));
  });

  it('is cut back by its length', () => {
    const list = make();
    list.pushAll([1, 2, 3]);
    list.length = 1;
    list.push(9);
    expect([...list.toArray()]).toEqual([1, 9]);
  });

  it('is empty when its array was taken, which nothing that comes later touches', () => {
    const list = make();
    list.pushAll([1, 2, 3]);
    const taken = list.takeArray();
    list.push(7);
    expect([...taken]).toEqual([1, 2, 3]);
    expect([...list.takeArray()]).toEqual([7]);
  });

  it('makes the room that is expected, and never less than is wanted', () => {
    const list = make();
    list.push(5);
    list.reserve(100, 40);
    expect(list.data.length).toBe(100);
    list.reserve(101, 400);
    expect(list.data.length).toBe(400);
    expect([...list.toArray()]).toEqual([5]);
  });
});

it('a list of 64-bit integers holds them whole', () => {
  const list = new BigInt64List();
  for (let value = 0n; value < 40n; value++) list.push(2n ** 60n + value);
  expect(list.toArray().at(-1)).toBe(2n ** 60n + 39n);
});

it('an enlarged array is of its type', () => {
  for (const array of [Int32Array.of(1, 2), Float64Array.of(1, 2), Uint8Array.of(1, 2)]) {
    const longer = enlarged(array, 3);
    expect(longer.constructor).toBe(array.constructor);
    expect([...longer]).toEqual([1, 2, 0]);
  }
});
