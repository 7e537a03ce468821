import type {
  Accounting,
  GraphPoint,
  ProjectReport,
  ReportCollection,
  ReportStatus,
  UptimeReportFormat,
} from '@touchstone/contracts/api-monitoring';
import { formatDuration } from '@touchstone/kernel';
import { noCounts, type ReportBlock, type ReportDocument } from '@touchstone/report';

/** An incident as listed in reports. */
export interface ReportedIncident {
  number: number;
  monitorName: string;
  severity: 'DOWN' | 'DEGRADED';
  cause: string;
  openedAt: Date;
  closedAt: Date | null;
}
/** The input of an uptime report. */
export interface UptimeReport {
  title: string;
  projectName: string;
  /** Absent: the whole project. */
  collectionName?: string | undefined;
  report: ProjectReport;
  points: readonly GraphPoint[];
  /** The first incidents in the span, and the total count. */
  incidents: readonly ReportedIncident[];
  incidentCount: number;
  timezone: string;
  url: string;
}

const none = '–';
/** Never rounded up: 100 % means that nothing failed. */
const percent = (value: number | null): string =>
  value === null ? none : `${Math.floor(Math.round(value * 1e7) / 1e4) / 1000} %`;
const time = (ms: number | null): string => (ms === null ? none : formatDuration(ms));
const length = (seconds: number): string => (seconds === 0 ? '0 s' : formatDuration(seconds * 1000));
const plain = (value: number | null, decimals = 3): string =>
  value === null ? '' : String(Math.round(value * 10 ** decimals) / 10 ** decimals);

/**
 * uptimeDocument returns the report on a project's monitored APIs in a span of time: as PDF to read, or as Excel to
 * calculate with.
 */
export function uptimeDocument(input: UptimeReport, format: UptimeReportFormat): ReportDocument {
  const { title, projectName, collectionName, report, timezone, url } = input;
  const { status, word } = verdictOf(report);
  const { up, degraded, down, unknown } = report.counts;
  return {
    header: {
      name: title,
      status,
      executionStatus: word,
      startedAt: report.from,
      finishedAt: report.to,
      durationMs: Date.parse(report.to) - Date.parse(report.from),
      period: periodWords(report, timezone),
      facts: [
        { label: 'Project', text: projectName },
        ...(collectionName === undefined ? [] : [{ label: 'Collection', text: collectionName }]),
      ],
      figures: [
        { label: 'Uptime', text: percent(report.uptimePercent) },
        { label: 'Monitored APIs', text: String(report.monitors.length) },
        { label: 'Checks', text: String(up + degraded + down + unknown) },
        { label: 'Incidents', text: String(input.incidentCount) },
        { label: 'Time down', text: length(sumOf(report.monitors, ({ downSeconds }) => downSeconds)) },
      ],
      url,
    },
    counts: noCounts(),
    sections: [
      ...(format === 'pdf' ? [chartOf(input)] : []),
      ...(report.collections.length === 0 ? [] : [collectionsOf(report.collections, format)]),
      format === 'pdf' ? monitorsToRead(report.monitors) : monitorsToCount(report.monitors),
      incidentsOf(input, format),
      { type: 'text', title: 'How it is counted', lines: accountingWords(report.accounting) },
    ],
  };
}

/** mailSummary returns the subject and the short summary of a report's mail. */
export function mailSummary(input: UptimeReport): { subject: string; what: string } {
  const { title, report, timezone, incidentCount } = input;
  const { word } = verdictOf(report);
  const subject = `${title}: ${word}`.replace(/[\r\n]+/g, ' ');
  const measured = report.monitors.filter(({ uptimePercent }) => uptimePercent !== null);
  const [worst] = measured.sort((a, b) => (a.uptimePercent ?? 0) - (b.uptimePercent ?? 0));
  const incidents = incidentCount === 1 ? '1 incident' : `${incidentCount} incidents`;
  const sentences = [
    `${input.projectName}, ${periodWords(report, timezone)}: uptime ${percent(report.uptimePercent)}, ${incidents}.`,
    worst && (worst.uptimePercent ?? 100) < 100
      ? `The lowest uptime had ${worst.name} with ${percent(worst.uptimePercent)}.`
      : '',
    measured.length === 0 ? 'Nothing was checked in this time.' : '',
    'The whole report is attached.',
  ];
  return { subject, what: sentences.filter(Boolean).join(' ') };
}

