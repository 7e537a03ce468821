import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apiMonitoringRoutes, type NewMonitor } from '@touchstone/contracts/api-monitoring';
import { newId, systemClock } from '@touchstone/kernel';
import { inLength, type ServerProcess, type ServerRoles, startServerRoles } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { type Database, openDatabase } from '../../../platform/database/pool.ts';
import type { Platform } from '../../../platform/platform.ts';
import { newMonitor, newMonitoring } from '../testing/monitor-builders.ts';
import { createRollUp, createSummarize } from './rollup.job.ts';

const calls = apiMonitoringRoutes;
const timeout = inLength(120_000, 600_000);
/** The source address of each region's checks. */
const regions = { eu: '127.0.0.11', us: '127.0.0.12', asia: '127.0.0.13' } as const;
type Region = keyof typeof regions;
const names = Object.keys(regions) as Region[];

let roles: ServerRoles;
let database: Database;
let place: { projectId: string; collectionId: string };
let target: Awaited<ReturnType<typeof startSeenTarget>>;
let runners: Record<Region, ServerProcess>;
beforeAll(async () => {
  [roles, target] = await Promise.all([startServerRoles(inject('postgresUrl')), startSeenTarget()]);
  database = openDatabase(roles.databaseUrl, { max: 2, applicationName: 'test', onError: () => undefined });
  const [eu, us, asia] = await Promise.all(names.map((region) => startRunner(region)));
  runners = { eu, us, asia } as Record<Region, ServerProcess>;
  place = await newMonitoring(roles.client);
}, timeout);
afterAll(async () => {
  await database.close();
  await Promise.all([roles.close(), target.close()]);
}, timeout);
beforeEach(() => {
  target.down.clear();
  target.slowMs = 0;
});

