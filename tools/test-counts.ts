import { stripVTControlCharacters } from 'node:util';

/** A test that failed, at least at its first attempt. */
export interface Failure {
  name: string;
  /** The message of the first failure, in one line; empty if the report has none. */
  reason: string;
}

export interface TestCounts {
  passed: number;
  failed: number;
  /** The tests that failed at every attempt; a file that failed outside its tests is listed by its path. */
  failures: Failure[];
  /** The tests that passed at their second attempt. */
  secondTries: Failure[];
  /** Why tests were skipped, each reason once. */
  skipped?: string[];
}

const longestReason = 300;

/** The first lines of a message as one; without colours, stacks and blank lines, which are noise in a list. */
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

/**
 * countVitest reads Vitest's JSON report; a file that failed outside its tests, such as during loading or setup, counts
 * as one failure.
 */
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
      // A passed test still has the errors of its earlier attempts.
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

/** countPlaywright reads Playwright's JSON report; a test that passed on a second attempt counts as passed. */
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
