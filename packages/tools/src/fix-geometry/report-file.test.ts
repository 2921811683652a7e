import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { needs } from '../../../../testing/needs.ts';
import { writeReportFile } from './report-file.ts';
import { reportOf } from './report-of.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'report-file-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const options = { snapDistance: 'auto', maxGapWidth: 'auto', overlaps: 'fix', gaps: 'fix' } as const;
const layer = { name: 'a', crs: { name: 'x', code: null, units: 'planar', system: null, metres_per_unit: null }, features: 1, vertices: 4, tolerances: { snap_distance: 1, snap_distance_auto: true, max_gap_width: 1, max_gap_width_auto: true, unit: 'metre' }, found: {}, remaining: {}, changed_features: 0, emptied_features: 0, losing_features: 0, transfers: [], label_field: null } as const;
const report = reportOf([{ name: 'a', format: 'geojson', files: ['a.geojson'], unchanged: true, verified: true, notes: [], layers: [{ ...layer, transfers: [] }] }], { failures: [], notes: [] }, options, undefined);

it('is JSON', async () => {
  const place = path.join(folder, 'whole.json');
  await writeReportFile(place, report, [[{ findings: () => [], balance: null }]]);
  expect(JSON.parse(readFileSync(place, 'utf8'))).toMatchObject({ datasets: [{ layers: [{ name: 'a', findings: [] }] }] });
});

it('is closed if its findings cannot be read', needs(process.platform === 'linux', 'only Linux lists open files so'), async () => {
  const place = path.join(folder, 'broken.json');
  const findings = (): never => {
    throw new Error('not there any more');
  };
  await expect(writeReportFile(place, report, [[{ findings, balance: null }]])).rejects.toThrow('not there any more');
  // It may still be opened.
  await pause(100);
  expect(existsSync(place)).toBe(true);
  const open = readdirSync('/proc/self/fd').map((file) => {
    try {
      return readlinkSync(`/proc/self/fd/${file}`);
    } catch {
      return '';
    }
  });
  expect(open).not.toContain(place);
});
