import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repairOptionsSchema } from '@geoinsights/contract';
import { ProblemError } from '@geoinsights/contract/errors';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { needs } from '../../../../testing/needs.ts';
import type { ToolContext } from '../tool.ts';
import type * as Fingerprint from './fingerprint.ts';
import { checkFiles, repairFiles, runFixGeometry } from './run.ts';

const base = mkdtempSync(path.join(tmpdir(), 'batch-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(base, 'test-'));
  mkdirSync(path.join(folder, 'work'));
  mkdirSync(path.join(folder, 'out'));
});

const square = (west: number, east: number) => [[[west, -20], [east, -20], [east, -19.99], [west, -19.99], [west, -20]]];
const feature = (west: number, east: number) => ({ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: square(west, east) } });
const OVERLAPPING = JSON.stringify({ type: 'FeatureCollection', features: [feature(-40, -39.99), feature(-39.995, -39.98)] });

function contextOf(files: Readonly<Record<string, string>>): ToolContext<ReturnType<typeof repairOptionsSchema.parse>> {
  const inputs = Object.entries(files).map(([name, content]) => {
    const place = path.join(folder, name);
    writeFileSync(place, content);
    return { name, path: place, size: statSync(place).size };
  });
  const [workFolder, outputFolder] = [path.join(folder, 'work'), path.join(folder, 'out')];
  return { inputs, options: repairOptionsSchema.parse({}), threads: 1, workFolder, outputFolder, onProgress: () => undefined };
}

/** The error that the check after writing should throw. */
const check = vi.hoisted((): { fault: Error | null } => ({ fault: null }));
vi.mock('./fingerprint.ts', async (original) => {
  const real = await original<typeof Fingerprint>();
  const digestOf: typeof real.digestOf = (...layer) => {
    if (check.fault !== null) throw check.fault;
    return real.digestOf(...layer);
  };
  return { ...real, digestOf };
});
afterEach(() => {
  check.fault = null;
});

it('a dataset that fails its check after writing leaves nothing behind, and the one beside it is delivered', async () => {
  const sound = OVERLAPPING.replaceAll('-39.995', '-39.99');
  check.fault = new ProblemError('result-check-failed', { file: 'a.geojson', reason: 'feature 1 differs from its repair' });
  const context = contextOf({ 'a.geojson': OVERLAPPING, 'b.geojson': sound });
  const { results, report } = await repairFiles(context);
  expect(results.map(({ dataset }) => dataset.name)).toEqual(['b']);
  expect(report.datasets.map(({ name }) => name)).toEqual(['b']);
  expect(report.failures).toMatchObject([{ files: ['a.geojson'], problem: { code: 'result-check-failed', file: 'a.geojson' } }]);
  expect(report.found).toEqual({});
  expect(readdirSync(context.workFolder)).toEqual(['result-1']);
});

it('an internal error or a full disk ends the whole batch, as every other file would meet it', async () => {
  for (const fault of [new TypeError('a fault'), new ProblemError('storage-full')]) {
    check.fault = fault;
    await expect(repairFiles(contextOf({ 'a.geojson': OVERLAPPING, 'b.geojson': '{}' }))).rejects.toBe(fault);
  }
});

it('a single result of many files is delivered as a file, not in an archive', async () => {
  const { output, report } = await runFixGeometry(contextOf({ 'a.geojson': OVERLAPPING, 'b.geojson': '{"type":"FeatureCollection","features":[' }));
  expect(output.name).toBe('a-fixed.geojson');
  expect(report.failures.map(({ files, problem }) => [...files, problem.code])).toEqual([['b.geojson', 'json-truncated']]);
});

it('check names the files that it could not read', async () => {
  const { report } = await checkFiles(contextOf({ 'b.kml': '<kml', 'a.geojson': OVERLAPPING }));
  expect(report.found).toEqual({ overlap: 1 });
  expect(report.failures.map(({ files, problem }) => [...files, problem.code])).toEqual([['b.kml', 'xml-malformed']]);
});

// The superuser may read everything.
it('a file without read permission is named, with what to do', needs(process.getuid?.() !== 0 && process.platform !== 'win32', 'root may read everywhere'), async () => {
  const context = contextOf({ 'a.geojson': OVERLAPPING, 'b.geojson': OVERLAPPING });
  chmodSync(context.inputs[1].path, 0);
  const { report } = await checkFiles(context);
  expect(report.failures).toMatchObject([{ files: ['b.geojson'], problem: { code: 'input-unreadable', detail: '"b.geojson" cannot be read: the permission to read it is missing. Put that right and try again.' } }]);
});

it('a file that disappeared is named', async () => {
  const context = contextOf({ 'a.geojson': OVERLAPPING, 'b.geojson': OVERLAPPING });
  rmSync(context.inputs[1].path);
  expect((await checkFiles(context)).report.failures).toMatchObject([{ files: ['b.geojson'], problem: { code: 'input-unreadable' } }]);
});

it("more than a thousand failures end the batch, as they cannot be a user's mistake", async () => {
  const files = Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`${i}.geojson`, '{"type":']));
  const refusal: unknown = await checkFiles(contextOf({ ...files, 'a.geojson': OVERLAPPING })).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ProblemError);
  if (refusal instanceof ProblemError) expect([refusal.code, refusal.failures.length]).toEqual(['json-truncated', 1000]);
});
