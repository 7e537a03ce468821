import type { StepDetail } from '@touchstone/contracts';
import { countStep, noCounts, type ReportCounts, type ReportRun } from './run.ts';
import { exchangeText, formatValue } from './text.ts';

interface OpenSuite {
  name: string;
  /** Steps expected; undefined where the run does not say. */
  total: number | undefined;
  counts: ReportCounts;
  durationMs: number;
  startedAt: string | null;
  cases: string[];
}

/** renderJunitReport writes JUnit XML: one test suite per suite, one test case per step. A suite is kept until its last step came. */
export async function* renderJunitReport(run: ReportRun): AsyncIterable<string> {
  const { counts } = run;
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<testsuites${attributes({
    name: run.name,
    tests: counts.total,
    failures: counts.failed,
    errors: counts.errors,
    skipped: notRun(counts),
    time: seconds(run.durationMs),
    ...(run.startedAt && { timestamp: run.startedAt }),
  })}>\n`;
  const open = new Map<string, OpenSuite>();
  for await (const step of run.steps) {
    const key = step.suiteId ?? `group ${step.suiteName}`;
    const suite = open.get(key) ?? openSuite(run, step);
    open.set(key, suite);
    addCase(suite, step);
    if (suite.counts.total === suite.total) {
      open.delete(key);
      yield* renderSuite(suite);
    }
  }
  for (const suite of open.values()) yield* renderSuite(suite);
  yield '</testsuites>\n';
}

function openSuite(run: ReportRun, step: StepDetail): OpenSuite {
  const known = run.suites.find(({ suiteId }) => suiteId === step.suiteId);
  return {
    name: known?.suiteName ?? step.suiteName,
    // A suite whose scripts went back has more executions than steps: only the end of the run ends it.
    total: hasRepetitions(run) ? undefined : known?.total,
    counts: noCounts(),
    durationMs: 0,
    startedAt: step.startedAt,
    cases: [],
  };
}

const hasRepetitions = ({ counts, suites }: ReportRun): boolean =>
  counts.total > suites.reduce((sum, { total }) => sum + total, 0);

function addCase(suite: OpenSuite, step: StepDetail): void {
  countStep(suite.counts, step.status);
  suite.durationMs += step.durationMs ?? 0;
  const head = `    <testcase${attributes({ name: caseName(step), classname: suite.name, time: seconds(step.durationMs ?? 0) })}>\n`;
  const out = `      <system-out>${escapeXml(exchangeText(step))}</system-out>\n`;
  suite.cases.push(`${head}${verdict(step)}${out}    </testcase>\n`);
}

const caseName = ({ name, occurrence = 1 }: StepDetail): string => (occurrence > 1 ? `${name} [${occurrence}]` : name);

function verdict(step: StepDetail): string {
  const message = step.message ?? '';
  switch (step.status) {
    case 'passed':
      return '';
    case 'failed': {
      const failures = step.assertions.filter(({ status }) => status === 'failed');
      const lines = failures.map(
        (failure) =>
          `${failure.message}\n  expected: ${formatValue(failure.expected)}\n  actual:   ${formatValue(failure.actual)}`,
      );
      return `      <failure${attributes({ message, type: 'assertion' })}>${escapeXml(lines.join('\n'))}</failure>\n`;
    }
    case 'error':
      return `      <error${attributes({ message, type: step.error?.code ?? 'ERROR' })}>${escapeXml(message)}</error>\n`;
    default:
      return `      <skipped${attributes({ message: message || `The step was ${step.status}.` })}/>\n`;
  }
}

function* renderSuite(suite: OpenSuite): Iterable<string> {
  yield `  <testsuite${attributes({
    name: suite.name,
    tests: suite.counts.total,
    failures: suite.counts.failed,
    errors: suite.counts.errors,
    skipped: notRun(suite.counts),
    time: seconds(suite.durationMs),
    ...(suite.startedAt && { timestamp: suite.startedAt }),
  })}>\n`;
  yield* suite.cases;
  yield '  </testsuite>\n';
}

const notRun = (counts: ReportCounts): number => counts.skipped + counts.cancelled + counts.running + counts.queued;
const seconds = (ms: number): string => (ms / 1000).toFixed(3);

const attributes = (values: Record<string, string | number>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value)).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')}"`)
    .join('');

const xmlEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };
/** XML 1.0 §2.2 has no way to write these characters. */
const notXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(notXml, '\ufffd')
    .replace(/[&<>"\r]/g, (character) => xmlEntities[character] ?? character);
}
