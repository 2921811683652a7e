import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repairOptionsSchema, reportSchema } from '@geoinsights/contract';
import type { Report } from '@geoinsights/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { dirtyLayer } from '../../../geometry/test/dirty-layers.ts';
import { checkFiles, runFixGeometry } from '../fix-geometry/run.ts';
import type { ToolContext } from '../tool.ts';
import { previewTolerances } from './definition.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'preview-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PARCELS = '{"type":"Polygon","coordinates":[[[-50,-15],[-49.99,-15],[-49.99,-14.99],[-50,-14.99],[-50,-15]]]}';
const KML = '<kml><Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>-50,-15 -49.9,-15 -49.9,-14.9 -50,-15</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>';

let run = 0;
function contextOf(files: Readonly<Record<string, string>>, options: object = {}): ToolContext<ReturnType<typeof repairOptionsSchema.parse>> {
  const place = path.join(folder, String((run += 1)));
  mkdirSync(place);
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(place, name), content);
  const inputs = Object.keys(files).map((name) => ({ name, path: path.join(place, name), size: statSync(path.join(place, name)).size }));
  return { inputs, options: repairOptionsSchema.parse(options), workFolder: place, outputFolder: place, threads: 1, onProgress: () => undefined };
}

const preview = (context: ReturnType<typeof contextOf>) => previewTolerances.run(context);

describe('preview-tolerances', () => {
  it('shows the tolerances of the repair, without finding or changing anything', async () => {
    const files = { 'parcels.geojson': PARCELS, 'farm.kml': KML };
    const previewed = await preview(contextOf(files));
    const checked = await checkFiles(contextOf(files));
    const heads = (report: typeof checked.report) => report.datasets.flatMap(({ layers }) => layers.map(({ name, crs, tolerances }) => ({ name, crs, tolerances })));
    expect(heads(previewed.report)).toEqual(heads(checked.report));
    expect(previewed.report.datasets[0].layers[0]).toMatchObject({
      crs: { system: { code: 'EPSG:4326', name: 'WGS 84' } },
      tolerances: { snap_distance_auto: true, unit: 'metre' },
      changed_features: 0,
    });
    expect(reportSchema.parse(JSON.parse(readFileSync(previewed.output.path, 'utf8')))).toMatchObject(previewed.report);
  });

  it('shows the tolerances with which a repair starts; a repair that raised them reports both', async () => {
    // Two features that require larger tolerances once they are repaired.
    const features = dirtyLayer(299).shapes.map((parts) => ({ type: 'Feature', properties: {}, geometry: { type: 'MultiPolygon', coordinates: parts.map(({ rings }) => rings) } }));
    const files = { 'dirty.geojson': JSON.stringify({ type: 'FeatureCollection', crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::31983' } }, features }) };
    const tolerancesOf = ({ datasets: [{ layers: [{ tolerances }] }] }: Pick<Report, 'datasets'>) => tolerances;
    const planned = tolerancesOf((await preview(contextOf(files))).report);
    expect(planned).toMatchObject({ snap_distance: 0.5, max_gap_width: 1 });
    expect(planned).not.toHaveProperty('begun_with');
    const taken = { snap_distance: 0.7, max_gap_width: 15, begun_with: { snap_distance: 0.5, max_gap_width: 1 } };
    expect(tolerancesOf((await checkFiles(contextOf(files))).report)).toMatchObject(taken);
    expect(tolerancesOf((await runFixGeometry(contextOf(files))).report)).toMatchObject(taken);
  });

  it('shows tolerances that a repair also announces before it begins', async () => {
    const stages: string[] = [];
    await runFixGeometry({ ...contextOf({ 'parcels.geojson': PARCELS }), onProgress: (_, stage) => stages.push(stage) });
    expect(stages.some((stage) => /^Repairing parcels: snap distance \d\S* m on the ground, gap width \d\S* m on the ground$/.test(stage))).toBe(true);
  });

  it('says which distances were given as options', async () => {
    const previewed = await preview(contextOf({ 'parcels.geojson': PARCELS }, { snapDistance: 0.25 }));
    expect(previewed.report.datasets[0].layers[0].tolerances).toMatchObject({ snap_distance: 0.25, snap_distance_auto: false, max_gap_width_auto: true });
  });

  it('keeps the largest movement of a border, and explains tolerances from the data only if there are any', async () => {
    const tolerances = async (options: object) => (await preview(contextOf({ 'parcels.geojson': PARCELS }, options))).report.datasets[0].layers[0].tolerances;
    expect(await tolerances({})).toMatchObject({ evidence: { sliver_width: 0 } });
    expect(await tolerances({ snapDistance: 0.25, maxGapWidth: 1 })).not.toHaveProperty('evidence');
    // Two fifths: a vertex may be matched more than once.
    expect(await tolerances({ maxDisplacement: 0.1 })).toMatchObject({ snap_distance: 0.04 });
  });

  it('is stopped by an unreadable file only if there is no other', async () => {
    const broken = '<kml><Placemark><Polygon>';
    await expect(preview(contextOf({ 'broken.kml': broken }))).rejects.toThrow(/broken\.kml/);
    const previewed = await preview(contextOf({ 'broken.kml': broken, 'parcels.geojson': PARCELS }));
    expect(previewed.report.datasets.map(({ name }) => name)).toEqual(['parcels']);
    expect(previewed.report.failures.map(({ files }) => files)).toEqual([['broken.kml']]);
  });
});
