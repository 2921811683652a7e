import { describe, expect, it } from 'vitest';
import { makeLand } from '../../../e2e/drivers/land-report.ts';
import { findingOfReport } from '../src/geotools/review/model/finding-of-report.ts';
import { readReport } from '../src/geotools/review/model/read-report.ts';
import { HeldSheet } from '../src/geotools/review/model/held-sheet.ts';
import { ReportStream } from '../src/geotools/review/model/report-stream.ts';
import type { DatasetLayer } from '../src/map-drawing/projected-layer.ts';

const REPORT = {
  tool: 'fix-geometry',
  findings: [{ not: 'of a layer' }],
  datasets: [
    { name: 'a "quoted" {name]', files: [], layers: [{ name: 'l', findings: [{ label: '}] , \\" ü' }, { label: 'b', geometry: { coordinates: [[1, 2], []] } }], other: [{ x: 1 }], balance: [] }] },
    { name: 'b', layers: [{ findings: [] }, { balance: [{ position: 1 }], findings: [{ label: 'c' }] }] },
  ],
  notes: ['findings', '\\'],
};

function streamed(text: string, size: number) {
  const told: unknown[] = [];
  const stream = new ReportStream((member, dataset, layer, element) => told.push([member, dataset, layer, element]));
  for (let at = 0; at < text.length; at += size) stream.push(text.slice(at, at + size));
  return { told, rest: stream.finish() };
}

describe('a report that is read as it arrives', () => {
  it.each([1, 2, 3, 7, 64, 1e6])('tells its findings one by one, whatever the pieces of %d characters cut apart', (size) => {
    for (const text of [JSON.stringify(REPORT), JSON.stringify(REPORT, null, 2)]) {
      const { told, rest } = streamed(text, size);
      expect(told).toEqual([
        ['findings', 0, 0, { label: '}] , \\" ü' }],
        ['findings', 0, 0, { label: 'b', geometry: { coordinates: [[1, 2], []] } }],
        ['balance', 1, 1, { position: 1 }],
        ['findings', 1, 1, { label: 'c' }],
      ]);
      const [first, second] = REPORT.datasets;
      expect(rest).toEqual({ ...REPORT, datasets: [{ ...first, layers: [{ ...first.layers[0], findings: [] }] }, { ...second, layers: [{ findings: [] }, { balance: [], findings: [] }] }] });
    }
  });
  it('refuses a report whose end is missing', () => {
    expect(() => streamed(JSON.stringify(REPORT).slice(0, -5), 100)).toThrow(SyntaxError);
  });
});

describe('a finding of a report', () => {
  const square = { type: 'Polygon', coordinates: [[[0, 0], [1, 0], [1, 1], [0, 0]]] };
  const overlap = { kind: 'overlap', feature: 0, position: 1, label: 'A', other: 1, other_position: 2, other_label: 'B', at: [0.5, 0.5], action: 'overlap-assigned', weight: 'ownership', area_m2: 12, received_by: 2, geometry: square };

  it('is read with its land, and one of an earlier version without', () => {
    expect(findingOfReport(overlap)).toEqual({ kind: 'overlap', position: 1, label: 'A', other: 2, otherLabel: 'B', at: [0.5, 0.5], action: 'overlap-assigned', reason: null, weight: 'ownership', areaM2: 12, receivedBy: 2, geometry: square });
    const old = { kind: 'gap', feature: 4, label: 'E', other: 7, other_label: 'H', at: null, measure: 3, action: 'gap-closed' };
    expect(findingOfReport(old)).toMatchObject({ position: 5, other: 8, otherLabel: 'H', at: null, weight: 'shape', areaM2: null, receivedBy: null, geometry: null });
    expect(findingOfReport({ ...old, other: null, other_label: null })).toMatchObject({ other: null, otherLabel: null });
  });

  it.each([
    [{ kind: 7 }, 'kind'],
    [{ position: 0 }, 'position'],
    [{ label: null }, 'label'],
    [{ other_position: 1.5 }, 'other_position'],
    [{ other_label: undefined }, 'other_label'],
    [{ at: [1] }, 'at'],
    [{ action: undefined }, 'action'],
    [{ reason: 1 }, 'reason'],
    [{ weight: 'grave' }, 'weight'],
    [{ area_m2: '12' }, 'area_m2'],
    [{ received_by: -1 }, 'received_by'],
    [{ geometry: { type: 'Point', coordinates: [0, 0] } }, 'geometry'],
    [{ geometry: { type: 'LineString', coordinates: [[0, 0], ['1', 1]] } }, 'geometry'],
    [{ geometry: { type: 'MultiPolygon', coordinates: square.coordinates } }, 'geometry'],
  ])('with %j is none', (members, member) => {
    expect(() => findingOfReport({ ...overlap, ...members })).toThrow(`The member "${member}" of a finding`);
  });
});

describe('a report file', () => {
  const land = makeLand(30, 200);
  const whole = new Blob([...land.reportFile()]);
  it.each(['as it is', 'packed'])('is read into columns, %s', async (form) => {
    const file = form === 'packed' ? await new Response(whole.stream().pipeThrough(new CompressionStream('gzip'))).blob() : whole;
    const shares: number[] = [];
    const [sheet] = await readReport(file, (share) => shares.push(share));
    expect(shares.at(-1)).toBe(1);
    expect(sheet).toMatchObject({ dataset: 'glebas', layer: 'glebas', features: 30, isGeographic: true });
    expect(sheet.read.findings.count).toBe(200);
    expect(sheet.read.balance[0]).toMatchObject({ label: 'Gleba 1', gave: [{ to: 2 }] });
    expect(sheet.read.changed.length).toBe(sheet.read.balance.length);
    // The most serious and largest first, cosmetic ones last.
    const sorted = sheet.read.findings.sorted();
    expect(sheet.read.findings.at(sorted[0])).toMatchObject({ kind: 'overlap', position: 1, receivedBy: 2, weight: 'ownership' });
    expect(sheet.read.findings.at(sorted[199])).toMatchObject({ kind: 'near-edge', weight: 'cosmetic' });
  });
});

