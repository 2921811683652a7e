import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { build } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { compressedCopies } from '../compressed-copies.config.ts';

test('a build writes compressed copies of scripts and pages, and none of what is small or compressed by its kind', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'compressed-copies-'));
  onTestFinished(() => {
    rmSync(root, { recursive: true, force: true });
  });
  writeFileSync(path.join(root, 'index.html'), `<!doctype html><title>${'Long. '.repeat(300)}</title><link rel="icon" href="./icon.png"><script type="module" src="./long.js"></script>`);
  writeFileSync(path.join(root, 'long.js'), `console.log(${JSON.stringify('long'.repeat(500))}); void import('./short.js');`);
  writeFileSync(path.join(root, 'short.js'), 'console.log("short");');
  writeFileSync(path.join(root, 'icon.png'), Buffer.alloc(4000));
  await build({ configFile: false, root, logLevel: 'silent', plugins: [compressedCopies()], build: { assetsInlineLimit: 0, modulePreload: false } });
  const built = path.join(root, 'dist');
  const files = readdirSync(built, { recursive: true, encoding: 'utf8' });
  const copies = files.filter((file) => file.endsWith('.br'));
  expect(copies.map((file) => file.replace(/-[^.]*/, '')).sort()).toEqual(['assets/index.js.br', 'index.html.br']);
  expect(files.some((file) => /^assets\/icon-.*\.png$/.test(file)) && files.some((file) => /^assets\/short-.*\.js$/.test(file))).toBe(true);
  for (const copy of copies) expect(brotliDecompressSync(readFileSync(path.join(built, copy)))).toEqual(readFileSync(path.join(built, copy.replace(/\.br$/, ''))));
});
