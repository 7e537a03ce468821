import type { ProjectReport, ReportCollection, ReportStatus } from '@touchstone/contracts/api-monitoring';
import { expect, test } from 'vitest';
import { accountingWords, mailSummary, type UptimeReport, uptimeDocument } from './uptime-document.ts';

const noLatency = {
  count: 0,
  minMs: null,
  averageMs: null,
  p50Ms: null,
  p90Ms: null,
  p95Ms: null,
  p99Ms: null,
  maxMs: null,
};
const counts = { up: 0, degraded: 0, down: 0, unknown: 0, maintenance: 0, retried: 0 };
const monitor = (given: Partial<ReportStatus>): ReportStatus => ({
  monitorId: 'm',
  collectionId: 'c',
  name: 'Orders',
  kind: 'http',
  status: 'UP',
  counts,
  uptimePercent: 100,
  sloPercent: null,
  errorBudgetLeft: null,
  burnRate: null,
  incidents: 0,
  downSeconds: 0,
  latency: noLatency,
  ...given,
});
const reportOf = (monitors: ReportStatus[], given: Partial<UptimeReport> = {}): UptimeReport => ({
  title: 'Uptime',
  projectName: 'Shop',
  report: {
    from: '2026-03-01T00:00:00.000Z',
    to: '2026-03-02T00:00:00.000Z',
    accounting: { retries: 'ignored', maintenance: 'excluded', unknown: 'excluded' },
    uptimePercent: monitors[0]?.uptimePercent ?? null,
    counts,
    monitors,
    collections: [],
  } satisfies ProjectReport,
  points: [],
  incidents: [],
  incidentCount: 0,
  timezone: 'UTC',
  url: 'http://localhost/reports',
  ...given,
});
const incident = {
  number: 7,
  monitorName: 'Orders',
  severity: 'DOWN' as const,
  cause: 'It answered with status 503.',
  openedAt: new Date('2026-03-01T08:00:00Z'),
};

test.each([
  ['nobody set an objective', [monitor({ uptimePercent: 99.9 })], 'passed', 'Uptime 99.9 %'],
  ['an objective is met', [monitor({ uptimePercent: 99.9, sloPercent: 99.9 })], 'passed', 'All objectives met'],
  [
    'one of two is missed',
    [monitor({ uptimePercent: 99.8999, sloPercent: 99.9 }), monitor({ sloPercent: 99 })],
    'failed',
    '1 of 2 objectives missed',
  ],
  ['nothing was measured', [monitor({ uptimePercent: null, sloPercent: 99 })], 'passed', 'Uptime –'],
])('where %s, the report says so', (_, monitors, status, word) => {
  expect(uptimeDocument(reportOf(monitors), 'pdf').header).toMatchObject({ status, executionStatus: word });
});

const group: ReportCollection = {
  collectionId: 'c',
  name: 'Payments',
  monitors: 2,
  counts: { ...counts, up: 995, down: 5 },
  uptimePercent: 99.5,
  sloPercent: 99.9,
  errorBudgetLeft: -4,
  burnRate: 5,
};

test.each(['pdf', 'excel'] as const)('the objective of a collection is judged and shown as %s', (format) => {
  const input = reportOf([monitor({ uptimePercent: 100, sloPercent: 99 })]);
  const { header, sections } = uptimeDocument({ ...input, report: { ...input.report, collections: [group] } }, format);
  expect(header.executionStatus).toBe('1 of 2 objectives missed');
  const shown = JSON.stringify(
    sections.filter((section) => JSON.stringify(section).includes('Objectives of collections')),
  );
  for (const text of ['Payments', '99.5', '99.9', '-400', '5']) expect(shown).toContain(text);
});

test('uptime is never rounded up to 100 %', () => {
  expect(mailSummary(reportOf([monitor({ uptimePercent: 99.9999 })])).what).toContain('uptime 99.999 %');
  expect(mailSummary(reportOf([monitor({})])).what).toContain('uptime 100 %, 0 incidents.');
});

