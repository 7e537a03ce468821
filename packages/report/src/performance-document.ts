import type {
  PerformancePoint,
  PerformanceReport,
  PerformanceRequest,
  PerformanceTotals,
} from '@touchstone/contracts/api-testing';
import { formatBytes, formatDuration } from '@touchstone/kernel';
import type { ChartLine, ReportBlock, ReportDocument, ReportFact } from './document.ts';
import { countStep, noCounts, originFacts } from './run.ts';
import { formatCount } from './text.ts';

/** The input of a performance run's report. */
export interface PerformanceReportInput
  extends Pick<PerformanceReport, 'run' | 'points' | 'totals' | 'comparison' | 'runners' | 'secondsPerPoint'> {
  /** The run's address in the product. */
  url?: string;
}

type Figures = Omit<PerformanceRequest, 'name' | 'method'>;
const percent = (share: number): string => `${Number((share * 100).toPrecision(3))} %`;

/**
 * performanceDocument returns the report of a performance run: load charts, thresholds, figures by request, failures.
 */
export function performanceDocument(report: PerformanceReportInput): ReportDocument {
  const { run, totals, url } = report;
  const { name, number, status, executionStatus, message, startedAt, finishedAt, durationMs } = run;
  const facts: ReportFact[] = [
    { label: 'Virtual users', text: String(run.virtualUsers) },
    { label: 'By', text: run.startedBy },
    ...(run.environmentName ? [{ label: 'Environment', text: run.environmentName }] : []),
    ...originFacts(run),
  ];
  const counts = noCounts();
  for (const { passed } of totals?.thresholds ?? []) countStep(counts, passed ? 'passed' : 'failed');
  return {
    header: {
      name,
      number,
      status,
      executionStatus,
      message,
      startedAt,
      finishedAt,
      durationMs,
      facts,
      figures: totals ? figuresOf(totals) : [],
      ...(url !== undefined && { url }),
    },
    counts,
    sections:
      totals === null
        ? [{ type: 'text', lines: ['Nothing was measured.'] }]
        : [
            ...notes(totals),
            ...charts(report.points),
            ...thresholds(totals),
            ...comparison(report),
            requests(totals),
            ...failures(totals),
            generator(report, totals),
          ],
  };
}

const figuresOf = ({ total, tail }: PerformanceTotals): ReportFact[] => [
  { label: 'requests', text: formatCount(total.count) },
  { label: 'per second', text: formatCount(total.rate) },
  ...(tail ? [{ label: 'after the planned time', text: formatDuration(tail.durationMs) }] : []),
  { label: 'failed', text: percent(total.count === 0 ? 0 : total.failed / total.count) },
  { label: 'p50', text: formatDuration(total.latency.p50) },
  { label: 'p95', text: formatDuration(total.latency.p95) },
  { label: 'p99', text: formatDuration(total.latency.p99) },
];

function notes({ notes: texts, generator: { bottleneck } }: PerformanceTotals): ReportBlock[] {
  const lines = [
    ...(bottleneck ? ['The load generator may have limited these figures:', ...bottleneck.reasons] : []),
    ...texts,
  ];
  return lines.length === 0 ? [] : [{ type: 'text', tone: 'warning', lines }];
}

function charts(points: readonly PerformancePoint[]): ReportBlock[] {
  const seconds = points.map((point) => point.second);
  const line = (label: string, color: string, dash: string, read: (point: PerformancePoint) => number | null) =>
    ({ label, color, dash, values: points.map(read) }) satisfies ChartLine;
  const users = [
    line('Planned', '--grey', '6 4', (point) => point.usersPlanned),
    line('There', '--accent', '', (point) => point.users),
  ];
  const rates = [
    line('Requests', '--run', '', (point) => point.rate),
    line('Failed', '--fail', '2 3', (point) => point.failed / point.seconds),
  ];
  const times = [
    line('p50', '--run', '', (point) => point.latency?.p50 ?? null),
    line('p95', '--accent', '6 4', (point) => point.latency?.p95 ?? null),
    line('p99', '--warn', '2 3', (point) => point.latency?.p99 ?? null),
  ];
  return [
    { type: 'chart', title: 'Virtual users', unit: 'number', seconds, lines: users },
    { type: 'chart', title: 'Requests per second', unit: 'number', seconds, lines: rates },
    { type: 'chart', title: 'Response time', unit: 'duration', seconds, lines: times },
  ];
}

function thresholds({ thresholds: all }: PerformanceTotals): ReportBlock[] {
  if (all.length === 0) return [];
  const checks = all.map(({ expression, passed, message, request, value }) => ({
    status: passed ? ('passed' as const) : ('failed' as const),
    title: message,
    subject: request ? `${request}: ${expression}` : expression,
    expected: expression,
    actual: value,
  }));
  return [{ type: 'checks', title: 'Thresholds', checks }];
}

function comparison({ comparison: compared }: PerformanceReportInput): ReportBlock[] {
  if (compared === null) return [];
  const items = compared.requests.map(({ request, message }) => ({ strong: request, text: message }));
  const all = { strong: 'All requests', text: compared.total.message };
  return [{ type: 'list', title: 'Compared with the baseline', items: [all, ...items] }];
}

const columns: [string, (request: Figures) => string][] = [
  ['Requests', ({ count }) => formatCount(count)],
  ['Per second', ({ rate }) => formatCount(rate)],
  ['Failed', ({ failed, count }) => percent(count === 0 ? 0 : failed / count)],
  ['Average', ({ latency }) => formatDuration(latency.mean)],
  ['p50', ({ latency }) => formatDuration(latency.p50)],
  ['p95', ({ latency }) => formatDuration(latency.p95)],
  ['p99', ({ latency }) => formatDuration(latency.p99)],
  ['p99.9', ({ latency }) => formatDuration(latency.p999)],
  ['Longest', ({ latency }) => formatDuration(latency.max)],
  ['Received', ({ bytesReceived }) => formatBytes(bytesReceived)],
];

function requests({ requests: all, total }: PerformanceTotals): ReportBlock {
  const row = (title: string, figures: Figures) => [title, ...columns.map(([, text]) => text(figures))];
  return {
    type: 'table',
    title: 'Requests',
    columns: ['Request', ...columns.map(([name]) => name)],
    rows: [...all.map((request) => row(`${request.method} ${request.name}`, request)), row('All requests', total)],
  };
}

function failures({ errors }: PerformanceTotals): ReportBlock[] {
  if (errors.length === 0) return [];
  const items = errors.map(({ count, message, request, sample }) => ({
    strong: `${formatCount(count)} ×`,
    text: message,
    detail: `${request} · ${sample.method} ${sample.url}`,
  }));
  return [{ type: 'list', title: 'Failures', items }];
}

function generator({ runners }: PerformanceReportInput, { generator: health }: PerformanceTotals): ReportBlock {
  const facts = [
    `${runners.length} ${runners.length === 1 ? 'runner' : 'runners'}`,
    `${health.threads} ${health.threads === 1 ? 'thread' : 'threads'}`,
    `at most ${percent(health.maxCpu)} of a processor core`,
    `longest delay of its loop ${formatDuration(health.maxEventLoopDelayMs)}`,
    `${formatCount(health.lateIterations)} iterations started late by its own fault`,
    `${formatBytes(health.maxMemoryBytes)} of memory`,
  ];
  return { type: 'text', title: 'Load generator', lines: [`${facts.join(', ')}.`] };
}
