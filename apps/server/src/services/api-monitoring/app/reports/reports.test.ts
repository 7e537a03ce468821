import type { Client } from '@touchstone/contracts';
import { apiMonitoringRoutes } from '@touchstone/contracts/api-monitoring';
import { FakeClock, newId } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf } from '../../../api-testing/testing/builders.ts';
import { createRollUp, createSummarize } from '../../jobs/rollup.job.ts';
import { checksOf } from '../../testing/check-builders.ts';
import { newMonitor, newMonitoring } from '../../testing/monitor-builders.ts';

const calls = apiMonitoringRoutes;
const minute = 60_000;
const clock = new FakeClock(new Date('2026-03-10T12:00:00Z'));
let server: TestServer;
let client: Client;
let seeded: Awaited<ReturnType<typeof seed>>;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, clock });
  client = (await server.createOrganization({ plan: 'ENTERPRISE' })).client;
  seeded = await seed();
}, 120_000);
afterAll(() => server.close());

const query = (text: string, values: unknown[] = []) => server.platform.database.pool.query(text, values);
/** Inserts a check per minute from the given time on: `u` up, `g` degraded, `d` down, `n` unknown. */
async function checked(monitorId: string, from: string, letters: string, given: { region?: string; ms?: number } = {}) {
  const begin = Date.parse(`2026-03-10T${from}:00Z`);
  for (const [index, letter] of [...letters].entries())
    await query(
      `insert into api_monitoring.result (id, monitor_id, at, duration_us, attempt, verdict, is_in_maintenance, is_retried, region, dns_ms, first_byte_ms)
       values ($1, $2, $3, $4, 1, $5, false, false, $6, $7, 5)`,
      [
        newId(),
        monitorId,
        new Date(begin + index * minute),
        (given.ms ?? 100) * 1000,
        'ugdn'.indexOf(letter),
        given.region ?? '',
        index,
      ],
    );
  const hour = new Date(Math.floor(begin / 3_600_000) * 3_600_000);
  await query('insert into api_monitoring.dirty_hour (id, at) values ($1, $2)', [newId(), hour]);
}

/** Creates two collections, each with a monitored API, the first also with a monitored workflow. */
async function seed() {
  const place = await newMonitoring(client);
  const { projectId, collectionId } = place;
  const second = await client.call(calls.createCollection, { body: { projectId, name: 'Second', sloPercent: 80 } });
  const make = async (name: string, of: string, sloPercent: number | null = null) =>
    (
      await newMonitor(
        client,
        { projectId, collectionId: of },
        { kind: 'http', url: 'http://a.test/' },
        { name, state: 'STOPPED', sloPercent },
      )
    ).monitorId;
  const [home, shop, flow] = [
    await make('Home', collectionId, 90),
    await make('Shop', second.collectionId),
    await make('Flow', collectionId),
  ];
  await query(`update api_monitoring.monitor set kind = 'workflow' where id = $1`, [flow]);
  await checked(home, '08:00', 'uuud');
  await checked(home, '09:00', 'ug', { region: 'eu' });
  await checked(home, '09:30', 'n');
  await checked(shop, '09:00', 'uud', { ms: 300 });
  await checked(flow, '09:10', 'ud', { ms: 200 });
  await query(
    `insert into api_monitoring.incident (id, organization_id, project_id, monitor_id, number, state, severity, cause, regions, opened_at, closed_at)
     select $2, organization_id, project_id, id, 1, 'CLOSED', 'DOWN', 'It failed.', '{}', '2026-03-10T08:03:00Z', '2026-03-10T08:13:00Z'
     from api_monitoring.monitor where id = $1`,
    [home, newId()],
  );
  await createRollUp(server.platform)();
  await createSummarize(server.platform).day();
  return { ...place, second: second.collectionId, home, shop, flow };
}

