import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { areOfTheirSources, listSources, statesOf } from '../built/built-files.js';

let root: string;
let folder: string;
let source: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'geoinsights-built é-'));
  folder = path.join(root, 'dist');
  source = path.join(root, 'source.ts');
  mkdirSync(folder);
  writeFileSync(source, 'one');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('what was built is used until one of its sources changes', () => {
  expect(areOfTheirSources(folder, root)).toBe(false);
  expect(listSources(folder, statesOf([source, source], root), root)).toBe(true);
  expect(areOfTheirSources(folder, root)).toBe(true);
  writeFileSync(source, 'another');
  expect(areOfTheirSources(folder, root)).toBe(false);
});

it('what was built of a source that changed meanwhile is not used, nor what was there before', () => {
  const states = statesOf([source], root);
  listSources(folder, states, root);
  writeFileSync(source, 'another');
  expect(listSources(folder, states, root)).toBe(false);
  expect(areOfTheirSources(folder, root)).toBe(false);
  rmSync(source);
  expect(listSources(folder, states, root)).toBe(false);
});