/** A target that records the source address of each request, and is down or slow for some of them. */
async function startSeenTarget() {
  const seen = {
    url: '',
    /** Of the current monitor: one that was stopped may still send a last request. */
    path: '',
    down: new Set<string>(),
    slowMs: 0,
    askedFrom: new Set<string>(),
    close: async () => {},
  };
  const server = createServer((request, response) => {
    const from = request.socket.remoteAddress ?? '';
    if (request.url === seen.path) seen.askedFrom.add(from);
    setTimeout(() => response.writeHead(seen.down.has(from) ? 503 : 200).end('ok'), seen.slowMs);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  seen.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  seen.close = () =>
    new Promise((done) => {
      server.closeAllConnections();
      server.close(() => done());
    });
  return seen;
}

/** Starts a region's runner, whose connections to the target use the region's source address. */
function startRunner(region: Region): Promise<ServerProcess> {
  const port = Number(new URL(target.url).port);
  const standing = `
    import { Socket } from 'node:net';
    const { connect } = Socket.prototype;
    Socket.prototype.connect = function (...args) {
      const options = Array.isArray(args[0]) ? args[0][0] : args[0];
      if (Number(options?.port) === ${port}) options.localAddress = '${regions[region]}';
      return connect.apply(this, args);
    };`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(standing)}`;
  return roles.startRunner({ RUNNER_REGION: region, NODE_OPTIONS });
}

/** One test kills the runner of the region us, so each test that needs it ensures that it is running. */
async function withUs(): Promise<void> {
  if (!runners.us.isAlive()) runners.us = await startRunner('us');
}

let watched = 0;
/** Creates a monitor of the target that is checked every second. */
async function watch(given: Partial<NewMonitor>, before?: (id: string) => Promise<unknown>): Promise<string> {
  watched += 1;
  target.path = `/${watched}`;
  target.askedFrom.clear();
  const definition = { kind: 'http', url: target.url.replace(/\/$/, target.path) } as const;
  const { monitorId } = await newMonitor(roles.client, place, definition, { retries: 0, ...given, state: 'STOPPED' });
  await database.pool.query('update api_monitoring.monitor set every_seconds = 1 where id = $1', [monitorId]);
  await before?.(monitorId);
  await roles.client.call(calls.startMonitor, { params: { id: monitorId } });
  return monitorId;
}
const seen = (id: string) => roles.client.call(calls.getMonitor, { params: { id } });
const stands = (id: string) =>
  expect.poll(
    async () => {
      const { status, statusText, openIncidentId, slots } = await seen(id);
      const by = Object.fromEntries(slots.map(({ region, verdict }) => [region, verdict]));
      return { status, text: statusText ?? '', isOpen: openIncidentId !== null, by };
    },
    { timeout, interval: 50 },
  );
const incidentsOf = async (monitorId: string) => {
  const { content } = await roles.client.call(calls.listIncidents, {
    query: { projectId: place.projectId, monitorId, size: 50 },
  });
  return Promise.all(
    content.map(({ incidentId }) => roles.client.call(calls.getIncident, { params: { id: incidentId } })),
  );
};
const stop = (id: string) => roles.client.call(calls.stopMonitor, { params: { id } });

test('a monitor is checked in each of its regions by its own runner; it is down once it is down in 2 of 3', {
  timeout,
}, async () => {
  await withUs();
  const live = await roles.client.call(calls.listRegions, {});
  expect(live.regions).toEqual([...names].sort().map((region) => ({ region, runners: 1 })));
  const id = await watch({ regions: names, downIn: 2 });
  await stands(id).toMatchObject({ status: 'UP', by: { eu: 'UP', us: 'UP', asia: 'UP' } });
  expect([...target.askedFrom].sort()).toEqual(Object.values(regions).sort());

  target.down.add(regions.eu);
  await stands(id).toMatchObject({
    status: 'DEGRADED',
    text: expect.stringMatching(/503.*Down in 1 of 3; it counts as down from 2 on\.$/),
    isOpen: false,
    by: { eu: 'DOWN', us: 'UP', asia: 'UP' },
  });
  target.down.add(regions.asia);
  await stands(id).toMatchObject({ status: 'DOWN', isOpen: true, by: { eu: 'DOWN', us: 'UP', asia: 'DOWN' } });
  target.down.clear();
  await stands(id).toMatchObject({ status: 'UP', isOpen: false, by: { eu: 'UP', us: 'UP', asia: 'UP' } });
  const [incident, ...others] = await incidentsOf(id);
  expect(others).toEqual([]);
  expect(incident).toMatchObject({ severity: 'DOWN', state: 'CLOSED', regions: ['asia', 'eu'] });
  const graph = await roles.client.call(calls.getResultGraph, {
    query: {
      monitorId: id,
      from: new Date(Date.now() - 600_000).toISOString(),
      to: new Date(Date.now() + 1000).toISOString(),
    },
  });
  expect(graph.regions.map(({ region }) => region)).toEqual(['asia', 'eu', 'us']);
  await stop(id);
});

test("a region's outage counts once a second region's runner confirms it; while all is well, that runner sends nothing", {
  timeout,
}, async () => {
  await withUs();
  const id = await watch({ regions: ['eu'], confirmFrom: 'us' });
  await stands(id).toMatchObject({ status: 'UP', by: { eu: 'UP', us: 'UNKNOWN' } });
  target.askedFrom.clear();
  target.down.add(regions.eu);
  await stands(id).toMatchObject({
    status: 'DEGRADED',
    text: expect.stringContaining('Not confirmed: it is up from us.'),
    isOpen: false,
  });
  expect([...target.askedFrom].sort()).toEqual([regions.eu, regions.us]);
  target.down.add(regions.us);
  await stands(id).toMatchObject({ status: 'DOWN', isOpen: true });
  const [incident] = await incidentsOf(id);
  expect(incident).toMatchObject({ regions: ['eu', 'us'] });
  expect(incident?.entries.map(({ kind, text }) => `${kind}: ${text}`)).toContain('confirmed: Confirmed from us.');
  target.down.clear();
  await stands(id).toMatchObject({ status: 'UP', isOpen: false, by: { us: 'UNKNOWN' } });
  target.askedFrom.clear();
  await expect.poll(() => target.askedFrom.has(regions.eu), { timeout }).toBe(true);
  expect(target.askedFrom.has(regions.us)).toBe(false);

  // No runner is left to confirm: the outage counts, and the text says so.
  await runners.us.kill('SIGKILL');
  await expect
    .poll(async () => (await roles.client.call(calls.listRegions, {})).regions.map(({ region }) => region), { timeout })
    .toEqual(['asia', 'eu']);
  target.down.add(regions.eu);
  await stands(id).toMatchObject({
    status: 'DOWN',
    text: expect.stringContaining('No runner of us was there to confirm it.'),
    isOpen: true,
  });
  await stop(id);
});

test('slower than its own p95 of the last days is degraded, and up again once it is back to normal', {
  timeout,
}, async () => {
  const parts = { database, clock: systemClock } as unknown as Platform;
  const learn = async (monitorId: string) => {
    const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 25 * 3_600_000;
    await database.pool.query(
      `insert into api_monitoring.result (id, monitor_id, at, duration_us, attempt, verdict, is_in_maintenance, is_retried, region)
       select gen_random_uuid(), $1, $2::timestamptz + n * interval '20 s', 100000 + n * 100, 1, 0, false, false, 'eu' from generate_series(0, 149) n`,
      [monitorId, new Date(hour)],
    );
    await database.pool.query('insert into api_monitoring.dirty_hour (id, at) values ($1, $2)', [
      newId(),
      new Date(hour),
    ]);
    await createRollUp(parts)();
    await createSummarize(parts).baselines();
  };
  const id = await watch({ regions: ['eu', 'asia'], degradedFactor: 5 }, learn);
  const { baselineMs } = await seen(id);
  // 95 % of 100.0 to 114.9 ms.
  expect(baselineMs).toBeGreaterThan(112);
  expect(baselineMs).toBeLessThan(116);
  await stands(id).toMatchObject({ status: 'UP', by: { eu: 'UP', asia: 'UP' } });
  target.slowMs = 900;
  await stands(id).toMatchObject({
    status: 'DEGRADED',
    text: expect.stringMatching(/It took \d{3,4} ms, more than 5 times its usual 11\d ms \(p95 of 7 days\)\./),
    isOpen: true,
    by: { eu: 'DEGRADED', asia: 'DEGRADED' },
  });
  target.slowMs = 0;
  await stands(id).toMatchObject({ status: 'UP', isOpen: false });
  expect(await incidentsOf(id)).toMatchObject([{ severity: 'DEGRADED', state: 'CLOSED' }]);
  await stop(id);
});