const day = { from: '2026-03-09T12:00:00.000Z', to: '2026-03-10T12:00:00.000Z' };
const none = { up: 0, degraded: 0, down: 0, unknown: 0, retried: 0, maintenance: 0 };
/** Durations of up and degraded checks. */
const latency = (count: number, ms: number | null, averageMs = ms) => ({
  count,
  minMs: ms,
  averageMs,
  p50Ms: ms,
  p90Ms: ms,
  p95Ms: ms,
  p99Ms: ms,
  maxMs: ms,
});
/** A graph point whose checks all took equally long. */
const point = (at: string, counts: Partial<typeof none>, ms: number | null) => ({
  at: `2026-03-10T${at}:00.000Z`,
  ...none,
  ...counts,
  averageMs: ms,
  p50Ms: ms,
  p95Ms: ms,
  p99Ms: ms,
  maxMs: ms,
});
const accounting = { retries: 'ignored', maintenance: 'excluded', unknown: 'excluded' };
const close = (value: number) => expect.closeTo(value, 9);

/** The monitored APIs as shown in reports. */
const shown = () => {
  const { home, shop, flow, collectionId, second } = seeded;
  const plain = {
    status: 'PAUSED',
    sloPercent: null,
    errorBudgetLeft: null,
    burnRate: null,
    incidents: 0,
    downSeconds: 0,
  };
  return {
    flow: {
      ...plain,
      monitorId: flow,
      collectionId,
      name: 'Flow',
      kind: 'workflow',
      counts: { ...none, up: 1, down: 1 },
      uptimePercent: 50,
      latency: latency(1, 200),
    },
    home: {
      ...plain,
      monitorId: home,
      collectionId,
      name: 'Home',
      kind: 'http',
      counts: { ...none, up: 4, degraded: 1, down: 1, unknown: 1 },
      uptimePercent: close(500 / 6),
      sloPercent: 90,
      burnRate: close(100 / 60),
      errorBudgetLeft: close(1 - 100 / 60),
      incidents: 1,
      downSeconds: 600,
      latency: latency(5, 100),
    },
    shop: {
      ...plain,
      monitorId: shop,
      collectionId: second,
      name: 'Shop',
      kind: 'http',
      counts: { ...none, up: 2, down: 1 },
      uptimePercent: close(200 / 3),
      latency: latency(2, 300),
    },
  };
};

test('a report has all figures of every monitored API and of every collection with an objective', async () => {
  const { projectId, collectionId, second } = seeded;
  const { flow, home, shop } = shown();
  const report = await client.call(calls.getExecutionReportStatus, { query: { projectId } });
  expect(report).toEqual({
    ...day,
    accounting,
    counts: { ...none, up: 7, degraded: 1, down: 3, unknown: 1 },
    uptimePercent: close(800 / 11),
    monitors: [flow, home, shop],
    collections: [
      {
        collectionId: second,
        name: 'Second',
        monitors: 1,
        counts: shop.counts,
        uptimePercent: close(200 / 3),
        sloPercent: 80,
        burnRate: close(100 / 60),
        errorBudgetLeft: close(1 - 100 / 60),
      },
    ],
  });
  const ofFirst = await client.call(calls.getExecutionReportStatus, { query: { projectId, collectionId } });
  expect([ofFirst.monitors, ofFirst.collections]).toEqual([[flow, home], []]);
  const chaining = await client.call(calls.getChainingReportStatus, { query: { projectId } });
  expect([chaining.monitors, chaining.collections]).toEqual([[flow], []]);
  const strict = { retries: 'counted', maintenance: 'counted', unknown: 'down' } as const;
  const counted = await client.call(calls.getExecutionReportStatus, { query: { projectId, ...strict } });
  expect([counted.accounting, counted.uptimePercent]).toEqual([strict, close(800 / 12)]);
});

