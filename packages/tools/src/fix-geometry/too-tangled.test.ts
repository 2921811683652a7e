import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repairOptionsSchema } from '@geoinsights/contract';
import { ProblemError } from '@geoinsights/contract/errors';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ToolContext } from '../tool.ts';
import { checkFiles, repairFiles } from './run.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'too-tangled-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Strips across strips: each crosses every one of the other direction four times. */
const STRIPS = 1200;

const file = path.join(folder, 'tangled.geojson');
beforeAll(() => {
  const strips = Array.from({ length: STRIPS }, (_, i) => [
    [[0, 4 * i], [9000, 4 * i], [9000, 4 * i + 1], [0, 4 * i + 1], [0, 4 * i]],
    [[4 * i, 0], [4 * i + 1, 0], [4 * i + 1, 9000], [4 * i, 9000], [4 * i, 0]],
  ]).flat();
  const features = strips.map((ring) => ({ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } }));
  writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::31983' } }, features }));
});

it.each([['fix-geometry', repairFiles], ['check', checkFiles]] as const)('%s refuses a layer that is too tangled, and says what to do', async (_, run) => {
  const context: ToolContext<ReturnType<typeof repairOptionsSchema.parse>> = {
    inputs: [{ name: 'tangled.geojson', path: file, size: statSync(file).size }],
    options: repairOptionsSchema.parse({ snapDistance: 0, maxGapWidth: 0 }),
    threads: 1,
    workFolder: folder,
    outputFolder: folder,
    onProgress: () => undefined,
  };
  const refusal = await run(context).then(() => null, (error: unknown) => error);
  expect(refusal).toBeInstanceOf(ProblemError);
  if (!(refusal instanceof ProblemError)) return;
  expect(refusal.toProblem()).toMatchObject({ code: 'too-large', status: 422 });
  expect(refusal.message).toMatch(/^"tangled" exceeds a limit of this tool: its features overlap in more than 5,000,000 different combinations; remove duplicate features, or split the layer\.$/);
});
