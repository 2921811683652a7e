import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repairOptionsSchema } from '@geoinsights/contract';
import type * as Geometry from '@geoinsights/geometry';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkFiles, repairFiles } from './run.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'left-over-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Whether the kernel leaves a layer and its findings unchanged, as when noding does not terminate. */
const kernel = vi.hoisted(() => ({ givesUp: false }));
vi.mock('@geoinsights/geometry', async (original) => {
  const real = await original<typeof Geometry>();
  const repair: typeof real.repair = async (layer, ...settings) => {
    const result = await real.repair(layer, ...settings);
    if (!kernel.givesUp) return result;
    const nothing = { count: 0, kind: new Uint8Array(0), feature: new Int32Array(0), other: new Int32Array(0), xy: new Float64Array(0), measure: new Float64Array(0), action: new Uint8Array(0) };
    return { ...result, patch: null, changes: null, layer, findings: nothing, remaining: result.findings, isSettled: false, emptied: new Int32Array(0) };
  };
  return { ...real, repair };
});
beforeEach(() => {
  kernel.givesUp = false;
});

const square = (west: number, east: number) => [[[west, -20], [east, -20], [east, -19.99], [west, -19.99], [west, -20]]];
const feature = (id: string, coordinates: number[][][]) => ({ type: 'Feature', id, properties: {}, geometry: { type: 'Polygon', coordinates } });

function contextOf(features: readonly object[]) {
  const place = path.join(folder, 'fields.geojson');
  writeFileSync(place, JSON.stringify({ type: 'FeatureCollection', features }));
  const work = mkdtempSync(path.join(folder, 'work-'));
  return { inputs: [{ name: 'fields.geojson', path: place, size: statSync(place).size }], options: repairOptionsSchema.parse({}), threads: 1, workFolder: work, outputFolder: work, onProgress: () => undefined };
}

describe('faults that a repair leaves', () => {
  const overlapping = [feature('north', square(-40, -39.99)), feature('south', square(-39.995, -39.98))];

  it('are counted and listed by a check, each once', async () => {
    kernel.givesUp = true;
    const { report, findings } = await checkFiles(contextOf(overlapping));
    expect(report.found).toEqual({ overlap: 1 });
    expect(report.remaining).toEqual({ overlap: 1 });
    expect(report.datasets[0].verified).toBe(false);
    expect([...findings[0][0].findings()].map(({ kind, action }) => [kind, action])).toEqual([['overlap', expect.any(String)], ['transfer', expect.any(String)]]);
  });

  it('are counted by a repair, which says that the result still has faults', async () => {
    kernel.givesUp = true;
    const { report } = await repairFiles(contextOf(overlapping));
    expect(report.remaining).toEqual({ overlap: 1 });
    expect(report.datasets[0]).toMatchObject({ unchanged: true, verified: false });
  });

  it('do not occur if all is repaired', async () => {
    const { report } = await repairFiles(contextOf(overlapping));
    expect(report).toMatchObject({ found: { overlap: 1 }, remaining: {}, datasets: [{ verified: true }] });
  });
});

describe('a feature that ends empty', () => {
  const twice = [feature('first', square(-40, -39.99)), feature('copy', square(-40, -39.99)), feature('line', [[[-30, -20], [-29, -20], [-30, -20]]])];

  it.each([['repair', repairFiles], ['check', checkFiles]] as const)('is a finding with its name and place: %s', async (_, run) => {
    const done = await run(contextOf(twice));
    const findings = 'findings' in done ? done.findings[0][0].findings() : done.results[0].repaired.findings[0].findings();
    expect(done.report.found.emptied).toBe(2);
    const emptied = [...findings].filter(({ kind }) => kind === 'emptied');
    expect(emptied.map(({ feature, at, action }) => ({ feature, at, action }))).toEqual([
      { feature: 1, at: [-40, -20], action: 'geometry-emptied' },
      { feature: 2, at: [-30, -20], action: 'geometry-emptied' },
    ]);
    expect(emptied.map(({ label }) => label)).toEqual([expect.stringContaining('copy'), expect.stringContaining('line')]);
  });

  it('is not a finding if it had no geometry before', async () => {
    const { report } = await repairFiles(contextOf([{ type: 'Feature', id: 'none', properties: {}, geometry: null }, twice[0]]));
    expect(report.found).toEqual({});
    expect(readFileSync(path.join(folder, 'fields.geojson'), 'utf8')).toContain('"none"');
  });
});
