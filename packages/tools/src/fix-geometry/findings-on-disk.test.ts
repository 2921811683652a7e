import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Findings } from '@geoinsights/geometry';
import { expect, it } from 'vitest';
import { moveToDisk } from './findings-on-disk.ts';

it('returns the findings that it was given, and frees their memory', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'findings-'));
  try {
    const make = (): Findings => ({
      count: 3,
      kind: Uint8Array.of(1, 2, 3),
      feature: Int32Array.of(4, 5, 6),
      other: Int32Array.of(-1, 7, -1),
      xy: Float64Array.of(1.5, 2.5, NaN, NaN, 3, 4),
      measure: Float64Array.of(NaN, 9.25, 0),
      action: Uint8Array.of(0, 3, 2),
    });
    const given = make();
    const read = moveToDisk(given, path.join(folder, 'findings'));
    expect(given.xy).toHaveLength(0);
    expect(read()).toEqual(make());
    expect(read()).toEqual(make());
    truncateSync(path.join(folder, 'findings'), 3 * 34 - 1);
    expect(read).toThrow('not there any more');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
