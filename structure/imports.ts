import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { z } from 'zod';

export const ROOT = path.resolve(import.meta.dirname, '..');

/** One source file imports another, for types or values, statically or dynamically. Paths are relative to the root of the repository. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

/** The sources of all rooms; code that only tests use is elsewhere, or has a name that shows it. */
const SOURCES = ['packages/*/src/**/*.{ts,tsx}', 'packages/*/scripts/**/*.ts', 'apps/*/src/**/*.{ts,tsx}', 'apps/*/bin/*.js', 'packages/*/built/*.js'];
const OF_TESTS = /\.(test|fixture)\.|\/test\//;

export function sourceFiles(): string[] {
  return globSync(SOURCES, { cwd: ROOT }).map((file) => file.replaceAll('\\', '/')).filter((file) => !OF_TESTS.test(file)).sort();
}

/** Every import among our files. */
export function readImports(files: readonly string[] = sourceFiles()): Import[] {
  const known = new Set(files);
  return files.flatMap((from) => importsIn(from, readFileSync(path.join(ROOT, from), 'utf8')).filter((to) => known.has(to)).map((to) => ({ from, to })));
}

/** A worker's file is named by its address. */
const ADDRESS = /new URL\('(\.[^']+)', import\.meta\.url\)/g;

/** Our own files named in a text, without imported libraries. @param from the location of the text */
export function importsIn(from: string, text: string): string[] {
  const named = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
  const addresses = [...text.matchAll(ADDRESS)].map(([, address = '']) => address);
  return [...new Set([...named, ...addresses])].flatMap((name) => resolved(from, name) ?? []);
}

const packageSchema = z.object({ exports: z.record(z.string(), z.string()) });

function resolved(from: string, name: string): string | null {
  if (name.startsWith('.')) return path.posix.join(path.posix.dirname(from), name.replace(/\?.*$/, ''));
  const match = /^@geoinsights\/([^/]+)(?:\/(.+))?$/.exec(name);
  if (match === null) return null;
  const [, room, entry = ''] = match;
  const folder = ['packages', 'apps'].map((parent) => `${parent}/${room}`).find((place) => existsSync(path.join(ROOT, place)));
  if (folder === undefined) return null;
  const { exports } = packageSchema.parse(JSON.parse(readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8')));
  return path.posix.join(folder, exports[entry === '' ? '.' : `./${entry}`] ?? '');
}
