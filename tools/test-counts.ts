export interface TestCounts {
  passed: number;
  failed: number;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numFailedTestSuites?: number;
  testResults?: { status: string; assertionResults: unknown[] }[];
}

/** countVitest reads the JSON report of Vitest; a file that could not be loaded counts as one failure. */
export function countVitest(text: string): TestCounts {
  const report = JSON.parse(text) as VitestReport;
  const unloaded = (report.testResults ?? []).filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length;
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded };
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  errors?: unknown[];
}

/** countPlaywright reads the JSON report of Playwright; a test that passed on a second try counts as passed. */
export function countPlaywright(text: string): TestCounts {
  const { stats, errors } = JSON.parse(text) as PlaywrightReport;
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + (errors?.length ?? 0) };
}