test('a span without checks has no figures', async () => {
  const { projectId, home } = seeded;
  const span = { from: '2026-03-01T00:00:00.000Z', to: '2026-03-02T00:00:00.000Z' };
  const report = await client.call(calls.getExecutionReportStatus, { query: { projectId, ...span } });
  const empty = { counts: none, uptimePercent: null, errorBudgetLeft: null, burnRate: null };
  expect(report).toMatchObject({
    ...span,
    counts: none,
    uptimePercent: null,
    collections: [{ ...empty, sloPercent: 80 }],
  });
  expect(report.monitors.map(({ latency: of, ...rest }) => ({ of, ...rest }))).toMatchObject(
    Array(3).fill({ ...empty, incidents: 0, downSeconds: 0, of: latency(0, null) }),
  );
  const performance = await client.call(calls.getPerformance, { query: { monitorId: home, ...span } });
  expect(performance).toEqual({
    ...span,
    stepSeconds: 3600,
    points: [],
    regions: [],
    latency: latency(0, null),
    baselineMs: null,
    distribution: [],
    phases: {},
  });
});

test('graphs have a point for each hour with checks, overall and by region', async () => {
  const { projectId, home, shop, second, collectionId } = seeded;
  const first = point('08:00', { up: 3, down: 1 }, 100);
  const graph = await client.call(calls.getResultGraph, { query: { monitorId: home } });
  expect(graph).toEqual({
    ...day,
    stepSeconds: 3600,
    points: [first, point('09:00', { up: 1, degraded: 1, unknown: 1 }, 100)],
    regions: [
      { region: '', points: [first, point('09:00', { unknown: 1 }, null)] },
      { region: 'eu', points: [point('09:00', { up: 1, degraded: 1 }, 100)] },
    ],
  });
  const span = { from: '2026-03-10T09:00:00.000Z', to: '2026-03-10T09:02:00.000Z' };
  const minutely = await client.call(calls.getResultGraph, { query: { monitorId: shop, ...span } });
  const points = [point('09:00', { up: 1 }, 300), point('09:01', { up: 1 }, 300)];
  expect(minutely).toEqual({ ...span, stepSeconds: 60, points, regions: [{ region: '', points }] });
  const chaining = await client.call(calls.getChainingGraph, { query: { projectId } });
  expect(chaining).toEqual({ ...day, stepSeconds: 3600, points: [point('09:00', { up: 1, down: 1 }, 200)] });
  const functional = await client.call(calls.getFunctionalGraph, { query: { projectId } });
  expect(functional.points.map(({ at, up, down }) => [at, up, down])).toEqual([
    ['2026-03-10T08:00:00.000Z', 3, 1],
    ['2026-03-10T09:00:00.000Z', 4, 2],
  ]);
  expect(functional).toMatchObject({ ...day, stepSeconds: 3600 });
  const ofSecond = {
    collectionId: second,
    name: 'Second',
    counts: { ...none, up: 2, down: 1 },
    uptimePercent: close(200 / 3),
  };
  expect(functional.collections).toEqual([
    {
      collectionId,
      name: expect.stringMatching(/^Collection/),
      counts: { ...none, up: 5, degraded: 1, down: 2, unknown: 1 },
      uptimePercent: 75,
    },
    { collectionId: expect.any(String), name: 'Default', counts: none, uptimePercent: null },
    ofSecond,
  ]);
  const alone = await client.call(calls.getFunctionalGraph, { query: { projectId, collectionId: second } });
  expect([alone.collections, alone.points.length]).toEqual([[ofSecond], 1]);
});

test('graphs of short spans use single checks, reports use whole hours', async () => {
  const { projectId } = seeded;
  const span = { from: '2026-03-10T09:11:00.000Z', to: '2026-03-10T09:31:00.000Z' };
  const request = { query: { projectId, ...span } };
  const chaining = await client.call(calls.getChainingGraph, request);
  const [flow, home] = [point('09:11', { down: 1 }, null), point('09:30', { unknown: 1 }, null)];
  expect(chaining).toEqual({ ...span, stepSeconds: 60, points: [flow] });
  const functional = await client.call(calls.getFunctionalGraph, request);
  expect([functional.stepSeconds, functional.points]).toEqual([60, [flow, home]]);
  const report = await client.call(calls.getExecutionReportStatus, request);
  expect(report.counts).toEqual({ ...none, up: 4, degraded: 1, down: 2, unknown: 1 });
});

