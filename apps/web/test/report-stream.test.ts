import { describe, expect, it } from 'vitest';
import { makeLand } from '../../../e2e/drivers/land-report.ts';
import { readReport } from '../src/geotools/review/model/read-report.ts';
import { ReportStream } from '../src/geotools/review/model/report-stream.ts';

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
  const stream = new ReportStream((member, dataset, layer, json) => told.push([member, dataset, layer, JSON.parse(json)]));
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
