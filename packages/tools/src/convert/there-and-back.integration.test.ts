import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FormatName, Loss } from '@geoinsights/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { runConvert } from './run.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'there-and-back-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function converted(file: string, to: FormatName): Promise<{ file: string; losses: readonly Loss[] }> {
  const place = mkdtempSync(path.join(folder, 'work-'));
  const inputs = [{ name: path.basename(file), path: file, size: statSync(file).size }];
  const { output, report } = await runConvert({ inputs, options: { to }, workFolder: place, outputFolder: place, threads: 1, unpacked: true, onProgress: () => undefined });
  expect(report.failures).toEqual([]);
  return { file: output.path, losses: report.losses };
}

/** Writes a GeoJSON, and converts it to another format and back. @returns the text that came back, and what was lost each way */
async function thereAndBack(collection: string, format: FormatName): Promise<{ text: string; there: readonly Loss[]; back: readonly Loss[] }> {
  const file = path.join(mkdtempSync(path.join(folder, 'given-')), 'given.geojson');
  writeFileSync(file, collection);
  const there = await converted(file, format);
  const back = await converted(there.file, 'geojson');
  return { text: readFileSync(back.file, 'utf8'), there: there.losses, back: back.losses };
}

function withIds(...ids: readonly unknown[]): string {
  return JSON.stringify({ type: 'FeatureCollection', features: ids.map((id, a) => ({ type: 'Feature', id, properties: { a }, geometry: { type: 'Point', coordinates: [a, 1] } })) });
}

interface Given {
  readonly id: string;
  readonly a: string;
}

/** The ids and the field of each feature, in their order, as spelt. */
function idsIn(text: string): Given[] {
  return text.split('\n').filter((line) => line.includes('"Feature",')).map((line) => ({ id: /"id":([^,}]+)/.exec(line)?.[1] ?? '', a: /"a":(\d+)/.exec(line)?.[1] ?? '' }));
}

describe('a GeoJSON converted to a GeoPackage and back', () => {
  it.each([
    ['that ascend', [0, 3, 10], ['0', '3', '10'], []],
    ['that do not ascend', [10, 3], ['10', '11'], ['ids-as-field']],
  ])('keeps the order of its features, and ids %s', async (_, ids, expected, told) => {
    const { text, there, back } = await thereAndBack(withIds(...ids), 'geopackage');
    expect(idsIn(text)).toEqual(expected.map((id, a) => ({ id, a: String(a) })));
    expect(there.map(({ code }) => code)).toEqual(told);
    expect(back).toEqual([]);
    if (told.length > 0) for (const id of ids) expect(text).toContain(`"id":"${String(id)}"`);
  });
});

describe('the layer name of a GeoJSON', () => {
  it.each(['geopackage', 'kml', 'kmz'] as const)('is kept in a %s, and in the GeoJSON made from it', async (format) => {
    const { text, there } = await thereAndBack(JSON.stringify({ type: 'FeatureCollection', name: 'Região α', features: [{ type: 'Feature', properties: { a: 1 }, geometry: { type: 'Point', coordinates: [1, 2] } }] }), format);
    expect(text).toContain('"name":"Região α"');
    expect(there).toEqual([]);
  });
});
