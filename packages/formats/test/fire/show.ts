/** `node packages/formats/test/fire/show.ts NUMBER [FOLDER] [FORMAT]`: prints what a mutant becomes; writes its files into FOLDER. */
import { FORMAT_NAMES } from '@geoinsights/contract';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mutantOf } from './mutants.ts';
import { tryMutant } from './trial.ts';

const folder = mkdtempSync(join(tmpdir(), 'fire-'));
const mutant = mutantOf(Number(process.argv[2]), folder, FORMAT_NAMES.find((name) => name === process.argv[4]));
const target = process.argv.at(3);
console.log(mutant.format, mutant.kind, Object.entries(mutant.files).map(([name, bytes]) => `${name} ${bytes.length}`));
if (target !== undefined) {
  mkdirSync(target, { recursive: true });
  for (const [name, bytes] of Object.entries(mutant.files)) writeFileSync(join(target, name), bytes);
}
try {
  console.log(await tryMutant(mutant, folder));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
