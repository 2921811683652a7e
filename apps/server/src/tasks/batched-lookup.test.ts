import { expect, test } from 'vitest';
import { batchedLookup } from './batched-lookup.ts';

/** Lookups that end when the test says so. */
function controlled() {
  const looks: { readonly keys: readonly string[]; readonly end: PromiseWithResolvers<ReadonlyMap<string, number>> }[] = [];
  const find = batchedLookup<number>((keys) => {
    const end = Promise.withResolvers<ReadonlyMap<string, number>>();
    looks.push({ keys, end });
    return end.promise;
  });
  return { looks, find };
}

test('the first is looked up at once, and all that come meanwhile together, each once', async () => {
  const { looks, find } = controlled();
  const asked = [find('a'), find('b'), find('c'), find('b')];
  expect(looks.map(({ keys }) => keys)).toEqual([['a']]);
  looks[0]?.end.resolve(new Map([['a', 1]]));
  expect(await asked[0]).toBe(1);
  await expect.poll(() => looks.length).toBe(2);
  expect(looks[1]?.keys).toEqual(['b', 'c']);
  looks[1]?.end.resolve(new Map([['b', 2]]));
  expect(await Promise.all(asked)).toEqual([1, 2, null, 2]);
});

test('who asks for what is being looked up gets what is read after he asked', async () => {
  const { looks, find } = controlled();
  const [before, after] = [find('a'), find('a')];
  looks[0]?.end.resolve(new Map([['a', 1]]));
  await expect.poll(() => looks.length).toBe(2);
  looks[1]?.end.resolve(new Map([['a', 2]]));
  expect(await Promise.all([before, after])).toEqual([1, 2]);
});

test('a look that fails fails for those who asked, and not for those after them', async () => {
  const { looks, find } = controlled();
  const [first, second] = [find('a'), find('b')];
  looks[0]?.end.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await expect.poll(() => looks.length).toBe(2);
  looks[1]?.end.resolve(new Map([['b', 2]]));
  expect(await second).toBe(2);
});
