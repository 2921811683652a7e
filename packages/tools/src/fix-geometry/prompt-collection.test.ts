import { expect, it } from 'vitest';
import { PromptCollection } from './prompt-collection.ts';

const SIZE = 128 * 2 ** 20;

it('has arrays collected that are not needed any more, and only when there are many', () => {
  const collection = new PromptCollection();
  collection.collect();
  const before = process.memoryUsage().arrayBuffers;
  for (let i = 0; i < 3; i++) new Uint8Array(SIZE).fill(1);
  expect(process.memoryUsage().arrayBuffers).toBeGreaterThan(before + SIZE / 2);
  collection.look();
  expect(process.memoryUsage().arrayBuffers).toBeLessThan(before + SIZE / 2);
});