test('incidents are sentences on paper and a sheet in a workbook; an open one has no end', () => {
  const open = { ...incident, closedAt: null };
  const closed = { ...incident, number: 6, closedAt: new Date('2026-03-01T08:10:00Z') };
  const report = reportOf([monitor({})], { incidents: [open, closed], incidentCount: 3 });
  expect(uptimeDocument(report, 'pdf').sections).toContainEqual({
    type: 'list',
    title: 'Incidents (the last 2 of 3)',
    items: [
      { strong: '#7 Orders', text: 'since 1 Mar 2026, 08:00', detail: 'It answered with status 503.' },
      {
        strong: '#6 Orders',
        text: '1 Mar 2026, 08:00 to 1 Mar 2026, 08:10 (10m 0s)',
        detail: 'It answered with status 503.',
      },
    ],
  });
  expect(uptimeDocument(report, 'excel').sections).toContainEqual(
    expect.objectContaining({
      sheet: 'Incidents',
      rows: [
        ['Orders', '7', '1 Mar 2026, 08:00', 'Open', '–', 'It answered with status 503.'],
        ['Orders', '6', '1 Mar 2026, 08:00', '1 Mar 2026, 08:10', '10m 0s', 'It answered with status 503.'],
      ],
    }),
  );
});

test('the report states how checks were counted', () => {
  expect(accountingWords({ retries: 'counted', maintenance: 'counted', unknown: 'down' })).toEqual([
    'Uptime is the share of checks that found the API up or degraded.',
    'A check that failed counts as down, even if it was well when it was tried again.',
    'Checks in maintenance windows count like all others.',
    'Checks that could not be made count as down.',
    'The objective of a collection is about the checks of all its monitored APIs together; each check counts alike.',
    'The span is counted in whole hours.',
  ]);
});

const latency = { ...noLatency, averageMs: 120.12345, p50Ms: 100, p95Ms: 250.5, p99Ms: 300 };
const busy = { up: 990, degraded: 5, down: 3, unknown: 2, maintenance: 4, retried: 1 };
const full = () =>
  reportOf(
    [
      monitor({
        counts: busy,
        uptimePercent: 99.7012345,
        sloPercent: 99.9,
        errorBudgetLeft: -0.5,
        burnRate: 1.23456,
        incidents: 2,
        downSeconds: 90,
        latency,
      }),
      monitor({ name: 'Idle', uptimePercent: null, downSeconds: 30 }),
    ],
    {
      collectionName: 'Payments',
      points: [
        { at: '2026-03-01T01:00:00.000Z', p50Ms: 10, p95Ms: 20 },
        { at: '2026-02-28T23:59:00.000Z', p50Ms: null, p95Ms: null },
      ] as unknown as UptimeReport['points'],
      timezone: 'Europe/Berlin',
    },
  );
const quiet = { ...group, name: 'Quiet', uptimePercent: null, sloPercent: null, errorBudgetLeft: null, burnRate: null };
const withCollections = (input: UptimeReport): UptimeReport => ({
  ...input,
  report: { ...input.report, counts: busy, collections: [{ ...group, burnRate: 5.1234 }, quiet] },
});

test('a PDF report has figures, a chart and tables to read', () => {
  const { header, sections } = uptimeDocument(withCollections(full()), 'pdf');
  expect(header).toMatchObject({
    durationMs: 86_400_000,
    period: '1 Mar 2026, 01:00 to 2 Mar 2026, 01:00 (Europe/Berlin)',
    facts: [
      { label: 'Project', text: 'Shop' },
      { label: 'Collection', text: 'Payments' },
    ],
    figures: [
      { label: 'Uptime', text: '99.701 %' },
      { label: 'Monitored APIs', text: '2' },
      { label: 'Checks', text: '1000' },
      { label: 'Incidents', text: '0' },
      { label: 'Time down', text: '2m 0s' },
    ],
  });
  expect(sections).toMatchObject([
    {
      type: 'chart',
      seconds: [3600, 0],
      lines: [
        { label: 'p50', values: [10, null] },
        { label: 'p95', values: [20, null] },
      ],
    },
    {
      columns: ['Collection', 'Monitored APIs', 'Uptime', 'Objective', 'Budget left', 'Burn rate'],
      rows: [
        ['Payments', '2', '99.5 %', '99.9 %', '-400 %', '5.12 ×'],
        ['Quiet', '2', '–', '–', '–', '–'],
      ],
    },
    {
      columns: ['Monitored API', 'Uptime', 'Objective', 'Budget left', 'Incidents', 'Time down', 'p50', 'p95'],
      rows: [
        ['Orders', '99.701 %', '99.9 %', '-50 %', '2', '1m 30s', '100 ms', '251 ms'],
        ['Idle', '–', '–', '–', '0', '30 s', '–', '–'],
      ],
    },
    { title: 'Incidents', lines: ['There were none.'] },
    { title: 'How it is counted' },
  ]);
});

