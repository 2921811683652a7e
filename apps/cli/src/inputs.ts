import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { ProblemError } from '@geoinsights/contract';
import type { ToolFile } from '@geoinsights/tools';
import { UsageError } from './exit-codes.ts';

/** What belongs to a shapefile beside the .shp itself. */
const COMPANION_ENDINGS = ['.shx', '.dbf', '.prj', '.cpg', '.qpj', '.sbn', '.sbx', '.shp.xml'];

/**
 * The files named on the command line, and those beside a .shp that belong to it.
 * @throws UsageError when there are none; ProblemError when one cannot be read.
 */
export async function collectInputs(places: readonly string[]): Promise<ToolFile[]> {
  if (places.length === 0) throw new UsageError('Name at least one file.');
  const found = new Map<string, ToolFile>();
  for (const place of places) {
    const full = path.resolve(place);
    found.set(full, await inputFile(full));
    for (const companion of await companionsOf(full)) {
      if (!found.has(companion)) found.set(companion, await inputFile(companion));
    }
  }
  return [...found.values()];
}

async function inputFile(place: string): Promise<ToolFile> {
  const name = path.basename(place);
  const status = await stat(place).catch(() => null);
  if (status === null) throw new ProblemError('input-not-found', { file: name });
  if (!status.isFile()) throw new ProblemError('input-not-a-file', { file: name });
  return { name, path: place, size: status.size };
}

async function companionsOf(place: string): Promise<string[]> {
  if (path.extname(place).toLowerCase() !== '.shp') return [];
  const folder = path.dirname(place);
  const base = path.basename(place).slice(0, -'.shp'.length).toLowerCase();
  const wanted = new Set(COMPANION_ENDINGS.map((ending) => base + ending));
  const names = await readdir(folder);
  return names.filter((name) => wanted.has(name.toLowerCase())).map((name) => path.join(folder, name));
}
