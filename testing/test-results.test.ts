import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

const MODULE = path.resolve(import.meta.dirname, '..', 'scripts', 'test-results.mjs');

/** Runs the script of `npm test` that reads the reports on these; it is plain JavaScript for Nodes that know no TypeScript. */
function read(vitest: object, playwright: object): string {
  const program = `
    import { countsOf, reasonsOf, resultsOfPlaywright, resultsOfVitest, skippedSilently } from ${JSON.stringify(MODULE)};
    const results = [resultsOfVitest(${JSON.stringify(vitest)}, '/clone'), resultsOfPlaywright(${JSON.stringify(playwright)})];
    console.log([countsOf(results), ...reasonsOf(results), ...skippedSilently(results)].join('\\n'));`;
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
    '8 passed, 2 failed, 3 skipped\nGDAL is not installed (2)\nroot may write everywhere (1)',
  );
});

test('a test that was skipped without a reason is found, in both runners', () => {
  expect(read(vitestReport(PASSED, { fullName: 'does it', status: 'skipped', meta: {} }), playwrightReport({ status: 'skipped', annotations: [{ type: 'skip' }] }))).toBe(
    '8 passed, 2 failed, 2 skipped\nwithout a reason (2)\na/b.test.ts › does it\nc.spec.ts › d',
  );
});

test('where nothing was skipped nothing is said of reasons', () => {
  expect(read(vitestReport(PASSED), playwrightReport())).toBe('8 passed, 2 failed, 0 skipped');
});
