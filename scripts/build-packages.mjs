// npm run build:packages: JavaScript and declarations of the packages that others may install, in the folder `dist` of each.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { libraryPackages, root } from './library-packages.mjs';

const STAMP = '.sources-hash';
const COMPILER = 'scripts/compile-packages.mjs';

/** Builds all of them together, unless the existing output is of the same sources. */
export async function buildPackages() {
  const names = libraryPackages();
  const sources = names.flatMap(sourcesOf);
  const hash = hashOf([...sources, ...[COMPILER, 'tsconfig.base.json', 'package-lock.json', ...names.map((name) => `packages/${name}/package.json`)].map((file) => path.join(root, file))]);
  if (names.every((name) => stampOf(name) === hash)) return;
  console.log(`Building ${names.join(', ')} …`);
  for (const name of names) rmSync(distOf(name), { recursive: true, force: true });
  const { compilePackages } = await import(pathToFileURL(path.join(root, COMPILER)));
  compilePackages(sources, names);
  for (const name of names) writeFileSync(path.join(distOf(name), STAMP), hash);
}

function sourcesOf(name) {
  const files = readdirSync(path.join(root, 'packages', name, 'src'), { recursive: true, encoding: 'utf8' });
  const isOfTests = (file) => /\.test\.ts$|(^|[\\/])test[\\/]/.test(file);
  return files.filter((file) => file.endsWith('.ts') && !isOfTests(file)).map((file) => path.join(root, 'packages', name, 'src', file));
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(path.relative(root, file)).update(readFileSync(file));
  return hash.digest('hex');
}

function stampOf(name) {
  const file = path.join(distOf(name), STAMP);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

function distOf(name) {
  return path.join(root, 'packages', name, 'dist');
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await buildPackages();