test('an Excel report has numbers to calculate with', () => {
  const { sections } = uptimeDocument(withCollections(full()), 'excel');
  expect(sections).toMatchObject([
    {
      sheet: 'Collections',
      columns: { length: 12 },
      rows: [
        ['Payments', '2', '99.5', '99.9', '-400', '5.123', '995', '0', '5', '0', '0', '0'],
        ['Quiet', '2', '', '', '', '', '995', '0', '5', '0', '0', '0'],
      ],
    },
    {
      sheet: 'Monitored APIs',
      columns: { length: 18 },
      rows: [
        [
          ...['Orders', 'http', '99.701235', '99.9', '-50', '1.235', '990', '5', '3', '2', '4', '1'],
          ...['2', '90', '120.123', '100', '250.5', '300'],
        ],
        ['Idle', 'http', '', '', '', '', '0', '0', '0', '0', '0', '0', '0', '30', '', '', '', ''],
      ],
    },
    { title: 'Incidents' },
    { title: 'How it is counted' },
  ]);
});

test('a report of a whole project names no collection, and one incident no cut-off', () => {
  const report = reportOf([monitor({ sloPercent: 100, uptimePercent: 50 })], {
    incidents: [{ ...incident, closedAt: null }],
    incidentCount: 1,
  });
  const { header, sections } = uptimeDocument(report, 'excel');
  expect(header.facts).toEqual([{ label: 'Project', text: 'Shop' }]);
  expect(header.figures?.at(-1)).toEqual({ label: 'Time down', text: '0 s' });
  expect(header.executionStatus).toBe('1 of 1 objective missed');
  expect(sections[1]).toMatchObject({
    title: 'Incidents',
    columns: ['Monitored API', 'Number', 'Opened', 'Closed', 'Length', 'Cause'],
  });
});

test('a mail summarizes the period and names the API with the lowest uptime', () => {
  const monitors = [99, 98.5, null].map((uptimePercent, index) => monitor({ name: `API ${index}`, uptimePercent }));
  const period = 'Shop, 1 Mar 2026, 00:00 to 2 Mar 2026, 00:00 (UTC)';
  expect(mailSummary(reportOf(monitors, { title: 'Weekly\r\nreport', incidentCount: 1 }))).toEqual({
    subject: 'Weekly report: Uptime 99 %',
    what: `${period}: uptime 99 %, 1 incident. The lowest uptime had API 1 with 98.5 %. The whole report is attached.`,
  });
  expect(mailSummary(reportOf([monitor({})], { incidentCount: 2 })).what).toBe(
    `${period}: uptime 100 %, 2 incidents. The whole report is attached.`,
  );
  expect(mailSummary(reportOf([monitor({ uptimePercent: null })])).what).toBe(
    `${period}: uptime –, 0 incidents. Nothing was checked in this time. The whole report is attached.`,
  );
});

test('the default accounting is stated too', () => {
  expect(accountingWords({ retries: 'ignored', maintenance: 'excluded', unknown: 'excluded' }).slice(1, 4)).toEqual([
    'A check that failed and was well when it was tried again counts as up.',
    'Checks in maintenance windows are left out.',
    'Checks that could not be made are left out.',
  ]);
});
