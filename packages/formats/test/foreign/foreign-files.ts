import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The Python that comes with GDAL: others may be earlier on the PATH. */
export const gdalPython = ['python3', '/usr/bin/python3'].find((one) => spawnSync(one, ['-c', 'import osgeo.ogr']).status === 0) ?? null;

/** `alternate`: a spike, a bow-tie or a duplicate point, in turn, in the feature that is far from all others. */
export type Fault = 'none' | 'alternate';

/** One dataset as a program wrote it, in a separate folder. */
export interface ForeignDataset {
  readonly name: string;
  readonly program: string;
  readonly folder: string;
  readonly files: readonly string[];
  /** The program's message if it could not write it. */
  readonly failed: string | null;
}

const manifestSchema = z.object({
  datasets: z.array(z.object({ name: z.string(), program: z.string(), folder: z.string(), files: z.array(z.string()), failed: z.string().nullable() })),
  missing: z.array(z.string()),
});

/** Makes the programs of this machine write their files (-B: Python leaves nothing beside its sources); datasets without a fault are left out if one is requested. */
export function makeForeignFiles(folder: string, fault: Fault): ForeignDataset[] {
  const { status, stderr } = spawnSync(gdalPython ?? '', ['-B', join(import.meta.dirname, 'make_files.py'), folder, fault], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`make_files.py: ${stderr}`);
  const { datasets, missing } = manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'datasets.json'), 'utf8')));
  if (missing.length > 0) console.warn(`Not installed, so that no files of theirs are tried: ${missing.join(', ')}`);
  const failed = datasets.filter((dataset) => dataset.failed !== null);
  if (failed.length > 0) console.warn(`Not written by this version of the program: ${failed.map(({ name, failed: why }) => `${name} (${why ?? ''})`).join('; ')}`);
  return datasets.filter((dataset) => dataset.failed === null);
}
