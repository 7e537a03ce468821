import type { Client } from '@touchstone/contracts';
import { apiMonitoringRoutes } from '@touchstone/contracts/api-monitoring';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { makeCertificate, makePfx } from '@touchstone/engine-http/testing';
import { newId } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Platform } from '../../../platform/platform.ts';
import { failureOf } from '../../api-testing/testing/builders.ts';
import { createRollUp, createSummarize } from '../jobs/rollup.job.ts';
import { newMonitor, newMonitoring } from '../testing/monitor-builders.ts';

const calls = apiMonitoringRoutes;
let server: TestServer;
let client: Client;
let place: { projectId: string; collectionId: string };
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  client = (await server.createOrganization({ plan: 'ENTERPRISE' })).client;
  place = await newMonitoring(client);
}, 120_000);
afterAll(() => server.close());

const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000;
const query = (text: string, values: unknown[] = []) => server.platform.database.pool.query(text, values);
/** Creates a monitor's checks: verdict and duration per minute, hours ago. */
async function checked(
  monitorId: string,
  hoursAgo: number,
  verdicts: readonly number[],
  given: { region?: string; retried?: boolean; maintenance?: boolean; ms?: number } = {},
) {
  for (const [minute, verdict] of verdicts.entries())
    await query(
      `insert into api_monitoring.result (id, monitor_id, at, duration_us, attempt, verdict, is_in_maintenance, is_retried, region, first_byte_ms)
       values ($1, $2, $3, $4, 1, $5, $6, $7, $8, 5)`,
      [
        newId(),
        monitorId,
        new Date(hour - hoursAgo * 3_600_000 + minute * 60_000),
        ((given.ms ?? 100) + minute) * 1000,
        verdict,
        given.maintenance ?? false,
        given.retried ?? false,
        given.region ?? '',
      ],
    );
  await query('insert into api_monitoring.dirty_hour (id, at) values ($1, $2)', [
    newId(),
    new Date(hour - hoursAgo * 3_600_000),
  ]);
}
const rollUp = (at = new Date()) => createRollUp({ ...server.platform, clock: { now: () => at } } as Platform)();
const stored = async () =>
  (await query(`select to_jsonb(r)::text as row from api_monitoring.rollup r order by 1`)).rows.map(({ row }) => row);
const make = async (name: string, kind: 'http' | 'api-suite' = 'http', given: object = {}) => {
  const { monitorId } = await newMonitor(
    client,
    place,
    { kind: 'http', url: 'http://127.0.0.1:9/' },
    { name, state: 'STOPPED', ...given },
  );
  if (kind !== 'http') await query(`update api_monitoring.monitor set kind = $2 where id = $1`, [monitorId, kind]);
  return monitorId;
};

