// npm test: lint, types, unit, integration and browser, from a bare clone, with one count at the end.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findOrInstallChromium, findOrInstallGdal, findOrInstallPostgres } from './foreign-programs.mjs';
import { ensureInstalled, ensureSiteBuilt, root, runtime } from './prepare.mjs';

ensureInstalled();
const node = runtime();
const chromium = findOrInstallChromium();
const skippedBecause = [];
if (!findOrInstallGdal()) skippedBecause.push('the interoperability tests, since there is no GDAL (ogr2ogr; on Debian: apt-get install gdal-bin)');
const postgres = findOrInstallPostgres();
if (postgres === null) skippedBecause.push('the tests on a PostgreSQL server, since there is none (initdb; on Debian: apt-get install postgresql)');

const results = mkdtempSync(path.join(tmpdir(), 'geoinsights-test-'));
const counts = { passed: 0, failed: 0, skipped: 0 };
const failedSteps = [];

await Promise.all([
  stepBeside('lint', ['node_modules/eslint/bin/eslint.js', '.', '--max-warnings', '0']),
  stepBeside('types', ['scripts/check-types.mjs']),
]);
vitest('unit');
ensureSiteBuilt();
vitest('integration');
if (postgres !== null) vitest('postgres');
browser();

rmSync(results, { recursive: true, force: true });
if (failedSteps.length > 0) console.log(`\nNot green: ${failedSteps.join(', ')}`);
const notRun = skippedBecause.length === 0 ? '' : `; not run: ${skippedBecause.join('; ')}`;
console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped${notRun}`);
process.exit(failedSteps.length > 0 || counts.passed === 0 ? 1 : 0);

/** Runs one step on the locked runtime, which also stands first on the PATH of everything the step starts. */
function step(name, args, environment = {}) {
  console.log(`\n── ${name}`);
  const started = performance.now();
  const { status } = spawnSync(node, args, { cwd: root, stdio: 'inherit', env: { ...withRuntime(), ...environment } });
  conclude(name, status, started);
}

/** A step that keeps one core busy, beside others like it; what it prints comes when it is done. */
function stepBeside(name, args) {
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(node, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: withRuntime() });
    const printed = [];
    child.stdout.on('data', (text) => printed.push(text));
    child.stderr.on('data', (text) => printed.push(text));
    child.on('close', (status) => {
      console.log(`\n── ${name}`);
      process.stdout.write(Buffer.concat(printed));
      conclude(name, status, started);
      resolve();
    });
  });
}

function withRuntime() {
  return { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` };
}

function conclude(name, status, started) {
  console.log(`── ${name}: ${status === 0 ? 'green' : 'RED'} after ${((performance.now() - started) / 1000).toFixed(0)} s`);
  if (status !== 0) failedSteps.push(name);
}

function vitest(project) {
  const file = path.join(results, `${project}.json`);
  step(project, ['node_modules/vitest/vitest.mjs', 'run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]);
  const report = readReport(project, file);
  counts.passed += report?.numPassedTests ?? 0;
  counts.failed += report?.numFailedTests ?? 0;
  counts.skipped += (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
}

function browser() {
  if (chromium === null) {
    console.error('\nThe browser tests need a Chromium: set CHROME_PATH, or install one (on Debian: apt-get install chromium).');
    failedSteps.push('browser');
    return;
  }
  const file = path.join(results, 'browser.json');
  const environment = { CHROME_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  step('browser', ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'], environment);
  const stats = readReport('browser', file)?.stats;
  counts.passed += stats?.expected ?? 0;
  counts.failed += (stats?.unexpected ?? 0) + (stats?.flaky ?? 0);
  counts.skipped += stats?.skipped ?? 0;
}

/** A step without a readable report has not run its tests, whatever its exit code says. */
function readReport(name, file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    if (!failedSteps.includes(name)) failedSteps.push(name);
    return null;
  }
}
