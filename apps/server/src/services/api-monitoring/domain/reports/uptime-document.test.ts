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

test('the report says how it was counted', () => {
  expect(accountingWords({ retries: 'counted', maintenance: 'counted', unknown: 'down' })).toEqual([
    'Uptime is the share of checks that found the API up or degraded.',
    'A check that failed counts as down, even if it was well when it was tried again.',
    'Checks in maintenance windows count like all others.',
    'Checks that could not be made count as down.',
    'The objective of a collection is about the checks of all its monitored APIs together; each check counts alike.',
    'The span is counted in whole hours.',
  ]);
});