test('[api-monitoring-4] status, graphs and reports reflect the checks; repeating the roll-up changes nothing', async () => {
  const home = await make('Home', 'http', { sloPercent: 90 });
  const suite = await make('Checkout', 'api-suite');
  await checked(home, 3, [0, 0, 0, 0, 0, 0, 0, 1, 2, 3]);
  await checked(home, 2, [2], { retried: true });
  await checked(home, 2, [2, 0], { maintenance: true });
  await checked(home, 2, [0, 0], { region: 'eu', ms: 400 });
  await checked(suite, 2, [0, 2], { ms: 5000 });
  expect(await rollUp()).toBe(2);
  const first = await stored();
  await query(
    'insert into api_monitoring.dirty_hour select gen_random_uuid(), at from api_monitoring.rollup where level = 0',
  );
  await rollUp();
  expect(await stored()).toEqual(first);
  await createSummarize(server.platform).day();

  const { projectId } = place;
  const report = await client.call(calls.getExecutionReportStatus, { query: { projectId } });
  expect(report.monitors.map(({ name }) => name)).toEqual(['Checkout', 'Home']);
  expect(report.monitors[1]).toMatchObject({
    counts: { up: 9, degraded: 1, down: 1, unknown: 1, maintenance: 2, retried: 1 },
    sloPercent: 90,
    latency: { count: 11, minMs: 100, maxMs: 401 },
  });
  expect(report.monitors[1]?.uptimePercent).toBeCloseTo((100 * 10) / 11);
  expect(report.monitors[1]?.burnRate).toBeCloseTo(100 / 11 / 10);
  const strict = await client.call(calls.getExecutionReportStatus, {
    query: { projectId, retries: 'counted', maintenance: 'counted', unknown: 'down' },
  });
  expect(strict.monitors[1]?.uptimePercent).toBeCloseTo((100 * 11) / 15);
  const chaining = await client.call(calls.getChainingReportStatus, { query: { projectId } });
  expect(chaining.monitors.map(({ name, uptimePercent }) => [name, uptimePercent])).toEqual([['Checkout', 50]]);

  expect(report.collections).toEqual([]);
  const { collectionId } = place;
  await client.call(calls.updateCollection, { body: { collectionId, sloPercent: 80 } });
  const grouped = await client.call(calls.getExecutionReportStatus, { query: { projectId } });
  expect(grouped.collections).toMatchObject([
    { collectionId, monitors: 2, sloPercent: 80, counts: { up: 10, down: 2 } },
  ]);
  // 11 of 13 checks of both monitors were up: an error rate of 2/13 against a budget of 1/5.
  expect(grouped.collections[0]?.uptimePercent).toBeCloseTo((100 * 11) / 13);
  expect(grouped.collections[0]?.errorBudgetLeft).toBeCloseTo(1 - 10 / 13);
  const ofSuitesAlone = await client.call(calls.getChainingReportStatus, { query: { projectId } });
  expect(ofSuitesAlone.collections).toEqual([]);
  const never = await failureOf(client.call(calls.updateCollection, { body: { collectionId, sloPercent: 100 } }));
  expect(never.details).toEqual([{ path: 'sloPercent', message: 'An objective lies between 50 and 99.999 %.' }]);
  const kept = await client.call(calls.updateCollection, { body: { collectionId, description: 'Both' } });
  expect(kept.sloPercent).toBe(80);
  expect(
    (await client.call(calls.updateCollection, { body: { collectionId, sloPercent: null } })).sloPercent,
  ).toBeNull();

  const graph = await client.call(calls.getResultGraph, { query: { monitorId: home } });
  expect([graph.stepSeconds, graph.points.map(({ up, retried }) => [up, retried])]).toEqual([
    3600,
    [
      [7, 0],
      [2, 1],
    ],
  ]);
  expect(graph.regions.map(({ region, points }) => [region, points.length])).toEqual([
    ['', 2],
    ['eu', 1],
  ]);
  const fine = await client.call(calls.getResultGraph, {
    query: {
      monitorId: home,
      from: new Date(hour - 3 * 3_600_000).toISOString(),
      to: new Date(hour - 2 * 3_600_000).toISOString(),
    },
  });
  expect([fine.stepSeconds, fine.points.length]).toEqual([60, 10]);
  const overall = await client.call(calls.getFunctionalGraph, { query: { projectId } });
  expect(overall.points.map(({ up }) => up)).toEqual([7, 3]);
  expect(overall.collections.find(({ collectionId }) => collectionId === place.collectionId)?.counts.up).toBe(10);
  const ofSuites = await client.call(calls.getChainingGraph, { query: { projectId } });
  expect(ofSuites.points.map(({ up, down }) => [up, down])).toEqual([[1, 1]]);

  const performance = await client.call(calls.listPerformanceReports, { query: { projectId } });
  expect(performance.monitors.map(({ name }) => name)).toEqual(['Checkout', 'Home']);
  expect(performance.all.count).toBe(12);
  const one = await client.call(calls.getPerformance, { query: { monitorId: home } });
  expect(one).toMatchObject({ latency: { count: 11 }, phases: { firstByteMs: 5 }, baselineMs: null });
  expect(one.distribution.reduce((sum, { count }) => sum + count, 0)).toBe(11);
  const now = await client.call(calls.getTestStatus, { query: { projectId } });
  expect(now).toMatchObject({ monitors: { total: 2, PAUSED: 2 }, openIncidents: 0, latency: { count: 12 } });
  expect(now.uptimePercent).toBeCloseTo((100 * 11) / 13);
  const listed = await client.call(calls.listMonitors, { params: { id: projectId }, query: { searchTerm: 'Home' } });
  expect(listed.content[0]).toMatchObject({ p95Ms: expect.any(Number), recent: { length: 15 } });
});

