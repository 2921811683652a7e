// Runs in the folder of a package before and after npm packs it. `begin` builds and replaces the sources' manifest with that of the
// output, since npm packs exactly what is there; `end` puts everything back.
import { copyFileSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildPackages } from './build-packages.mjs';
import { packedManifest, root } from './library-packages.mjs';

const [, , step] = process.argv;
const folder = process.cwd();
const manifest = path.join(folder, 'package.json');
const kept = path.join(folder, 'package.json.source');
const licence = path.join(folder, 'LICENSE');

if (step === 'begin') await begin();
else if (step === 'end') putBack();
else throw new Error(`There is no step "${step}".`);

async function begin() {
  // Left over if packing was interrupted last time.
  putBack();
  await buildPackages();
  const packed = packedManifest(path.basename(folder));
  renameSync(manifest, kept);
  writeFileSync(manifest, `${JSON.stringify(packed, null, 2)}\n`);
  copyFileSync(path.join(root, 'LICENSE'), licence);
}

function putBack() {
  if (existsSync(kept)) renameSync(kept, manifest);
  rmSync(licence, { force: true });
}
