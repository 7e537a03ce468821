import { runTitle } from '@touchstone/contracts/runs';
import { escapeXml } from '@touchstone/kernel';
import { blocksOf, type ReportBlock, type ReportDocument, type ReportStep, type StepsSection } from './document.ts';
import { countStep, noCounts, type ReportCounts } from './run.ts';
import { checkLines, failedChecks, stepText } from './text.ts';

interface OpenSuite {
  name: string;
  /** Steps expected; undefined if the run doesn't say. */
  total: number | undefined;
  counts: ReportCounts;
  durationMs: number;
  startedAt: string | null;
  cases: string[];
}

/**
 * renderJunitReport writes JUnit XML: one test suite per group of steps, one test case per step, and one more suite for
 * each section of checks outside them. A suite is buffered until its last step.
 */
export async function* renderJunitReport(document: ReportDocument): AsyncIterable<string> {
  const { header, counts } = document;
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<testsuites${attributes({
    name: runTitle(header),
    tests: counts.total,
    failures: counts.failed,
    errors: counts.errors,
    skipped: notRun(counts),
    time: seconds(header.durationMs),
    ...(header.startedAt && { timestamp: header.startedAt }),
  })}>\n`;
  for (const section of document.sections) if (section.type === 'steps') yield* renderSteps(section, counts);
  for (const block of blocksOf(document)) if (block.type === 'checks') yield* renderChecks(block);
  yield '</testsuites>\n';
}

async function* renderSteps(section: StepsSection, counts: ReportCounts): AsyncIterable<string> {
  const open = new Map<string, OpenSuite>();
  for await (const step of section.steps) {
    const suite = open.get(step.group.id) ?? openSuite(section, counts, step);
    open.set(step.group.id, suite);
    addCase(suite, step);
    if (suite.counts.total === suite.total) {
      open.delete(step.group.id);
      yield* renderSuite(suite);
    }
  }
  for (const suite of open.values()) yield* renderSuite(suite);
}

function* renderChecks({ title, checks }: Extract<ReportBlock, { type: 'checks' }>): Iterable<string> {
  const suite: OpenSuite = {
    name: title,
    total: undefined,
    counts: noCounts(),
    durationMs: 0,
    startedAt: null,
    cases: [],
  };
  for (const { status, title: sentence, subject } of checks) {
    countStep(suite.counts, status);
    const head = `    <testcase${attributes({ name: subject ?? sentence, classname: title, time: seconds(0) })}>\n`;
    const failure =
      status === 'failed' ? `      <failure${attributes({ message: sentence, type: 'assertion' })}/>\n` : '';
    suite.cases.push(`${head}${failure}    </testcase>\n`);
  }
  yield* renderSuite(suite);
}

function openSuite(section: StepsSection, counts: ReportCounts, { group, startedAt }: ReportStep): OpenSuite {
  const known = section.groups.find(({ id }) => id === group.id);
  return {
    name: known?.title ?? group.title,
    // A suite with repeated scripts has more executions than steps, so only the end of the run ends it.
    total: hasRepetitions(section, counts) ? undefined : known?.total,
    counts: noCounts(),
    durationMs: 0,
    startedAt,
    cases: [],
  };
}

const hasRepetitions = ({ groups }: StepsSection, counts: ReportCounts): boolean =>
  counts.total > groups.reduce((sum, { total = 0 }) => sum + total, 0);

function addCase(suite: OpenSuite, step: ReportStep): void {
  countStep(suite.counts, step.status);
  suite.durationMs += step.durationMs ?? 0;
  const head = `    <testcase${attributes({ name: caseName(step), classname: suite.name, time: seconds(step.durationMs ?? 0) })}>\n`;
  const out = `      <system-out>${escapeXml(stepText(step))}</system-out>\n`;
  suite.cases.push(`${head}${verdict(step)}${out}    </testcase>\n`);
}

const caseName = ({ title, occurrence = 1 }: ReportStep): string =>
  occurrence > 1 ? `${title} [${occurrence}]` : title;

function verdict(step: ReportStep): string {
  const message = step.message ?? '';
  switch (step.status) {
    case 'passed':
      return '';
    case 'failed': {
      const lines = failedChecks(step).flatMap(checkLines);
      return `      <failure${attributes({ message, type: 'assertion' })}>${escapeXml(lines.join('\n'))}</failure>\n`;
    }
    case 'error':
      return `      <error${attributes({ message, type: step.errorCode ?? 'ERROR' })}>${escapeXml(message)}</error>\n`;
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
