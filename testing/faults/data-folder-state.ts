import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { z } from 'zod';

const namesSchema = z.array(z.object({ name: z.string() }));
/** Longer than the time for which unreferenced files are spared, since a reference may be about to be written. */
const OLD_MILLISECONDS = 2 * 24 * 3_600_000;

/** Files of a data folder that no row of its database names, and rows that name missing files. No server may be using the folder. */
export async function strayFilesOf(dataFolder: string): Promise<string[]> {
  const database = await PGlite.create(path.join(dataFolder, 'database'));
  const namesBy = async (statement: string) => new Set(namesSchema.parse((await database.query(statement)).rows).map(({ name }) => name));
  const kinds = [
    ['files/uploads', await namesBy('select uuid::text as name from uploads where deleted_at is null')],
    ['files/results', await namesBy('select uuid::text as name from results')],
    ['layers', await namesBy('select local_data::text as name from layers where local_data is not null')],
    ['files/incoming', new Set<string>()],
    ['work', new Set<string>()],
    ['runners', new Set<string>()],
  ] as const;
  await database.close();
  return kinds.flatMap(([folder, known]) => {
    const there = new Set(namesIn(path.join(dataFolder, folder)));
    return [...[...there].filter((name) => !known.has(name)).map((name) => `${folder}/${name} is nobody's`), ...[...known].filter((name) => !there.has(name)).map((name) => `${folder}/${name} is missing`)];
  });
}

/** Makes layer data look as old as what is swept. */
export function ageLayersOf(dataFolder: string): void {
  const layers = path.join(dataFolder, 'layers');
  const then = new Date(Date.now() - OLD_MILLISECONDS);
  for (const name of namesIn(layers)) utimesSync(path.join(layers, name), then, then);
}

/** Living processes that were started for this folder. */
export function processesOf(dataFolder: string): string[] {
  return namesIn('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid) || pid === String(process.pid)) return false;
    try {
      return ['cmdline', 'environ'].some((file) => readFileSync(`/proc/${pid}/${file}`, 'utf8').includes(dataFolder));
    } catch {
      return false;
    }
  });
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
