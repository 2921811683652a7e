import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { drawHouse, KERNEL, roomsOf } from './draw-house.ts';
import { ROOT } from './imports.ts';

test('the picture of the kernel’s folders is up to date (else run `npm run pictures:house` and look at it)', () => {
  expect(readFileSync(path.join(ROOT, KERNEL.picture), 'utf8')).toBe(drawHouse(KERNEL.title, roomsOf(KERNEL.folder)));
});

test('a folder is above those that it uses, implied lines are left out, and one that closes a circle is red', () => {
  const room = (name: string, ...uses: string[]) => ({ name, uses: new Set(uses) });
  const picture = drawHouse('three', [room('top', 'middle', 'low'), room('middle', 'low'), room('low')]);
  const heights = [...picture.matchAll(/<rect x="[\d.]+" y="([\d.]+)"/g)].map(([, y]) => Number(y));
  expect(heights).toEqual([...heights].sort((a, b) => a - b));
  expect(picture.match(/<path/g)).toHaveLength(2);
  expect(picture).not.toContain('#b3261e');
  expect(drawHouse('a circle', [room('top', 'low'), room('low', 'top')])).toContain('#b3261e');
});