/** periodWords formats a span in the local time of a time zone, both ends in full. */
export function periodWords({ from, to }: { from: string; to: string }, timezone: string): string {
  const words = instantWords(timezone);
  return `${words(new Date(from))} to ${words(new Date(to))} (${timezone})`;
}

function instantWords(timezone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, dateStyle: 'medium', timeStyle: 'short' });
  return (at) => format.format(at);
}

/** accountingWords describes in sentences how availability was counted. */
export const accountingWords = ({ retries, maintenance, unknown }: Accounting): string[] => [
  'Uptime is the share of checks that found the API up or degraded.',
  retries === 'ignored'
    ? 'A check that failed and was well when it was tried again counts as up.'
    : 'A check that failed counts as down, even if it was well when it was tried again.',
  maintenance === 'excluded'
    ? 'Checks in maintenance windows are left out.'
    : 'Checks in maintenance windows count like all others.',
  unknown === 'excluded'
    ? 'Checks that could not be made are left out.'
    : 'Checks that could not be made count as down.',
  'The objective of a collection is about the checks of all its monitored APIs together; each check counts alike.',
  'The span is counted in whole hours.',
];

function verdictOf({ monitors, collections, uptimePercent }: ProjectReport): {
  status: 'passed' | 'failed';
  word: string;
} {
  const judged = [...monitors, ...collections].filter(
    (each) => each.sloPercent !== null && each.uptimePercent !== null,
  );
  const missed = judged.filter(({ sloPercent, uptimePercent: own }) => (own ?? 0) < (sloPercent ?? 0)).length;
  if (judged.length === 0) return { status: 'passed', word: `Uptime ${percent(uptimePercent)}` };
  if (missed === 0) return { status: 'passed', word: 'All objectives met' };
  return {
    status: 'failed',
    word: `${missed} of ${judged.length} ${judged.length === 1 ? 'objective' : 'objectives'} missed`,
  };
}

const sumOf = <T>(all: readonly T[], read: (one: T) => number): number => all.reduce((sum, one) => sum + read(one), 0);

function chartOf({ report, points }: UptimeReport): ReportBlock {
  const start = Date.parse(report.from);
  return {
    type: 'chart',
    title: 'Response times',
    unit: 'duration',
    seconds: points.map(({ at }) => Math.max(0, (Date.parse(at) - start) / 1000)),
    lines: [
      { label: 'p50', color: '--run', values: points.map(({ p50Ms }) => p50Ms) },
      { label: 'p95', color: '--warn', dash: '6 4', values: points.map(({ p95Ms }) => p95Ms) },
    ],
  };
}

/** Collections with an objective; their monitored APIs are combined. */
const collectionsOf = (collections: readonly ReportCollection[], format: UptimeReportFormat): ReportBlock =>
  format === 'pdf'
    ? {
        type: 'table',
        title: 'Objectives of collections',
        columns: ['Collection', 'Monitored APIs', 'Uptime', 'Objective', 'Budget left', 'Burn rate'],
        rows: collections.map((each) => [
          each.name,
          String(each.monitors),
          percent(each.uptimePercent),
          percent(each.sloPercent),
          percent(each.errorBudgetLeft === null ? null : each.errorBudgetLeft * 100),
          each.burnRate === null ? none : `${plain(each.burnRate, 2)} ×`,
        ]),
      }
    : {
        type: 'table',
        title: 'Objectives of collections',
        sheet: 'Collections',
        columns: [
          ...['Collection', 'Monitored APIs', 'Uptime (%)', 'Objective (%)', 'Error budget left (%)', 'Burn rate'],
          ...['Up', 'Degraded', 'Down', 'Unknown', 'In maintenance', 'Well after a retry'],
        ],
        rows: collections.map(({ counts, ...each }) => [
          ...[each.name, String(each.monitors), plain(each.uptimePercent, 6), plain(each.sloPercent, 6)],
          ...[plain(each.errorBudgetLeft === null ? null : each.errorBudgetLeft * 100), plain(each.burnRate)],
          ...[counts.up, counts.degraded, counts.down, counts.unknown, counts.maintenance, counts.retried].map(String),
        ]),
      };

