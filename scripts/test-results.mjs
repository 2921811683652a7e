// What the reports of Vitest and Playwright hold, as the last lines of npm test: counts, and why what was skipped was skipped.
import path from 'node:path';

/** Counts, and of each skipped test its name and its reason; `lacking` is set by testing/needs.ts. */
export function resultsOfVitest(report, root) {
  const skipped = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => ['skipped', 'pending', 'todo', 'disabled'].includes(status))
      .map(({ fullName, meta }) => ({ test: `${path.relative(root, name)} › ${fullName}`, reason: meta?.lacking })),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped };
}

/** The same of Playwright, where `test.skip` takes the reason. */
export function resultsOfPlaywright(report) {
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)];
  const skipped = report.suites.flatMap(specs).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'skipped')
      .map(({ annotations }) => ({ test: `${file} › ${title}`, reason: annotations?.find(({ type }) => type === 'skip' || type === 'fixme')?.description })),
  );
  return { passed: report.stats.expected, failed: report.stats.unexpected + report.stats.flaky, skipped };
}

/** The counts, alone on their line: "12 passed, 0 failed, 3 skipped". */
export function countsOf(results) {
  const sum = (name) => results.reduce((total, one) => total + one[name], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed, ${skippedOf(results).length} skipped`;
}

/** Each reason for skipping with its count, the commonest first: "GDAL is not installed (2)", "root may write everywhere (1)". */
export function reasonsOf(results) {
  const times = new Map();
  for (const { reason = 'without a reason' } of skippedOf(results)) times.set(reason, (times.get(reason) ?? 0) + 1);
  return [...times].sort((a, b) => b[1] - a[1]).map(([reason, count]) => `${reason} (${count})`);
}

/** Names of the tests that were skipped without a reason, which nobody may. */
export function skippedSilently(results) {
  return skippedOf(results).flatMap(({ test, reason }) => (reason === undefined || reason === '' ? [test] : []));
}

function skippedOf(results) {
  return results.flatMap((one) => one.skipped);
}
