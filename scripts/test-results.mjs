// Summarises the reports of Vitest and Playwright for the last lines of npm test: counts, and why tests were skipped.
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * Counts; for each skipped test its name and its reason, which testing/needs.ts sets as `lacking`; for each failed test, and each
 * that passed only on retry, its name and its first error.
 */
export function resultsOfVitest(report, root) {
  const skipped = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => ['skipped', 'pending', 'todo', 'disabled'].includes(status))
      .map(({ fullName, meta }) => ({ test: `${path.relative(root, name)} › ${fullName}`, reason: meta?.lacking })),
  );
  const failures = report.testResults.flatMap(({ name, message, assertionResults }) => {
    const file = path.relative(root, name);
    const failed = assertionResults.filter(({ status }) => status === 'failed').map(({ fullName, failureMessages }) => ({ test: `${file} › ${fullName}`, why: failureMessages?.[0] }));
    // A file that could not be loaded has no tests to name.
    return failed.length === 0 && message ? [{ test: file, why: message }] : failed;
  });
  const repeated = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages?.length > 0)
      .map(({ fullName, failureMessages }) => ({ test: `${path.relative(root, name)} › ${fullName}`, why: failureMessages[0] })),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped, failures, repeated };
}

/** The same for Playwright, where `test.skip` takes the reason. */
export function resultsOfPlaywright(report) {
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)];
  const all = report.suites.flatMap(specs);
  const skipped = all.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'skipped')
      .map(({ annotations }) => ({ test: `${file} › ${title}`, reason: annotations?.find(({ type }) => type === 'skip' || type === 'fixme')?.description })),
  );
  const withStatus = (wanted) =>
    all.flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === wanted)
        .map(({ results }) => ({ test: `${file} › ${title}`, why: results?.flatMap(({ errors }) => errors ?? []).find(({ message }) => message)?.message })),
    );
  const failures = [...withStatus('unexpected'), ...(report.errors ?? []).map(({ message }) => ({ test: 'outside of a test', why: message }))];
  return { passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected, skipped, failures, repeated: withStatus('flaky') };
}

/** Tests that failed, or passed only on retry, for the last lines: "a/b.test.ts › does it: expected 1 to be 2". Colours are removed. */
export function linesOf(tests) {
  return tests.map(({ test, why }) => `${test}${why === undefined ? '' : `: ${firstLines(why)}`}`);
}

function firstLines(text) {
  return stripVTControlCharacters(text).split('\n').map((line) => line.trim()).filter(Boolean).slice(0, 6).join(' | ').slice(0, 600);
}

/** The counts, alone on their line: "12 passed, 0 failed, 3 skipped". */
export function countsOf(results) {
  const sum = (name) => results.reduce((total, one) => total + one[name], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed, ${skippedOf(results).length} skipped`;
}

/** Each reason for skipping with its count, the most frequent first: "GDAL is not installed (2)", "root may write everywhere (1)". */
export function reasonsOf(results) {
  const times = new Map();
  for (const { reason = 'without a reason' } of skippedOf(results)) times.set(reason, (times.get(reason) ?? 0) + 1);
  return [...times].sort((a, b) => b[1] - a[1]).map(([reason, count]) => `${reason} (${count})`);
}

/** Names of the tests that were skipped without a reason, which is not allowed. */
export function skippedSilently(results) {
  return skippedOf(results).flatMap(({ test, reason }) => (reason === undefined || reason === '' ? [test] : []));
}

function skippedOf(results) {
  return results.flatMap((one) => one.skipped);
}