test('performance is reported per monitored API, slowest first, with the phases of single checks', async () => {
  const { projectId, home, shop, flow } = seeded;
  const report = await client.call(calls.listPerformanceReports, { query: { projectId } });
  expect(report).toMatchObject({ ...day, all: { count: 8, minMs: 100, maxMs: 300 } });
  expect(report.monitors).toEqual([
    { monitorId: shop, name: 'Shop', kind: 'http', latency: latency(2, 300) },
    { monitorId: flow, name: 'Flow', kind: 'workflow', latency: latency(1, 200) },
    { monitorId: home, name: 'Home', kind: 'http', latency: latency(5, 100) },
  ]);
  await query('update api_monitoring.monitor set baseline_ms = 77 where id = $1', [shop]);
  const one = await client.call(calls.getPerformance, { query: { monitorId: shop } });
  const { distribution, ...rest } = one;
  const points = [point('09:00', { up: 2, down: 1 }, 300)];
  expect(rest).toEqual({
    ...day,
    stepSeconds: 3600,
    points,
    regions: [{ region: '', points }],
    latency: latency(2, 300),
    baselineMs: 77,
    phases: { dnsMs: 1, firstByteMs: 5 },
  });
  expect(distribution.reduce((sum, { count }) => sum + count, 0)).toBe(2);
});

test('the current status is counted for the project and for a collection', async () => {
  const { projectId, second } = seeded;
  const counts = { total: 3, UP: 0, DEGRADED: 0, DOWN: 0, UNKNOWN: 0, MAINTENANCE: 0, PAUSED: 3 };
  const all = await client.call(calls.getTestStatus, { query: { projectId } });
  expect(all).toMatchObject({ monitors: counts, openIncidents: 0, latency: { count: 8, minMs: 100, maxMs: 300 } });
  expect(all.uptimePercent).toBeCloseTo(800 / 11);
  const one = await client.call(calls.getTestStatus, { query: { projectId, collectionId: second } });
  expect(one).toEqual({
    monitors: { ...counts, total: 1, PAUSED: 1 },
    openIncidents: 0,
    uptimePercent: close(200 / 3),
    latency: latency(2, 300),
  });
  const empty = await newMonitoring(client);
  const nothing = await client.call(calls.getTestStatus, { query: { projectId: empty.projectId } });
  expect(nothing).toMatchObject({ openIncidents: 0, uptimePercent: null, latency: latency(0, null) });
});

test('single checks are listed by time, region and verdict; an invalid span is rejected', async () => {
  const { home } = seeded;
  const list = async (given: object) => {
    const { content, ...rest } = await client.call(calls.listResults, { query: { monitorId: home, ...given } });
    return [rest.page, rest.size, rest.totalElements, ...content.map(({ at }) => at.slice(11, 16))];
  };
  expect(await list({ size: 3 })).toEqual([0, 3, 7, '09:30', '09:01', '09:00']);
  expect(await list({ size: 3, page: 2 })).toEqual([2, 3, 7, '08:00']);
  expect(await list({ region: 'eu' })).toEqual([0, 10, 2, '09:01', '09:00']);
  expect(await list({ verdict: 'DEGRADED' })).toEqual([0, 10, 1, '09:01']);
  const span = { from: '2026-03-10T08:01:00Z', to: '2026-03-10T08:03:00Z' };
  expect(await list(span)).toEqual([0, 10, 2, '08:02', '08:01']);
  for (const given of [
    { from: span.to, to: span.from },
    { from: span.from, to: span.from },
    { from: '2024-01-01T00:00:00Z' },
  ]) {
    const { status, code, message } = await failureOf(list(given));
    expect([status, code, message]).toEqual([
      400,
      'API_MONITORING_INVALID_SPAN',
      'Choose a time span whose end is after its start, of at most 400 days.',
    ]);
  }
});

