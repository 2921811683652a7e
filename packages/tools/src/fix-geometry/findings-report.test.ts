import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { reportSchema, type Report } from '@geoinsights/contract';
import { ProblemError } from '@geoinsights/contract/errors';
import { FINDING_ACTIONS, FINDING_KINDS, type Findings } from '@geoinsights/geometry';
import { afterAll, expect, it } from 'vitest';
import { countsOf, sumOfCounts } from './findings-report.ts';
import { writeReportFile } from './report-file.ts';
import { reportedFindings } from './land-report.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'report-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const findings: Findings = {
  count: 2,
  kind: Uint8Array.of(FINDING_KINDS.indexOf('gap'), FINDING_KINDS.indexOf('collapsed')),
  feature: Int32Array.of(3, 5),
  other: Int32Array.of(4, -1),
  xy: Float64Array.of(1.5, 2.5, NaN, NaN),
  measure: Float64Array.of(12, NaN),
  action: Uint8Array.of(FINDING_ACTIONS.indexOf('gap-closed'), FINDING_ACTIONS.indexOf('geometry-emptied')),
};

const report: Report = {
  tool: 'fix-geometry',
  found: { gap: 1, collapsed: 1 },
  remaining: {},
  notes: [{ code: 'crs-missing', text: 'A note.' }],
  failures: [{ files: ['north.kml'], problem: new ProblemError('file-empty', { file: 'north.kml' }).toProblem() }],
  datasets: [
    {
      name: 'farm "1"',
      format: 'kml',
      files: ['farm.kml'],
      unchanged: false,
      verified: true,
      notes: [],
      layers: [
        {
          name: 'farm',
          crs: { name: 'WGS 84', code: null, units: 'geographic', system: null, metres_per_unit: null },
          features: 6,
          vertices: 40,
          tolerances: { snap_distance: 1, snap_distance_auto: true, max_gap_width: 2, max_gap_width_auto: false, unit: 'metre' },
          found: { gap: 1, collapsed: 1 },
          remaining: {},
          changed_features: 2,
          emptied_features: 1,
          losing_features: 0,
          transfers: [],
        },
      ],
    },
  ],
};

it('counts by kind, and the counts add up', () => {
  expect(countsOf(findings)).toEqual({ gap: 1, collapsed: 1 });
  expect(sumOfCounts([countsOf(findings), { gap: 2, spike: 1 }])).toEqual({ gap: 3, collapsed: 1, spike: 1 });
});

it('is written with all its findings, as JSON of the contract', async () => {
  const place = path.join(folder, 'report.json');
  const label = (feature: number) => `record ${feature}`;
  await writeReportFile(place, report, [[{ findings: () => reportedFindings(findings, { label, id: () => null }, null), balance: null }]]);
  const written = reportSchema.parse(JSON.parse(readFileSync(place, 'utf8')));
  expect(written.datasets[0].layers[0].findings).toEqual([
    { kind: 'gap', feature: 3, label: 'record 3', other: 4, other_label: 'record 4', at: [1.5, 2.5], measure: 12, action: 'gap-closed' },
    { kind: 'collapsed', feature: 5, label: 'record 5', other: null, other_label: null, at: null, measure: null, action: 'geometry-emptied' },
  ]);
  delete written.datasets[0].layers[0].findings;
  expect(written).toEqual(report);
});
