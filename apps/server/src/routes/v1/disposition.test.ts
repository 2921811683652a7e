import { expect, test } from 'vitest';
import { dispositionOf } from './disposition.ts';

test.each([
  ['farm.zip', 'attachment; filename="farm.zip"'],
  ['my farm.zip', 'attachment; filename="my farm.zip"'],
  ['filename=farm.zip', 'attachment; filename="filename=farm.zip"'],
  ['a filename=b.zip', 'attachment; filename="a filename=b.zip"'],
  ['área.zip', `attachment; filename="?rea.zip"; filename*=utf-8''%c3%a1rea.zip`],
])('%s', (name, header) => {
  expect(dispositionOf(name).toLowerCase()).toBe(header);
});