test('workflow checks are listed and opened with their steps; other checks are not found', async () => {
  const { projectId, collectionId, second, flow, home } = seeded;
  const list = (given: object = {}) => client.call(calls.listChainingResults, { query: { projectId, ...given } });
  const listed = await list();
  const summary = {
    resultId: expect.any(String),
    monitorId: flow,
    monitorName: 'Flow',
    kind: 'workflow',
    region: '',
    durationMs: 200,
    statusCode: null,
    code: null,
    message: null,
    attempt: 1,
    isInMaintenance: false,
    runId: null,
  };
  const [down, up] = [
    { ...summary, at: '2026-03-10T09:11:00.000Z', verdict: 'DOWN' },
    { ...summary, at: '2026-03-10T09:10:00.000Z', verdict: 'UP' },
  ];
  expect(listed).toEqual({ page: 0, size: 10, totalElements: 2, content: [down, up] });
  expect((await list({ verdict: 'UP' })).content).toEqual([up]);
  expect((await list({ monitorId: flow, page: 1, size: 1 })).content).toEqual([up]);
  expect((await list({ collectionId })).totalElements).toBe(2);
  expect((await list({ collectionId: second })).totalElements).toBe(0);
  const missing = await failureOf(list({ monitorId: home }));
  expect([missing.status, missing.code]).toEqual([404, 'API_MONITORING_MONITOR_NOT_FOUND']);
  const open = (resultId: string) => client.call(calls.getChainingResult, { query: { resultId } });
  const resultId = listed.content[0]?.resultId ?? '';
  const { kind: _, ...rest } = down;
  const steps = { phases: { dnsMs: 1, firstByteMs: 5 }, detail: null, runLink: null, steps: [] };
  expect(await open(resultId)).toEqual({ ...rest, resultId, ...steps });
  // The run has been deleted.
  await query('update api_monitoring.result set run_id = $1 where id = $1', [resultId]);
  expect(await open(resultId)).toEqual({ ...rest, resultId, ...steps, runId: resultId });
  const [other] = (await client.call(calls.listResults, { query: { monitorId: home } })).content;
  for (const id of [other?.resultId ?? '', newId()]) {
    const { status, code, message } = await failureOf(open(id));
    expect([status, code, message]).toEqual([
      404,
      'API_MONITORING_RESULT_NOT_FOUND',
      'No such check. Single checks are deleted after some days.',
    ]);
  }
});

test('the next check is the earliest of all regions', async () => {
  const place = await newMonitoring(client);
  const { monitorId } = await newMonitor(client, place, { kind: 'tcp', host: 'x', port: 1 }, { regions: ['eu', 'us'] });
  const later = new Date(clock.now().getTime() + minute);
  await query(`update api_monitoring.monitor_slot set next_due_at = $2 where monitor_id = $1 and region = 'eu'`, [
    monitorId,
    later,
  ]);
  const now = async () => client.call(calls.getExecutionStatus, { query: { monitorId } });
  expect((await now()).nextDueAt).toBe(clock.now().toISOString());
  const seen = await client.call(calls.getMonitor, { params: { id: monitorId } });
  expect(seen.nextDueAt).toBe(clock.now().toISOString());
  const checks = checksOf(server.platform);
  await checks.found(monitorId, { durationMs: 1 }, 'eu');
  clock.advance(1000);
  await checks.found(monitorId, { durationMs: 2 }, 'us');
  const after = await client.call(calls.getMonitor, { params: { id: monitorId } });
  expect([after.lastAt, after.lastDurationMs]).toEqual([clock.now().toISOString(), 2]);
  await query('update api_monitoring.monitor_slot set next_due_at = null where monitor_id = $1', [monitorId]);
  expect(await now()).toMatchObject({ nextDueAt: null, last: { region: 'us', durationMs: 2 } });
});
