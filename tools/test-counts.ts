export interface TestCounts {
  passed: number;
  failed: number;
  /** Names of the tests that passed at their second try. */
  secondTries: string[];
  /** Why tests were left out, each reason once. */
  skipped?: string[];
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numFailedTestSuites?: number;
  testResults?: {
    status: string;
    assertionResults: { status?: string; fullName?: string; failureMessages?: string[] | null }[];
  }[];
}

/** countVitest reads the JSON report of Vitest; a file that could not be loaded counts as one failure. */
export function countVitest(text: string): TestCounts {
  const report = JSON.parse(text) as VitestReport;
  const results = report.testResults ?? [];
  const unloaded = results.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length;
  // A test that passed keeps the errors of its earlier tries.
  const secondTries = results
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages?.length)
    .map(({ fullName = '' }) => fullName);
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded, secondTries };
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: { title: string; tests: { status: string; annotations?: { type: string; description?: string }[] }[] }[];
}

interface PlaywrightReport extends PlaywrightSuite {
  stats: { expected: number; unexpected: number; flaky: number };
  errors?: unknown[];
}

/** countPlaywright reads the JSON report of Playwright; a test that passed on a second try counts as passed. */
export function countPlaywright(text: string): TestCounts {
  const report = JSON.parse(text) as PlaywrightReport;
  const { stats, errors } = report;
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + (errors?.length ?? 0),
    secondTries: flakyOf(report),
    skipped: [...new Set(skippedOf(report))],
  };
}

const skippedOf = ({ suites = [], specs = [] }: PlaywrightSuite): string[] => [
  ...specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'skipped')
      .map(({ annotations = [] }) => annotations.find(({ type }) => type === 'skip')?.description ?? title),
  ),
  ...suites.flatMap(skippedOf),
];

const flakyOf = ({ suites = [], specs = [] }: PlaywrightSuite): string[] => [
  ...specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(({ title }) => title),
  ...suites.flatMap(flakyOf),
];
