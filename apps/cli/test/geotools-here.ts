import { format } from 'node:util';
import { vi } from 'vitest';
import { geotools } from '../src/geotools.ts';
import type { Run } from './geotools.ts';

/**
 * Runs the command line in this process, one run at a time: for tests of what is done with many files. A program takes 0.3 CPU seconds to
 * start; only tests of the program itself pay for that, with `geotools` of geotools.ts.
 */
export async function geotoolsHere(...args: string[]): Promise<Run> {
  let [stdout, stderr] = ['', ''];
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((...words: unknown[]) => void (stdout += `${format(...words)}\n`)),
    vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => void (stderr += `${format(...words)}\n`)),
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => (stdout += String(text)) !== ''),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => (stderr += String(text)) !== ''),
  ];
  try {
    const status = await geotools(args);
    return { status, stdout, stderr };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** Runs `geotools layers` on a data folder in this process: for tests of what is done to layers. layers.integration.test.ts tests the program itself. */
export function geotoolsLayersHere(dataFolder: string, ...args: string[]): Promise<Run> {
  process.env['DATA_DIR'] = dataFolder;
  return geotoolsHere('layers', ...args);
}
