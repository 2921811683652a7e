import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { exemplaryGarbage } from '../../../packages/formats/test/garbage/cases.ts';
import { geotoolsHere } from './geotools-here.ts';

const base = mkdtempSync(path.join(tmpdir(), 'geotools-garbage-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

it.each(exemplaryGarbage())('$title ends with exit code 3 and one sentence, and writes nothing', async ({ files }) => {
  const folder = mkdtempSync(path.join(base, 'case-'));
  const inputs = Object.keys(files).map((name) => path.join(folder, name));
  for (const [name, bytes] of Object.entries(files)) writeFileSync(path.join(folder, name), bytes);
  const { status, stdout, stderr } = await geotoolsHere('fix-geometry', ...inputs, '-o', path.join(folder, 'result'));
  expect(status).toBe(3);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^[^\n]*farm[^\n]*\n$/i);
  expect(stderr).not.toMatch(/ at .*:\d+:\d+|node:|\/tmp/);
  expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual(Object.keys(files).toSorted());
});