test('a day includes every hour, even if its last check was long before its end; spans of weeks are exact to the hour', async () => {
  const rare = await make('Rare');
  const day = Math.floor(hour / 86_400_000) - 20;
  const at = (hours: number) => new Date(day * 86_400_000 + hours * 3_600_000);
  const ago = (hours: number) => (hour - at(hours).getTime()) / 3_600_000;
  for (const hours of [1, 5, 23]) {
    await checked(rare, ago(hours), [0, 2, 0]);
    await rollUp(new Date(at(hours).getTime() + 4 * 60_000));
    await rollUp(at(hours + 1));
  }
  await checked(rare, 0, [2]);
  await rollUp();
  const days = await query(
    'select up, down from api_monitoring.rollup where monitor_id = $1 and level = 1 and at = $2',
    [rare, at(0)],
  );
  expect(days.rows).toEqual([{ up: 6, down: 3 }]);
  const countsIn = async (from: Date, to: Date) => {
    const span = { from: from.toISOString(), to: to.toISOString() };
    const { monitors } = await client.call(calls.getExecutionReportStatus, {
      query: { projectId: place.projectId, ...span },
    });
    const { up, down } = monitors.find(({ monitorId }) => monitorId === rare)?.counts ?? {};
    return [up, down];
  };
  const now = new Date(hour + 3_600_000);
  expect(await countsIn(at(0), now)).toEqual([6, 4]);
  expect(await countsIn(at(3), now)).toEqual([4, 3]);
  // A day that hasn't ended has no roll-up yet, even if the span ends with it.
  const midnight = new Date((Math.floor(hour / 86_400_000) + 1) * 86_400_000);
  expect(await countsIn(at(0), midnight)).toEqual([6, 4]);
  expect(await countsIn(at(3), new Date(hour))).toEqual([4, 2]);
  expect(await countsIn(at(-480), at(3))).toEqual([2, 1]);
});

test('roll-ups include every monitor, regardless of their number', async () => {
  const before = (await stored()).length;
  const at = new Date(hour - 40 * 3_600_000);
  await query(
    `insert into api_monitoring.result (id, monitor_id, at, duration_us, attempt, verdict, is_in_maintenance, is_retried, region)
     select gen_random_uuid(), gen_random_uuid(), $1::timestamptz + interval '5 minutes', 1000, 1, 0, false, false, '' from generate_series(1, 1100)`,
    [at],
  );
  await query('insert into api_monitoring.dirty_hour (id, at) values ($1, $2)', [newId(), at]);
  await rollUp();
  // An hour and its day.
  expect((await stored()).length - before).toBe(2 * 1100);
  await createSummarize({
    ...server.platform,
    clock: { now: () => new Date(hour - 30 * 3_600_000) },
  } as Platform).day();
  const summaries = await query('select count(*)::int as n from api_monitoring.summary where good = 1 and p95_ms = 1');
  expect(summaries.rows[0].n).toBeGreaterThanOrEqual(1100);
});

