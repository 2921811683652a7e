import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

const MODULE = path.resolve(import.meta.dirname, '..', 'scripts', 'test-results.mjs');

/** Runs `npm test`'s script that reads the reports; it is plain JavaScript for Node versions without TypeScript. */
function read(vitest: object, playwright: object): string {
  const program = `
    import { countsOf, linesOf, reasonsOf, resultsOfPlaywright, resultsOfVitest, skippedSilently } from ${JSON.stringify(MODULE)};
    const results = [resultsOfVitest(${JSON.stringify(vitest)}, '/clone'), resultsOfPlaywright(${JSON.stringify(playwright)})];
    console.log([countsOf(results), ...reasonsOf(results), ...skippedSilently(results), ...linesOf(results.flatMap(({ failures }) => failures)), ...linesOf(results.flatMap(({ repeated }) => repeated)).map((line) => 'again ' + line)].join('\\n'));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.trim();
}

const vitestReport = (...assertionResults: object[]) => ({ numPassedTests: 5, numFailedTests: 1, testResults: [{ name: '/clone/a/b.test.ts', assertionResults }] });
const playwrightReport = (...tests: object[]) => ({ stats: { expected: 3, unexpected: 0, flaky: 1 }, suites: [{ specs: [], suites: [{ specs: [{ file: 'c.spec.ts', title: 'd', tests }] }] }] });
const PASSED = { fullName: 'is fine', status: 'passed', meta: {} };

test('counts of both runners are added, and each reason for skipping is named with its count', () => {
  const noGdal = { fullName: 'reads', status: 'skipped', meta: { lacking: 'GDAL is not installed' } };
  const inBrowser = { status: 'skipped', annotations: [{ type: 'skip', description: 'GDAL is not installed' }] };
  const asRoot = { fullName: 'writes', status: 'skipped', meta: { lacking: 'root may write everywhere' } };
  expect(read(vitestReport(PASSED, asRoot, noGdal), playwrightReport({ status: 'expected', annotations: [] }, inBrowser))).toBe(
    '9 passed, 1 failed, 3 skipped\nGDAL is not installed (2)\nroot may write everywhere (1)',
  );
});

test('a test that was skipped without a reason is found, in both runners', () => {
  expect(read(vitestReport(PASSED, { fullName: 'does it', status: 'skipped', meta: {} }), playwrightReport({ status: 'skipped', annotations: [{ type: 'skip' }] }))).toBe(
    '9 passed, 1 failed, 2 skipped\nwithout a reason (2)\na/b.test.ts › does it\nc.spec.ts › d',
  );
});

test('where nothing was skipped nothing is said of reasons', () => {
  expect(read(vitestReport(PASSED), playwrightReport())).toBe('9 passed, 1 failed, 0 skipped');
});

test('what failed, and what passed only when it was repeated, is named with its first error', () => {
  const failed = { fullName: 'counts', status: 'failed', meta: {}, failureMessages: ['\u001B[31mAssertionError\u001B[39m: expected 1 to be 2\n    at a', 'later'] };
  const repeated = { fullName: 'waits', status: 'passed', meta: {}, failureMessages: ['Error: too late'] };
  const shown = { status: 'unexpected', annotations: [], results: [{ errors: [{ message: 'no such button' }] }] };
  const lucky = { status: 'flaky', annotations: [], results: [{ errors: [{ message: 'slow' }] }, { errors: [] }] };
  expect(read(vitestReport(PASSED, failed, repeated), playwrightReport(shown, lucky)).split('\n')).toEqual([
    '9 passed, 1 failed, 0 skipped',
    'a/b.test.ts › counts: AssertionError: expected 1 to be 2 | at a',
    'c.spec.ts › d: no such button',
    'again a/b.test.ts › waits: Error: too late',
    'again c.spec.ts › d: slow',
  ]);
});

test('a file that cannot be read, and what breaks outside of a test, are named as well', () => {
  const unread = { numPassedTests: 0, numFailedTests: 0, testResults: [{ name: '/clone/a/b.test.ts', message: 'SyntaxError: no', assertionResults: [] }] };
  expect(read(unread, { stats: { expected: 0, unexpected: 0, flaky: 0 }, suites: [], errors: [{ message: 'no server' }] })).toContain('a/b.test.ts: SyntaxError: no\noutside of a test: no server');
});
