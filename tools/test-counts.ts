import { stripVTControlCharacters } from 'node:util';

/** A test that failed, at least at its first try. */
export interface Failure {
  name: string;
  /** What the first failure said, in one line; empty where the report keeps nothing. */
  reason: string;
}

export interface TestCounts {
  passed: number;
  failed: number;
  /** The tests that failed at every try; a file that failed outside its tests stands here by its path. */
  failures: Failure[];
  /** The tests that passed at their second try. */
  secondTries: Failure[];
  /** Why tests were left out, each reason once. */
  skipped?: string[];
}

const longestReason = 300;

/** The first lines of a message as one: colours, stacks and blank lines say nothing in a list. */
function reasonOf(message = ''): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trim());
  const end = lines.findIndex((line) => line.startsWith('at '));
  return lines
    .slice(0, end < 0 ? undefined : end)
    .filter(Boolean)
    .join(' ')
    .slice(0, longestReason);
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults?: {
    name?: string;
    message?: string;
    status: string;
    assertionResults: { status?: string; fullName?: string; failureMessages?: string[] | null }[];
  }[];
}

/** countVitest reads the JSON report of Vitest; a file that failed outside its tests, as when it is loaded or set up, counts as one failure. */
export function countVitest(text: string): TestCounts {
  const report = JSON.parse(text) as VitestReport;
  const results = report.testResults ?? [];
  const outside = results
    .filter(
      ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
    )
    .map(({ name = '', message }) => ({ name, reason: reasonOf(message) }));
  const failed = (asked: string) =>
    results
      .flatMap(({ assertionResults }) => assertionResults)
      // A test that passed keeps the errors of its earlier tries.
      .filter(({ status, failureMessages }) => status === asked && failureMessages?.length)
      .map(({ fullName = '', failureMessages }) => ({ name: fullName, reason: reasonOf(failureMessages?.[0]) }));
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + outside.length,
    failures: [...failed('failed'), ...outside],
    secondTries: failed('passed'),
  };
}

interface PlaywrightTest {
  status: string;
  annotations?: { type: string; description?: string }[];
  results?: { error?: { message?: string } }[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: { title: string; tests: PlaywrightTest[] }[];
}

interface PlaywrightReport extends PlaywrightSuite {
  stats: { expected: number; unexpected: number; flaky: number };
  errors?: { message?: string }[];
}

/** countPlaywright reads the JSON report of Playwright; a test that passed on a second try counts as passed. */
export function countPlaywright(text: string): TestCounts {
  const report = JSON.parse(text) as PlaywrightReport;
  const { stats, errors = [] } = report;
  const tests = testsOf(report);
  const those = (asked: string): Failure[] =>
    tests
      .filter(({ status }) => status === asked)
      .map(({ title, results = [] }) => ({ name: title, reason: reasonOf(results[0]?.error?.message) }));
  const skipped = tests
    .filter(({ status }) => status === 'skipped')
    .map(({ title, annotations = [] }) => annotations.find(({ type }) => type === 'skip')?.description ?? title);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    failures: [
      ...those('unexpected'),
      ...errors.map(({ message }) => ({ name: 'Playwright', reason: reasonOf(message) })),
    ],
    secondTries: those('flaky'),
    skipped: [...new Set(skipped)],
  };
}

const testsOf = ({ suites = [], specs = [] }: PlaywrightSuite): (PlaywrightTest & { title: string })[] => [
  ...specs.flatMap(({ title, tests }) => tests.map((test) => ({ ...test, title }))),
  ...suites.flatMap(testsOf),
];
