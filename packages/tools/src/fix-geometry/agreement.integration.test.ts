import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repairOptionsSchema } from '@geoinsights/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { CASES } from '../../../geometry/test/cases/index.ts';
import type { Shape } from '../../../geometry/test/layers.ts';
import { hasGdal, invalidForGdal } from '../../../../testing/gdal.ts';
import { needs } from '../../../../testing/needs.ts';
import { optionsOf } from '../../../geometry/test/run-case.ts';
import { sharedCases } from '../../../geometry/test/shared-cases.ts';
import type { ToolContext, ToolFile } from '../tool.ts';
import { checkFiles, repairFiles } from './run.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'agreement-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const POLYGON = 3;
/** Any projection in metres: the cases are in planar units unless they state degrees. */
const PLANE = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::31983' } };

/** JSON has no NaN and no infinity; other tests cover cases with lines and points. */
const isWritable = (shape: Shape): boolean => shape.every((part) => part.kind === POLYGON && part.rings.every((ring) => ring.every((position) => position.every(Number.isFinite))));

/** Of the cases with two sets of options, every other one runs with the second; with AGREEMENT=all every case runs with both. The kernel's own tests run both. */
const isTried = (example: number, options: number, count: number): boolean => process.env['AGREEMENT'] === 'all' || count === 1 || options === example % count;

const trials = [
  ...CASES.flatMap((example, at) => {
    const all = optionsOf(example);
    return all.flatMap((options, i) => (isTried(at, i, all.length) ? [{ name: `${example.name} (${i})`, features: example.features, options }] : []));
  }),
  ...(sharedCases() ?? []).map(({ example, options }) => ({ name: `${example.name} (shared)`, features: example.features, options })),
].filter(({ features }) => features.every(isWritable));

async function contextOf(file: string, place: string, given: object): Promise<ToolContext<ReturnType<typeof repairOptionsSchema.parse>>> {
  await mkdir(place, { recursive: true });
  const input: ToolFile = { name: path.basename(file), path: file, size: statSync(file).size };
  return { inputs: [input], options: repairOptionsSchema.parse(given), threads: 1, workFolder: place, outputFolder: place, onProgress: () => undefined };
}

const written: string[] = [];

describe('check and fix-geometry, in every case', () => {
  it('have a sufficient number of cases', () => {
    expect(trials.length).toBeGreaterThan(200);
  });

  it.each(trials.map((trial, index) => ({ ...trial, index })))('agree on: $name', async ({ features, options, index }) => {
    const { snapDistance, maxGapWidth, overlaps, gaps } = options;
    const given = { snapDistance, maxGapWidth, overlaps, gaps };
    const place = path.join(folder, String(index));
    await mkdir(place, { recursive: true });
    const file = path.join(place, 'layer.geojson');
    const collection = {
      type: 'FeatureCollection',
      ...(options.units.kind === 'planar' ? { crs: PLANE } : {}),
      features: features.map((shape, i) => ({ type: 'Feature', id: i, properties: {}, geometry: shape.length === 0 ? null : { type: 'MultiPolygon', coordinates: shape.map((part) => part.rings) } })),
    };
    writeFileSync(file, JSON.stringify(collection));

    const checked = (await checkFiles(await contextOf(file, path.join(place, 'check'), given))).report;
    const { results, report } = await repairFiles(await contextOf(file, path.join(place, 'fix'), given));
    const [dataset] = report.datasets;
    const kept = overlaps === 'keep' || gaps === 'keep';
    if (!kept) expect(Object.keys(checked.found).length > 0).toBe(!dataset.unchanged);
    for (const [kind, count] of Object.entries(checked.found)) expect(report.found[kind], `${kind} that check finds`).toBeGreaterThanOrEqual(count);

    const [result] = results;
    const output = path.join(result.folder, 'layer.geojson');
    written.push(output);
    expect(dataset.verified).toBe(true);
    // What was left as it is was checked above.
    if (dataset.unchanged || kept) return;
    const again = (await checkFiles(await contextOf(output, path.join(place, 'again'), given))).report;
    expect(again.found).toEqual({});
  });

  it('write files that GEOS finds valid when GDAL reads them', needs(hasGdal, 'GDAL is not installed'), () => {
    expect(written.length).toBeGreaterThan(200);
    expect(invalidForGdal(written)).toEqual([]);
  });
});