test('[api-monitoring-4] single checks and chaining results are listed and opened', async () => {
  const suite = await make('Nightly', 'api-suite');
  await checked(suite, 1, [0, 2, 2]);
  const results = await client.call(calls.listResults, { query: { monitorId: suite, verdict: 'DOWN' } });
  expect(results.content.map(({ durationMs }) => durationMs)).toEqual([102, 101]);
  const { resultId = '' } = results.content[0] ?? {};
  expect(await client.call(calls.getResult, { params: { id: resultId } })).toMatchObject({
    phases: { firstByteMs: 5 },
    detail: null,
  });
  const chaining = await client.call(calls.listChainingResults, {
    query: { projectId: place.projectId, monitorId: suite },
  });
  expect(chaining.content.map(({ monitorName, kind }) => [monitorName, kind])).toEqual(
    Array(3).fill(['Nightly', 'api-suite']),
  );
  expect(await client.call(calls.getChainingResult, { query: { resultId } })).toMatchObject({
    monitorName: 'Nightly',
    steps: [],
    runLink: null,
  });
  expect(await client.call(calls.getExecutionStatus, { query: { monitorId: suite } })).toMatchObject({
    status: 'PAUSED',
    isChecking: false,
    last: { resultId },
  });
  const wrong = failureOf(
    client.call(calls.listResults, {
      query: { monitorId: suite, from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' },
    }),
  );
  expect((await wrong).status).toBe(400);
});

test('[api-monitoring-5] certificates and variables of a project are managed', async () => {
  const { projectId } = place;
  const pair = makeCertificate({ commonName: 'client' });
  const form = new FormData();
  form.append('passphrase', 'secret');
  form.append('file', new Blob([Buffer.from(makePfx(pair, 'secret', { algorithm: '3des' }))]), 'client.pfx');
  const converted = await client.call(calls.convertCertificate, { query: { projectId }, body: form });
  expect(converted).toMatchObject({ type: 'PFX', subject: expect.stringContaining('client'), warning: null });
  await newMonitor(client, place, { kind: 'http', url: 'https://api.shop.test/' }, { state: 'STOPPED' });
  const made = await client.call(calls.createCertificate, {
    body: { projectId, domainName: '*.shop.test', uploadId: converted.uploadId, passphrase: 'secret' },
  });
  const { certificates } = await client.call(calls.listActiveCertificates, { query: { projectId } });
  expect(certificates).toMatchObject([
    { certificateId: made.certificateId, daysLeft: 29, isActive: true, monitorIds: { length: 1 } },
  ]);
  await client.call(calls.updateCertificate, {
    body: { projectId, certificateId: made.certificateId, domainName: 'a.test' },
  });
  await client.call(calls.deleteCertificate, { query: { certificateId: made.certificateId } });
  expect((await client.call(calls.listActiveCertificates, { query: { projectId } })).certificates).toEqual([]);

  const { environmentId } = await client.call(workspaceRoutes.createEnvironment, {
    body: { projectId, environmentName: 'Live' },
  });
  const added = await client.call(calls.createVariables, {
    body: { projectId, environmentId, variables: [{ name: 'token', value: 'hidden', isSecret: true }] },
  });
  const globals = await client.call(calls.createVariables, {
    body: { projectId, variables: [{ name: 'host', value: 'a' }] },
  });
  const listed = async () =>
    (await client.call(calls.listVariables, { query: { projectId } })).variables.map(({ name, value }) => [
      name,
      value,
    ]);
  expect(await listed()).toEqual(
    expect.arrayContaining([
      ['token', ''],
      ['host', 'a'],
    ]),
  );
  const ids = [...added.variables, ...globals.variables].map(({ variableId }) => variableId);
  await client.call(calls.updateVariable, { body: { variableId: ids[1] ?? '', value: 'b' } });
  expect(await listed()).toEqual(expect.arrayContaining([['host', 'b']]));
  await client.call(calls.deleteVariables, { query: { projectId, variableIds: ids } });
  expect(await listed()).toEqual([]);
});