const monitorsToRead = (monitors: readonly ReportStatus[]): ReportBlock => ({
  type: 'table',
  title: 'Monitored APIs',
  columns: ['Monitored API', 'Uptime', 'Objective', 'Budget left', 'Incidents', 'Time down', 'p50', 'p95'],
  rows: monitors.map((each) => [
    each.name,
    percent(each.uptimePercent),
    percent(each.sloPercent),
    percent(each.errorBudgetLeft === null ? null : each.errorBudgetLeft * 100),
    String(each.incidents),
    length(each.downSeconds),
    time(each.latency.p50Ms),
    time(each.latency.p95Ms),
  ]),
});

const monitorsToCount = (monitors: readonly ReportStatus[]): ReportBlock => ({
  type: 'table',
  title: 'Monitored APIs',
  sheet: 'Monitored APIs',
  columns: [
    ...['Monitored API', 'Kind', 'Uptime (%)', 'Objective (%)', 'Error budget left (%)', 'Burn rate'],
    ...['Up', 'Degraded', 'Down', 'Unknown', 'In maintenance', 'Well after a retry', 'Incidents', 'Time down (s)'],
    ...['Average (ms)', 'p50 (ms)', 'p95 (ms)', 'p99 (ms)'],
  ],
  rows: monitors.map(({ counts, latency, ...each }) => [
    ...[each.name, each.kind, plain(each.uptimePercent, 6), plain(each.sloPercent, 6)],
    ...[plain(each.errorBudgetLeft === null ? null : each.errorBudgetLeft * 100), plain(each.burnRate)],
    ...[counts.up, counts.degraded, counts.down, counts.unknown, counts.maintenance, counts.retried].map(String),
    ...[String(each.incidents), String(each.downSeconds)],
    ...[latency.averageMs, latency.p50Ms, latency.p95Ms, latency.p99Ms].map((ms) => plain(ms)),
  ]),
});

function incidentsOf({ incidents, incidentCount, timezone }: UptimeReport, format: UptimeReportFormat): ReportBlock {
  if (incidentCount === 0) return { type: 'text', title: 'Incidents', lines: ['There were none.'] };
  const words = instantWords(timezone);
  const isCut = incidents.length < incidentCount;
  const title = isCut ? `Incidents (the last ${incidents.length} of ${incidentCount})` : 'Incidents';
  const shown = incidents.map(({ openedAt, closedAt, ...incident }) => ({
    ...incident,
    opened: words(openedAt),
    closed: closedAt ? words(closedAt) : 'Open',
    took: closedAt ? time(closedAt.getTime() - openedAt.getTime()) : none,
  }));
  // The PDF table has no room for the causes.
  if (format === 'pdf')
    return {
      type: 'list',
      title,
      items: shown.map(({ number, monitorName, cause, opened, closed, took }) => ({
        strong: `#${number} ${monitorName}`,
        text: closed === 'Open' ? `since ${opened}` : `${opened} to ${closed} (${took})`,
        detail: cause,
      })),
    };
  return {
    type: 'table',
    title,
    sheet: 'Incidents',
    columns: ['Monitored API', 'Number', 'Opened', 'Closed', 'Length', 'Cause'],
    rows: shown.map((each) => [each.monitorName, String(each.number), each.opened, each.closed, each.took, each.cause]),
  };
}
