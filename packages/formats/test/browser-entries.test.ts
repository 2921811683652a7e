import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import type { Plugin } from 'vite';
import { expect, test } from 'vitest';

interface Bundle {
  /** Every module that the entry leads to, as it was asked for, whether or not any of it is left in the bundle. */
  readonly imports: string[];
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
  let compressedBytes = 0;
  for (const output of outputs) {
    if (!('output' in output)) throw new Error('the bundler watches instead of building');
    for (const chunk of output.output) if (chunk.type === 'chunk') compressedBytes += gzipSync(chunk.code).length;
  }
  return { imports: [...imports], compressedBytes };
}

const BUDGET = 40 * 1024;
const ENTRIES = { shapefile: '../src/shapefile/index.ts', kml: '../src/kml/index.ts', geojson: '../src/geojson/index.ts' } as const;

test.each(Object.entries(ENTRIES))('the entry %s needs nothing of Node and no schemas', async (_, entry) => {
  const { imports } = await bundled(entry);
  expect(imports).toContain('@geoinsights/contract/errors');
  expect(imports.filter((source) => source.startsWith('node:') || /^zod\b/.test(source) || source === '@geoinsights/contract')).toEqual([]);
});

test('the readers that the site loads fit into their budget', async () => {
  const { compressedBytes } = await bundled(ENTRIES.shapefile, ENTRIES.kml);
  expect(compressedBytes).toBeGreaterThan(5_000);
  expect(compressedBytes).toBeLessThan(BUDGET);
});
