import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import type { Plugin } from 'vite';
import { expect, test } from 'vitest';

interface Bundle {
  /** Every module that the entry imports, directly or not, as requested, whether or not any of it is left in the bundle. */
  readonly imports: string[];
  readonly code: string;
  /** Names of the source files that contribute to the bundle. */
  readonly modules: string[];
  readonly compressedBytes: number;
}

/** Bundles entries of this package as the site does. */
async function bundled(...entries: string[]): Promise<Bundle> {
  const imports = new Set<string>();
  const watcher: Plugin = {
    name: 'watch-imports',
    enforce: 'pre',
    resolveId(source) {
      imports.add(source);
      return null;
    },
  };
  const result = await build({
    configFile: false,
    root: fileURLToPath(new URL('..', import.meta.url)),
    logLevel: 'silent',
    plugins: [watcher],
    build: {
      write: false,
      rolldownOptions: { input: entries.map((entry) => fileURLToPath(new URL(entry, import.meta.url))), preserveEntrySignatures: 'strict' },
    },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const chunks = outputs.flatMap((output) => {
    if (!('output' in output)) throw new Error('the bundler watches instead of building');
    return output.output.flatMap((chunk) => (chunk.type === 'chunk' ? [chunk] : []));
  });
  return {
    imports: [...imports],
    code: chunks.map(({ code }) => code).join('\n'),
    modules: chunks.flatMap((chunk) => chunk.moduleIds.map((id) => id.replaceAll('\\', '/').replace(/^.*\/(?=(?:packages|node_modules)\/)/, ''))),
    compressedBytes: chunks.reduce((sum, { code }) => sum + gzipSync(code).length, 0),
  };
}

/** Modules that no browser has, with or without the `node:` prefix, and those that the site must not load a second time. */
function foreign(imports: readonly string[]): string[] {
  return imports.filter((source) => isBuiltin(source) || /^zod\b/.test(source) || source === '@geoinsights/contract');
}

/** The error table, which is always included as a whole, takes some eleven of these KB. */
const BUDGET = 54 * 1024;
const ENTRIES = { shapefile: '../src/shapefile/index.ts', kml: '../src/kml/index.ts', geojson: '../src/geojson/index.ts' } as const;

test.each(Object.entries(ENTRIES))('the entry %s needs nothing of Node and no schemas', async (_, entry) => {
  const { imports, code } = await bundled(entry);
  expect(imports).toContain('@geoinsights/contract/errors');
  expect(foreign(imports)).toEqual([]);
  // Globals of Node need no import.
  expect(code).not.toMatch(/\b(?:Buffer\.|process\.|require\(|__dirname)/);
});

test('an entry that does need them is found', async () => {
  const { imports, code } = await bundled('../src/kmz/index.ts');
  expect(foreign(imports)).toEqual(expect.arrayContaining(['node:zlib', 'node:fs/promises']));
  expect(code).toMatch(/\bBuffer\./);
});

test('the readers that the site loads stay within their size budget', async () => {
  const { compressedBytes, modules } = await bundled(ENTRIES.shapefile, ENTRIES.kml);
  // The measurement covers everything: both readers, their writers, and the libraries they use.
  for (const part of ['shapefile/geometry.ts', 'shapefile/record-writer.ts', 'kml/scanner.ts', 'kml/placemark-edit.ts', 'kml/attributes.ts', 'robust-predicates/', 'contract/src/errors.ts']) {
    expect(modules.some((module) => module.includes(part)), part).toBe(true);
  }
  expect(compressedBytes).toBeGreaterThan(5_000);
  expect(compressedBytes).toBeLessThan(BUDGET);
});
