import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ERRORS } from '@geoinsights/contract/errors';
import { expect, test } from 'vitest';
import { ROOT, sourceFiles } from './imports.ts';

test('every error of the table is raised somewhere, and none is left over from what no longer happens', () => {
  const code = sourceFiles().filter((file) => !file.startsWith('packages/contract/src/errors')).map((file) => readFileSync(path.join(ROOT, file), 'utf8')).join('\n');
  expect(Object.keys(ERRORS).filter((name) => !code.includes(`'${name}'`))).toEqual([]);
});
