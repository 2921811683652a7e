import { expect, it } from 'vitest';
import { Heap } from './heap.ts';

const VALUES = [5, 3, 9, 3, 1, 8, 2, 7, 3, 0, 6];
const isBefore = (p: number, q: number): boolean => VALUES[p] < VALUES[q];

function drained(heap: Heap): number[] {
  const taken: number[] = [];
  while (!heap.isEmpty) {
    expect(VALUES[heap.first]).toBe(Math.min(...VALUES.filter((_, item) => !taken.includes(item))));
    taken.push(heap.take());
  }
  return taken.map((item) => VALUES[item]);
}

it('gives back what it was made of, the first first', () => {
  expect(drained(new Heap(isBefore, Int32Array.from(VALUES.keys())))).toEqual([...VALUES].sort((p, q) => p - q));
});

it('gives back what was put into it, the first first', () => {
  const heap = new Heap(isBefore);
  for (const item of VALUES.keys()) heap.put(item);
  expect(drained(heap)).toEqual([...VALUES].sort((p, q) => p - q));
});

it('takes items while others are put in', () => {
  const heap = new Heap(isBefore, Int32Array.of(0, 2));
  expect(heap.take()).toBe(0);
  heap.put(4);
  heap.put(1);
  expect([heap.take(), heap.take(), heap.take()]).toEqual([4, 1, 2]);
  expect(heap.isEmpty).toBe(true);
});