describe('the marks of a view', () => {
  it('count each finding once, do not hide each other, and tell what can be seen', async () => {
    const [read] = await readReport(new Blob([...makeLand(202, 3000).reportFile()]), () => undefined);
    const sheet = new HeldSheet(read, null);
    const [left, bottom, right, top] = sheet.summary.extent ?? [0, 0, 0, 0];
    const extent = [left, bottom, right, top] as const;
    const resolution = (right - left) / 500;
    const { marks, seen, weightiest } = sheet.marks({ extent, window: extent, resolution });
    expect(marks.reduce((sum, { count }) => sum + count, 0)).toBe(3000);
    expect(seen).toBe(3000);
    expect(weightiest === null ? null : sheet.placeOf(weightiest)).toBe(0);
    const isNear = (a: number, b: number) => Math.abs(a - b) < 26 * resolution;
    expect(marks.filter((one, index) => marks.slice(index + 1).some((other) => isNear(one.x, other.x) && isNear(one.y, other.y)))).toEqual([]);
    expect(sheet.marks({ extent, window: [left, bottom - 2, right, bottom - 1], resolution })).toMatchObject({ seen: 0, weightiest: null });
  });
});

it('goes to all the land of a transfer, of which the report has one corner', async () => {
  const squareAt = (x: number) => ({ type: 'Polygon', coordinates: [[[x, 0], [x + 1, 0], [x + 1, 1], [x, 1], [x, 0]]] });
  const overlap = (x: number, receiver: number) => ({ kind: 'overlap', feature: 1, position: 2, label: 'B', other: 0, other_position: 1, other_label: 'A', at: [x, 0], action: 'overlap-assigned', weight: 'ownership', area_m2: 9, received_by: receiver, geometry: squareAt(x) });
  const transfer = { ...overlap(5, 1), kind: 'transfer', action: 'land-transferred', geometry: null };
  const alone = { ...transfer, feature: 7, position: 8, label: 'H' };
  const report = JSON.parse([...makeLand(2, 0).reportFile()].join('')) as { datasets: { layers: object[] }[] };
  const [dataset] = report.datasets;
  const file = new Blob([JSON.stringify({ ...report, datasets: [{ ...dataset, layers: [{ ...dataset.layers[0], findings: [transfer, alone, overlap(5, 1), overlap(8, 1), overlap(20, 2)] }] }] })]);
  const [sheet] = await readReport(file, () => undefined);
  const held = new HeldSheet(sheet, null);
  const degrees = (finding: number) => held.row(finding).extent?.map((metres) => Math.round(metres / 111_319.49) + 0);
  expect([degrees(0), degrees(1), degrees(2)]).toEqual([[5, 0, 9, 1], [5, 0, 5, 0], [5, 0, 6, 1]]);
  held.filter({ weights: ['ownership'], kinds: ['transfer'], search: '' });
  const view = [0, -1e6, 2e6, 1e6] as const;
  expect(held.marks({ extent: view, window: view, resolution: 1000 })).toMatchObject({ drawn: [], seen: 2 });
});

it('labels no feature by its position beside others that the report calls by a field', async () => {
  const squareAt = (x: number) => [x, 0, x + 1, 0, x + 1, 1, x, 1, x, 0];
  const offsets = (step: number) => Int32Array.of(0, step, 2 * step);
  const geometry = () => ({ xy: Float64Array.from([...squareAt(0), ...squareAt(2)]), z: null, m: null, ringOffsets: offsets(5), partOffsets: offsets(1), featureOffsets: offsets(1), partKinds: Uint8Array.of(3, 3) });
  const layer = (): DatasetLayer => ({ name: 'lots', crs: { name: 'WGS 84', code: null, units: { kind: 'geographic' }, metresPerUnit: null }, geometry: geometry(), label: (feature) => `placemark ${feature + 1}`, labelField: null, id: () => null });
  const finding = { kind: 'self-intersection', feature: 0, position: 1, label: 'Gleba 7', other: null, other_position: null, other_label: null, at: [0, 0], action: 'split', weight: 'shape', geometry: null };
  const calledInLists: string[] = [];
  const labelsOf = async (labelField: string | null) => {
    const report = JSON.parse([...makeLand(2, 0).reportFile()].join('')) as { datasets: { layers: object[] }[] };
    const [dataset] = report.datasets;
    const [sheet] = await readReport(new Blob([JSON.stringify({ ...report, datasets: [{ ...dataset, layers: [{ ...dataset.layers[0], label_field: labelField, balance: [], findings: [finding] }] }] })]), () => undefined);
    const extent = [0, 0, 334_000, 112_000] as const;
    const held = new HeldSheet(sheet, layer());
    calledInLists.push(held.labelOf(2));
    return held.labels({ extent, window: extent, resolution: 500 }, []).map(({ text }) => text);
  };
  expect(await labelsOf('nome')).toEqual(['Gleba 7']);
  expect(await labelsOf(null)).toEqual(['Gleba 7', 'placemark 2']);
  expect(calledInLists).toEqual(['feature 2', 'placemark 2']);
});
