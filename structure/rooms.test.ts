import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readImports, ROOT } from './imports.ts';
import { nameOf, ROOMS, roomsAsTable } from './rooms.ts';

const packageSchema = z.object({ name: z.string(), dependencies: z.record(z.string(), z.string()).default({}) });

describe('the table of rooms', () => {
  test('has every package and app, lower ones first', () => {
    expect(ROOMS.map(({ folder }) => folder).toSorted()).toEqual(globSync(['packages/*', 'apps/*'], { cwd: ROOT }).filter((folder) => existsSync(path.join(ROOT, folder, 'package.json'))).toSorted());
    for (const [place, room] of ROOMS.entries()) {
      const below = ROOMS.slice(0, place).map(nameOf);
      expect(room.mayImport.filter((name) => !below.includes(name.replace(/\/.*/, '')))).toEqual([]);
    }
  });

  test('is the one of docs/architecture.md', () => {
    // To change it, change structure/rooms.ts and put what this prints into the document.
    expect(readFileSync(path.join(ROOT, 'docs', 'architecture.md'), 'utf8')).toContain(roomsAsTable());
  });

  test.each(ROOMS)('allows what $folder declares and all that it imports, also at run time', ({ folder, mayImport }) => {
    const allowed = new Set([nameOf({ folder, purpose: '', mayImport: [], machine: 'neither' }), ...mayImport.map((name) => name.replace(/\/.*/, ''))]);
    const declared = packageSchema.parse(JSON.parse(readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8'))).dependencies;
    expect(Object.keys(declared).filter((name) => name.startsWith('@geoinsights/') && !allowed.has(name.slice('@geoinsights/'.length)))).toEqual([]);
    const outside = readImports().filter(({ from, to }) => from.startsWith(`${folder}/`) && !allowed.has(to.split('/')[1]));
    expect(outside).toEqual([]);
  });

  test('names files that exist', () => {
    for (const { folder, exceptions = [] } of ROOMS) {
      for (const pattern of exceptions.flatMap(({ files }) => files)) expect(globSync(`${folder}/${pattern}`, { cwd: ROOT }), pattern).not.toEqual([]);
    }
  });
});
