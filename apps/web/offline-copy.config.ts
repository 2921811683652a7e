import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { Plugin, Rolldown } from 'vite';

/** Pages that do not work offline; files that only they need are not cached. */
const OTHER_PAGES = /\/(explorer-page|home-page)\.tsx$/;
/** Workers of the explorer, and parts of SQLite for other uses. Workers are built separately, so their files can only be recognised by name. */
const OF_OTHERS = /\/(areas\.worker|transformation|sqlite3-worker1|sqlite3-opfs-async-proxy)-/;
const OF_WORKERS = /\.(js|wasm)$/;
/** The logo and the icon of the tab, which has no hash in its name. */
const ICON = 'favicon.svg';
const VIRTUAL = 'virtual:offline-files';

/** Builds the service worker after the site, with the list of files it caches. */
export function offlineCopy(): Plugin {
  let kept: string[] = [];
  let version = '';
  let outDir = '';
  let publicDir = '';
  return {
    name: 'offline-copy',
    apply: 'build',
    // Runs after the page itself has been generated.
    enforce: 'post',
    configResolved(config) {
      outDir = config.build.outDir;
      publicDir = config.publicDir;
    },
    generateBundle(_options, bundle) {
      kept = [...keptFiles(bundle), `/${ICON}`];
      const pages = Object.values(bundle).flatMap((output) => (output.type === 'asset' && output.fileName.endsWith('.html') ? [String(output.source)] : []));
      version = createHash('sha256').update([...kept, ...pages, readFileSync(path.join(publicDir, ICON), 'utf8')].join('\n')).digest('hex').slice(0, 16);
    },
    async closeBundle() {
      if (kept.length === 0) return;
      const root = fileURLToPath(new URL('.', import.meta.url));
      await build({
        configFile: false,
        root,
        logLevel: 'warn',
        publicDir: false,
        plugins: [listOf(kept, version)],
        build: {
          outDir,
          emptyOutDir: false,
          rolldownOptions: { input: fileURLToPath(new URL('src/offline/service-worker.ts', import.meta.url)), output: { format: 'iife', entryFileNames: 'sw.js' } },
        },
      });
    },
  };
}

function listOf(files: readonly string[], version: string): Plugin {
  return {
    name: 'offline-files',
    resolveId: (id) => (id === VIRTUAL ? `\0${VIRTUAL}` : null),
    load: (id) => (id === `\0${VIRTUAL}` ? `export const KEPT_FILES = ${JSON.stringify(files)}; export const VERSION = ${JSON.stringify(version)};` : null),
  };
}

function keptFiles(bundle: Rolldown.OutputBundle): string[] {
  const files = new Set<string>();
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const take = (chunk: Rolldown.OutputChunk): void => {
    if (files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const file of [...(chunk.viteMetadata?.importedCss ?? []), ...(chunk.viteMetadata?.importedAssets ?? [])]) files.add(file);
    const needed = new Set([...chunk.imports, ...chunk.dynamicImports]);
    for (const other of chunks) if (needed.has(other.fileName) && !OTHER_PAGES.test(other.facadeModuleId ?? '')) take(other);
  };
  for (const chunk of chunks) if (chunk.isEntry) take(chunk);
  for (const output of Object.values(bundle)) {
    if (output.type === 'asset' && ((OF_WORKERS.test(output.fileName) && !OF_OTHERS.test(output.fileName)) || /-latin-wght-normal-.*\.woff2$/.test(output.fileName))) files.add(output.fileName);
    // Styles of a page are listed with its chunk; those of the entry are linked in the page itself.
    if (output.type === 'asset' && /^assets\/index-.*\.css$/.test(output.fileName)) files.add(output.fileName);
  }
  return [...files].map((file) => `/${file}`).sort();
}
