// npm run test:attack: runs all tests of attacks, on their own servers on the loopback address, and prints a table of what was tried, how
// often, and what got through. `npm test` runs them too, among all others. With --browser also those in a real Chromium.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureInstalled, ensureSiteBuilt, root, runtime } from './prepare.mjs';

const TESTS = ['apps/server/test/attacks/', 'packages/catalogue/test/public-fetch.integration.test.ts'];
const BROWSER_TESTS = ['hostile-names', 'api-page'];

ensureInstalled();
const reports = mkdtempSync(path.join(tmpdir(), 'geoinsights-attack-'));
const report = path.join(reports, 'report.json');
const environment = { ...process.env, PATH: `${path.dirname(runtime())}${path.delimiter}${process.env.PATH}` };
const run = (...args) => spawnSync(runtime(), args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: environment }).status;
const status = run('node_modules/vitest/vitest.mjs', 'run', '--project', 'integration', ...TESTS, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`);
const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
rmSync(reports, { recursive: true, force: true });

const rows = testResults.flatMap(({ assertionResults }) => assertionResults).map(({ fullName, status: outcome, meta }) => ({ what: fullName.trim(), outcome, tried: meta?.tried ?? 0, lacking: meta?.lacking }));
const attacks = rows.filter(({ tried, outcome }) => tried > 0 || outcome !== 'passed');
console.log('\n| what was tried | how often | what got through |');
console.log('|---|---:|---|');
for (const { what, tried, outcome, lacking } of attacks) console.log(`| ${what} | ${tried === 0 ? '' : tried} | ${resultOf(outcome, lacking)} |`);
const through = attacks.filter(({ outcome }) => outcome === 'failed').length;
console.log(`\n${attacks.reduce((sum, { tried }) => sum + tried, 0)} attempts of ${attacks.length} kinds; ${through === 0 ? 'nothing got through' : `${through} kinds were not held off`}.`);

let browserStatus = 0;
if (process.argv.includes('--browser')) {
  ensureSiteBuilt();
  browserStatus = run('node_modules/@playwright/test/cli.js', 'test', ...BROWSER_TESTS);
}
process.exit(status === 0 && browserStatus === 0 && attacks.length > 0 ? 0 : 1);

function resultOf(outcome, lacking) {
  if (outcome === 'passed') return 'nothing';
  return outcome === 'failed' ? 'SOMETHING: see above' : `not tried: ${lacking ?? 'skipped'}`;
}
