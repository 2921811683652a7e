// npm test: lint, types, unit, integration and browser tests, from a bare clone, with one count at the end. For which steps run in parallel
// see docs/decisions/0027-how-the-suite-is-arranged.md and 0102-what-only-computes-runs-where-browsers-wait.md.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { areProgramsBuilt, buildPrograms } from './build-program.mjs';
import { buildTestServer } from './build-test-server.mjs';
import { findOrInstallChromium, findOrInstallGdal, findOrInstallPostgres, findOrUnpackNginx, findOrUnpackSwift } from './foreign-programs.mjs';
import { ensureInstalled, ensureSiteBuilt, root, runtime } from './prepare.mjs';
import { countsOf, linesOf, reasonsOf, resultsOfPlaywright, resultsOfVitest, skippedSilently } from './test-results.mjs';

const started = performance.now();
ensureInstalled();
const node = runtime();
// The tests run what users run.
if (!areProgramsBuilt()) await buildPrograms();
const chromium = findOrInstallChromium();
if (!findOrInstallGdal()) console.log('GDAL is not installed (on Debian: apt-get install gdal-bin).');
const postgres = findOrInstallPostgres();

const environment = {
  ...process.env,
  PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`,
  // Otherwise tasks that tests wait for would get the processor last: decision 0078.
  TASK_NICENESS: '0',
  // Some hundred processes start from the same sources, which are compiled only once.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(root, 'node_modules', '.cache', 'node-compile'),
};
/**
 * For the processes of the tests themselves, not for programs that they start (testing/as-users-start-it.setup.ts): memory that they have had is kept, as a third of their
 * system time was spent on pages requested again and again. If the library or the system does not support this, nothing changes: decision 0093.
 */
const KEPT_MEMORY = { MALLOC_MMAP_THRESHOLD_: String(64 * 2 ** 20), MALLOC_TRIM_THRESHOLD_: String(256 * 2 ** 20) };
/** What computes on large arrays gains by large pages. What serves and compresses has each of them cleared for a few bytes: decision 0128. */
const LARGE_PAGES = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' };
/** A tenth of the weight of other processes: not the least, with which a test of a server on this machine was not answered for seconds. */
const GENTLE_NICENESS = 10;
const reports = mkdtempSync(path.join(tmpdir(), 'geoinsights-test-'));
const inMemory = folderInMemory();
if (inMemory !== null) environment.TEST_DATA_FOLDERS = inMemory;
const results = [];
const failedSteps = [];
const children = new Set();
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    removeFolders();
    for (const child of children) child.kill(signal);
    process.exit(1);
  });
}

// Browsers leave almost a third of two cores idle, and three at a time gain nothing. What only computes gets that share: decision 0102.
// Tests may be retried once, and are then listed: decision 0077.
// Types do not need the site, whose build leaves one core to them.
const typesThenLint = inTurn(
  () => step('types', ['scripts/check-types.mjs'], { isGentle: true }),
  () => step('lint', ['scripts/lint.mjs'], { isGentle: true }),
);
ensureSiteBuilt();
// Before the browser tests: they start three servers.
await makeDataTemplate();
const besideBrowsers = Promise.all([
  browser(),
  typesThenLint,
  vitest('unit', ['--retry=1', '--project', 'unit', '--project', 'unit-alone', `--maxWorkers=${availableParallelism()}`], { more: LARGE_PAGES, isGentle: true }),
]);
// Fetched meanwhile: only the integration tests need it.
const swift = findOrUnpackSwift();
// Before a test needs it.
findOrUnpackNginx();
// Where Node finds the libraries that are not in it.
const testServer = path.join(root, 'node_modules', '.cache', 'test-server');
if (await buildTestServer(testServer)) environment.TEST_SERVER = testServer;
await besideBrowsers;
// Alone: it uses all cores by itself, and it waits for processes, with limits (decision 0078).
await vitest('integration', ['--retry=1', '--project', 'integration', '--project', 'integration-alone', ...(postgres === null ? [] : ['--project', 'postgres']), ...(postgres === null || swift === null ? [] : ['--project', 's3'])]);

removeFolders();
const silent = skippedSilently(results);
if (silent.length > 0) {
  console.log(`\nSkipped without a reason (testing/needs.ts):\n  ${silent.join('\n  ')}`);
  failedSteps.push('reasons');
}
// The first occurrence may be thousands of lines above, and a log may keep only the end.
const failed = linesOf(results.flatMap(({ failures }) => failures));
if (failed.length > 0) console.log(`\nFailed:\n  ${failed.join('\n  ')}`);
const repeated = linesOf(results.flatMap((one) => one.repeated));
if (repeated.length > 0) console.log(`\nPassed only when repeated (each hides a fault of the test or of the product):\n  ${repeated.join('\n  ')}`);
if (failedSteps.length > 0) console.log(`\nNot green: ${failedSteps.join(', ')}`);
console.log(`\nThe suite took ${seconds(started)} s.`);
// The counts are alone on their line, for programs that read them; skipped tests and reasons are in the last line.
console.log(countsOf(results));
const lacking = reasonsOf(results);
if (postgres === null) lacking.push('PostgreSQL is not installed (all tests on a server of it; on Debian: apt-get install postgresql)');
if (swift === null) lacking.push('OpenStack Swift is not to be had (all tests on an S3 server; on Debian: apt-get install swift-proxy swift-account swift-container swift-object)');
if (lacking.length > 0) console.log(`Not run: ${lacking.join(', ')}`);
process.exit(failedSteps.length > 0 || results.every(({ passed }) => passed === 0) ? 1 : 0);

/**
 * Where the data folders of tests are created: in memory, if this machine has plenty (testing/data-folder.ts). Null if it has not, or is not Linux; then they are where
 * temporary files are.
 */
function folderInMemory() {
  const [place, isMemory, gibibyte] = ['/dev/shm', 0x01021994, 2 ** 30];
  try {
    const { type, bavail, bsize } = statfsSync(place);
    return type === isMemory && bavail * bsize >= 4 * gibibyte && process.availableMemory() >= 8 * gibibyte ? mkdtempSync(path.join(place, 'geoinsights-test-')) : null;
  } catch {
    return null;
  }
}

function removeFolders() {
  for (const folder of [reports, inMemory]) if (folder !== null) rmSync(folder, { recursive: true, force: true });
}

/** Starts the server once to produce a data folder: testing/data-folder.ts. If it does not start, the tests will report why. */
function makeDataTemplate() {
  const folder = path.join(reports, 'data-template');
  return new Promise((resolve) => {
    const server = spawn(node, ['--disable-warning=ExperimentalWarning', 'apps/server/src/main.ts'], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'], env: { ...environment, PORT: '0', DATA_DIR: folder } });
    children.add(server);
    let isReady = false;
    server.stdout.on('data', (text) => {
      if (isReady || !String(text).includes('running at')) return;
      isReady = true;
      server.kill('SIGTERM');
    });
    server.on('close', () => {
      children.delete(server);
      if (isReady) environment.TEST_DATA_TEMPLATE = folder;
      resolve();
    });
  });
}

async function inTurn(...steps) {
  for (const run of steps) await run();
}

/**
 * Runs one step on the locked runtime, which is also first on the PATH of everything the step starts. Its output is printed when it is done.
 * A gentle step takes only what the other steps leave of the processors.
 */
function step(name, args, { more = {}, isGentle = false } = {}) {
  const began = performance.now();
  return new Promise((resolve) => {
    const program = isGentle && process.platform !== 'win32' ? ['nice', '-n', String(GENTLE_NICENESS), node] : [node];
    const child = spawn(program[0], [...program.slice(1), ...args], { cwd: root, detached: isGentle, stdio: ['ignore', 'pipe', 'pipe'], env: { ...environment, ...more } });
    if (isGentle) lowerSession(child.pid);
    children.add(child);
    const printed = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => printed.push(text));
    child.on('close', (status) => {
      children.delete(child);
      console.log(`\n── ${name}`);
      process.stdout.write(Buffer.concat(printed));
      console.log(`── ${name}: ${status === 0 ? 'green' : 'RED'} after ${seconds(began)} s`);
      if (status !== 0) failedSteps.push(name);
      resolve();
    });
  });
}

/** Linux may share the processors out between sessions first (autogroups), and then `nice` counts only within one. Each browser has a session of its own, too. */
function lowerSession(leader, attempts = 10) {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync(`/proc/${leader}/autogroup`, String(GENTLE_NICENESS));
  } catch (error) {
    // An account other than root may do this ten times a second.
    if (error.code === 'EAGAIN' && attempts > 1) setTimeout(lowerSession, 150, leader, attempts - 1);
  }
}

function seconds(since) {
  return ((performance.now() - since) / 1000).toFixed(0);
}

async function vitest(name, args, { more = {}, isGentle = false } = {}) {
  const file = path.join(reports, `${name}.json`);
  await step(name, ['node_modules/vitest/vitest.mjs', 'run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`], { more: { ...KEPT_MEMORY, ...more }, isGentle });
  take(name, file, (report) => resultsOfVitest(report, root));
}

async function browser() {
  if (chromium === null) {
    console.error('\nThe browser tests need a Chromium: set CHROME_PATH, or install one (on Debian: apt-get install chromium-headless-shell).');
    failedSteps.push('browser');
    return;
  }
  const file = path.join(reports, 'browser.json');
  await step('browser', ['node_modules/@playwright/test/cli.js', 'test', '--retries=1', '--reporter=list,json'], { more: { CHROME_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file } });
  take('browser', file, resultsOfPlaywright);
}

/** A step without a readable report has not run its tests, whatever its exit code says. */
function take(name, file, read) {
  try {
    results.push(read(JSON.parse(readFileSync(file, 'utf8'))));
  } catch {
    if (!failedSteps.includes(name)) failedSteps.push(name);
  }
}
