import type { Report } from '@geoinsights/contract';
import { ProblemError } from '@geoinsights/contract/errors';
import { expect, test } from 'vitest';
import { ExitCode, exitCodeOf, exitCodeOfCheck, exitCodeOfRepair, ServerRefusal } from './exit-codes.ts';

const failure: Report['failures'][number] = { files: ['a.kml'], problem: { type: 'about:blank', title: 'Empty', status: 422, detail: 'It is empty.', code: 'file-empty' } };
const dataset = (verified: boolean): Report['datasets'][number] => ({ name: 'a', format: 'kml', files: ['a.kml'], unchanged: false, verified, notes: [], layers: [] });
const reportOf = (given: { found?: Record<string, number>; remaining?: Record<string, number>; verified?: boolean; hasFailures?: boolean }): Report => ({
  tool: 'fix-geometry',
  datasets: [dataset(true), dataset(given.verified ?? true)],
  failures: given.hasFailures === true ? [failure] : [],
  found: given.found ?? {},
  remaining: given.remaining ?? {},
  notes: [],
});

test('a check ends with 1 if something was found, or if a fault remains that no finding names', () => {
  expect(exitCodeOfCheck(reportOf({}))).toBe(ExitCode.Done);
  expect(exitCodeOfCheck(reportOf({ found: { gap: 1 } }))).toBe(1);
  expect(exitCodeOfCheck(reportOf({ remaining: { overlap: 24_433 } }))).toBe(1);
  expect(exitCodeOfCheck(reportOf({ found: { gap: 1 }, hasFailures: true }))).toBe(5);
});

test('a repair ends with a code of its own if a fault remains that was to be repaired', () => {
  expect(exitCodeOfRepair(reportOf({ found: { gap: 1 } }))).toBe(ExitCode.Done);
  expect(exitCodeOfRepair(reportOf({ remaining: { overlap: 24_433 }, verified: false }))).toBe(6);
  // Kept on request.
  expect(exitCodeOfRepair(reportOf({ remaining: { overlap: 2 } }))).toBe(ExitCode.Done);
  expect(exitCodeOfRepair(reportOf({ remaining: { overlap: 1 }, verified: false, hasFailures: true }))).toBe(5);
});

test('only what the input or a request is to blame for ends with 3; what is to blame here ends with 70', () => {
  const errors = [new ProblemError('file-empty', { file: 'a.kml' }), new ServerRefusal('It is not there.', 404), new ProblemError('internal'), new ServerRefusal('Try again.', 503), new Error('a bug')];
  expect(errors.map((error) => exitCodeOf(error))).toEqual([3, 3, 70, 70, 70]);
});
