import type { Client } from '@touchstone/contracts';
import {
  apiTestingRoutes as calls,
  type ExecuteTestInput,
  type PerformanceEvent,
  type PerformancePoint,
} from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { emptyHistogram, Histogram, type LoadFrame, type LoadPlan, LoadTally } from '@touchstone/engine-load/core';
import { newId } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { failureOf, newProject, newScript, newSuite } from '../../api-testing/testing/builders.ts';
import { runsService } from '../../runs/index.ts';
import { toPoint, toTotals } from '../domain/points.ts';
import { framesStore } from '../store/frames.store.ts';
import { performanceStore } from '../store/performance.store.ts';
import { createFollowPerformance, type NumberedEvent } from './follow-performance.ts';

let server: TestServer;
let user: TestUser;
let client: Client;
let projectId: string;
let suiteId: string;
/** No runner takes the runs: the tests store what one would. */
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  user = await server.createOrganization({ plan: 'ENTERPRISE' });
  ({ client } = user);
  projectId = await newProject(client);
  suiteId = await newSuite(client, projectId);
  await newScript(client, suiteId, { scriptName: 'Pet', url: 'http://pets.example/pet' });
}, 120_000);
afterAll(() => server.close());

const db = () => server.platform.database.sql;
const query = (text: string, values: unknown[]) => server.platform.database.pool.query(text, values);
const newRun = async (more: Partial<NonNullable<ExecuteTestInput['performance']>> = {}, name?: string) => {
  const performance = { load: { type: 'constant-vus' as const, vus: 1, durationMs: 60_000 }, ...more };
  const body = { type: 'performance' as const, projectId, suiteIds: [suiteId], performance, ...(name && { name }) };
  return (await client.call(calls.executeTest, { body })).runId;
};
const setStatus = (runId: string, status: string) =>
  query(
    `update runs.run set status = $2, finished_at = case when $2 = 'running' then null else now() end where id = $1`,
    [runId, status],
  );

const executor = { type: 'constant-vus', vus: 1, durationMs: 60_000 } as const;
const steps = [{ id: 'pet', name: 'Pet', method: 'GET' }] as unknown as LoadPlan['scenarios'][number]['steps'];
const plan: LoadPlan = { scenarios: [{ name: 'Load', scopes: [], steps, executor }], thresholds: [] };
const iterations = { started: 1, completed: 1, failed: 0, interrupted: 0, late: 0, unstarted: 0 };
/** A second with ten requests. */
const frameOf = (second: number, failed: number): LoadFrame => {
  const latency = new Histogram();
  for (let ms = 1; ms <= 10; ms += 1) latency.record(ms * 1000);
  const counts = { bytesSent: 1, bytesReceived: 1, checksPassed: 0, checksFailed: 0, phases: {} };
  const request = { count: 10, failures: { status: failed }, latency: latency.serialize(), ...counts };
  const scenario = { activeMs: 1000, vusPlanned: 1, vusActive: 1, iterationTime: emptyHistogram, iterations };
  return { second, errors: [], generators: [], scenarios: [{ ...scenario, requests: [request] }] };
};
/** Stores the first seconds of a run as its leader does; returns their points. */
async function measure(runId: string, seconds: number, { failed = 0, end = false } = {}): Promise<PerformancePoint[]> {
  const tally = new LoadTally(plan);
  const frames = Array.from({ length: seconds }, (_, second) => frameOf(second, failed));
  for (const frame of frames) tally.add(frame);
  const summary = tally.summary({ startedAtMs: 0, durationMs: seconds * 1000, end: 'finished' });
  const totals = toTotals(summary);
  const points = frames.map((frame) => toPoint(frame, 1));
  await framesStore.insertPoints(
    db(),
    runId,
    points.map((point) => ({ resolution: 1, point })),
  );
  if (end) await performanceStore.end(db(), runId, { totals, summary });
  else await performanceStore.beat(db(), runId, totals);
  return points;
}
const finishedRun = async (more: Parameters<typeof newRun>[0] = {}, failed = 0) => {
  const runId = await newRun(more);
  const points = await measure(runId, 2, { failed, end: true });
  await setStatus(runId, 'passed');
  return { runId, points };
};
const report = (runId: string, by = client, points?: number) =>
  by.call(calls.getPerformanceReport, { query: { runId, ...(points !== undefined && { points }) } });
const compare = (runId: string, baselineRunId: string, by = client) =>
  by.call(calls.comparePerformance, { query: { runId, baselineRunId } });
const download = async (runId: string, type: 'html' | 'csv' | 'json', by = client) => {
  const response = await by.raw(calls.downloadPerformanceReport, { query: { runId, type } });
  return { headers: response.headers, text: await response.text() };
};
const refusalOf = async (call: Promise<unknown>) => {
  const { status, code } = await failureOf(call);
  return [status, code];
};
const notFound = [404, 'PERFORMANCE_NOT_FOUND'];
const notFinished = [409, 'PERFORMANCE_NOT_FINISHED'];
const nothingMeasured = [409, 'PERFORMANCE_NOTHING_MEASURED'];
const noBaseline = [404, 'PERFORMANCE_BASELINE_NOT_FOUND'];

describe('a report', () => {
  test('of a run that has not ended has its figures so far and no summary', async () => {
    const runId = await newRun();
    const points = await measure(runId, 3);
    const startAt = await performanceStore.setStart(db(), runId, 0);
    await setStatus(runId, 'running');
    const { run, totals, lastSecond, secondsPerPoint, points: shown, comparison } = await report(runId);
    expect(run).toMatchObject({
      executionStatus: 'Running',
      status: 'running',
      phase: 'running',
      startedAt: startAt.toISOString(),
      durationMs: 3000,
      summary: null,
    });
    expect([totals?.total.count, lastSecond, secondsPerPoint, comparison]).toEqual([30, 2, 1, null]);
    expect(shown).toEqual(points);
  });

  test('of a finished run has a summary of all requests', async () => {
    const { runId } = await finishedRun({}, 4);
    const { run } = await report(runId);
    expect(run).toMatchObject({ executionStatus: 'Pass', phase: 'ended', finishedAt: expect.any(String) });
    expect(run.summary).toEqual({
      requests: 20,
      rate: 10,
      failedShare: 0.4,
      p50: expect.closeTo(5, 0),
      p95: expect.closeTo(10, 0),
      p99: expect.closeTo(10, 0),
    });
  });

  test('of a run that sent no request has a share of failures of 0', async () => {
    const runId = await newRun();
    await measure(runId, 0, { end: true });
    await setStatus(runId, 'failed');
    expect((await report(runId)).run.summary).toMatchObject({ requests: 0, failedShare: 0 });
  });

  test('names its runners, with the second from which one was missing', async () => {
    const runId = await newRun();
    const shardId = newId();
    await performanceStore.join(db(), runId, { shardId, name: 'Runner 1' });
    await performanceStore.setShard(db(), runId, shardId, { state: 'lost', lostAtSecond: 7 });
    expect((await report(runId)).runners).toEqual([{ name: 'Runner 1', state: 'lost', lostAtSecond: 7 }]);
  });

  test('has the finest points that are few enough, and says which second is the last', async () => {
    const runId = await newRun();
    const [point] = await measure(runId, 1);
    // The last point of five, fifteen or sixty seconds covers only what was measured.
    await query('delete from performance.point where run_id = $1', [runId]);
    await query(
      `insert into performance.point (run_id, resolution, second, point)
       select $1, r, s * r, $2::jsonb || jsonb_build_object('second', s * r, 'seconds', least(r, 302 - s * r))
       from unnest(array[1, 5, 15, 60]) r, generate_series(0, 301 / r) s`,
      [runId, JSON.stringify(point)],
    );
    const shown = [];
    for (const most of [302, 301, 61, 60]) {
      const { points, secondsPerPoint, lastSecond } = await report(runId, client, most);
      shown.push([points.length, secondsPerPoint, lastSecond]);
    }
    expect(shown).toEqual([
      [302, 1, 301],
      [61, 5, 301],
      [61, 5, 301],
      [21, 15, 301],
    ]);
  });

  test('of a run that is too long for few points has one for each minute', async () => {
    const runId = await newRun();
    const [point] = await measure(runId, 1);
    await query('delete from performance.point where run_id = $1', [runId]);
    await query(
      `insert into performance.point (run_id, resolution, second, point)
       select $1, r, s * r, $2::jsonb || jsonb_build_object('second', s * r, 'seconds', r)
       from unnest(array[1, 60]) r, generate_series(0, 3719 / r, 60 / r) s`,
      [runId, JSON.stringify(point)],
    );
    const { points, secondsPerPoint, lastSecond } = await report(runId, client, 60);
    expect([points.length, secondsPerPoint, lastSecond]).toEqual([62, 60, 3719]);
  });

  test('is found by those who see the workspace only, and only of performance runs', async () => {
    const { runId } = await finishedRun();
    const functional = await client.call(calls.executeTest, { body: { projectId, suiteIds: [suiteId] } });
    expect(await refusalOf(report(newId()))).toEqual(notFound);
    expect(await refusalOf(report(functional.runId))).toEqual(notFound);
    expect(await refusalOf(report(runId, server.admin.client))).toEqual(notFound);
    const privateProject = await newProject(client);
    await client.call(workspaceRoutes.updateProject, {
      body: { projectId: privateProject, workspaceType: 'PRIVATE' },
    } as never);
    await query('update runs.run set project_id = $2, number = null where id = $1', [runId, privateProject]);
    const colleague = await server.createUser(user, { role: 'ROLE_USER' });
    expect((await failureOf(report(runId, colleague.client))).status).toBe(404);
    expect((await failureOf(download(runId, 'json', colleague.client))).status).toBe(404);
    expect((await report(runId)).run.runId).toBe(runId);
  });
});

describe('a comparison', () => {
  test('with the baseline is part of the report, and can be made with any other run', async () => {
    const { runId: baselineRunId } = await finishedRun();
    const { runId } = await finishedRun({ baselineRunId });
    const { comparison } = await report(runId);
    expect(comparison).toMatchObject({ baselineRunId, runId, onlyInBaseline: [], onlyInRun: [] });
    expect(comparison?.requests.map(({ scenario, request }) => [scenario, request])).toEqual([['Load', 'Pet']]);
    expect(await compare(runId, baselineRunId)).toEqual(comparison);
    expect((await compare(baselineRunId, runId)).total.rate).toEqual(comparison?.total.rate);
    await client.call(calls.deleteReports, { query: { runIds: baselineRunId } });
    expect((await report(runId)).comparison).toBeNull();
    expect(await refusalOf(compare(runId, baselineRunId))).toEqual(noBaseline);
  });

  test('is not part of the report before the end', async () => {
    const { runId: baselineRunId } = await finishedRun();
    const runId = await newRun({ baselineRunId });
    await measure(runId, 2, { end: true });
    expect((await report(runId)).comparison).toBeNull();
    expect(await refusalOf(compare(runId, baselineRunId))).toEqual(notFinished);
  });

  test('needs a finished, measured performance run of the same workspace', async () => {
    const { runId } = await finishedRun();
    const open = await newRun();
    expect(await refusalOf(compare(runId, open))).toEqual(noBaseline);
    await setStatus(open, 'cancelled');
    expect(await refusalOf(compare(runId, open))).toEqual(nothingMeasured);
    expect(await refusalOf(compare(open, runId))).toEqual(nothingMeasured);
    const functional = await client.call(calls.executeTest, { body: { projectId, suiteIds: [suiteId] } });
    await setStatus(functional.runId, 'passed');
    expect(await refusalOf(compare(runId, functional.runId))).toEqual(noBaseline);
    const { runId: elsewhere } = await finishedRun();
    await query('update runs.run set project_id = $2, number = null where id = $1', [elsewhere, newId()]);
    expect(await refusalOf(compare(runId, elsewhere))).toEqual(noBaseline);
    expect(await refusalOf(compare(runId, runId, server.admin.client))).toEqual(notFound);
  });
});

describe('a download', () => {
  test('has every second, however many', async () => {
    const runId = await newRun();
    const [point] = await measure(runId, 1, { end: true });
    await query(
      `insert into performance.point (run_id, resolution, second, point)
       select $1, 1, s, $2::jsonb || jsonb_build_object('second', s) from generate_series(1, 1999) s`,
      [runId, JSON.stringify(point)],
    );
    await setStatus(runId, 'passed');
    const { run, configuration, totals } = await report(runId);
    const seconds = Array.from({ length: 2000 }, (_, second) => second);
    const json = await download(runId, 'json');
    expect(json.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const { points, ...head } = JSON.parse(json.text) as { points: PerformancePoint[] };
    expect(head).toEqual({ run, configuration, totals });
    expect(points).toEqual(seconds.map((second) => ({ ...point, second })));
    const [, ...lines] = (await download(runId, 'csv')).text.trimEnd().split('\r\n');
    expect(lines.map((line) => Number(line.split(',')[0]))).toEqual(seconds);
    expect((await download(runId, 'html')).text).toContain('<svg');
  });

  test('of a run without a second has none', async () => {
    const runId = await newRun();
    await measure(runId, 0, { end: true });
    await setStatus(runId, 'failed');
    expect(JSON.parse((await download(runId, 'json')).text)).toMatchObject({ run: { runId }, points: [] });
    expect((await download(runId, 'csv')).text.trimEnd().split('\r\n')).toHaveLength(1);
  });

  test('needs a run that has ended and measured something', async () => {
    const runId = await newRun();
    expect(await refusalOf(download(runId, 'csv'))).toEqual(notFinished);
    await setStatus(runId, 'cancelled');
    for (const type of ['csv', 'json', 'html'] as const)
      expect(await refusalOf(download(runId, type))).toEqual(nothingMeasured);
  });
});

test('runs are listed newest first, a page at a time, by name and status', async () => {
  const own = await newProject(client);
  const shown: { [name: string]: string } = {};
  for (const name of ['Morning', 'Noon', 'Late morning']) {
    const runId = await newRun({}, name);
    await query('update runs.run set project_id = $2, number = null where id = $1', [runId, own]);
    shown[name] = runId;
  }
  await setStatus(shown.Noon ?? '', 'passed');
  const list = (more: object, by = client) =>
    by.call(calls.listPerformanceReports, { body: { projectId: own, ...more } });
  const names = async (more: object) => (await list(more)).content.map(({ name }) => name);
  expect(await names({})).toEqual(['Late morning', 'Noon', 'Morning']);
  expect(await names({ searchTerm: 'MORNING' })).toEqual(['Late morning', 'Morning']);
  expect(await names({ statuses: ['passed'] })).toEqual(['Noon']);
  expect(await names({ statuses: ['queued'] })).toEqual(['Late morning', 'Morning']);
  const unplanned = await newRun({}, 'Unplanned');
  await query('update runs.run set project_id = $2, number = null where id = $1', [unplanned, own]);
  await performanceStore.delete(db(), [unplanned]);
  expect(await names({ searchTerm: 'unplanned' })).toEqual([]);
  await query('delete from runs.run where id = $1', [unplanned]);
  const second = await list({ page: 1, size: 2 });
  expect(second).toEqual({
    content: [(await report(shown.Morning ?? '')).run],
    totalElements: 3,
    page: 1,
    size: 2,
  });
  const { status } = await failureOf(list({}, server.admin.client));
  expect(status).toBe(404);
});

describe('a follower of a run', () => {
  const follow = (runId: string, after: number, { signal = AbortSignal.timeout(60_000), organizationId = '' } = {}) => {
    const { platform, app } = server;
    const events = createFollowPerformance({ platform, runs: app.door(runsService) });
    return events({ organizationId: organizationId || user.organizationId, runId }, after, signal);
  };
  const all = async (events: AsyncGenerator<NumberedEvent>) => {
    const list: NumberedEvent[] = [];
    for await (const event of events) list.push(event);
    return list;
  };
  const typeOf = ({ id, event }: { id?: number; event: PerformanceEvent }) => [event.type, id];
  const next = async (events: AsyncGenerator<NumberedEvent>) => {
    const { value } = await events.next();
    return value as NumberedEvent;
  };

  test('gets the points after the given one, the totals and the end', async () => {
    const { runId, points } = await finishedRun();
    const events = await all(follow(runId, 0));
    expect(events.map(typeOf)).toEqual([
      ['point', 1],
      ['point', 2],
      ['totals', undefined],
      ['COMPLETED', undefined],
    ]);
    const { run, totals } = await report(runId);
    expect(events.map(({ event }) => event)).toEqual([
      ...points.map((point) => ({ type: 'point', point })),
      { type: 'totals', totals },
      { type: 'COMPLETED', run },
    ]);
    expect((await all(follow(runId, 1))).map(typeOf)[0]).toEqual(['point', 2]);
    expect((await all(follow(runId, 2))).map(typeOf)).toEqual([
      ['totals', undefined],
      ['COMPLETED', undefined],
    ]);
  });

  test('gets the points of a long run in order, and its end once', async () => {
    const runId = await newRun();
    await measure(runId, 1000, { end: true });
    await setStatus(runId, 'passed');
    const events = await all(follow(runId, 0));
    expect(events.flatMap(({ id }) => id ?? [])).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1));
    expect(events.slice(1000).map(({ event }) => event.type)).toEqual(['totals', 'COMPLETED']);
  });

  test('gets each state, point and total once while the run goes on', async () => {
    const runId = await newRun();
    const events = follow(runId, 0);
    expect((await next(events)).event).toMatchObject({ type: 'status', run: { phase: 'waiting', status: 'queued' } });
    await performanceStore.setPhase(db(), runId, 'preparing');
    expect((await next(events)).event).toMatchObject({ type: 'status', run: { phase: 'preparing' } });
    await measure(runId, 1);
    expect(typeOf(await next(events))).toEqual(['point', 1]);
    expect((await next(events)).event).toMatchObject({ type: 'totals', totals: { durationMs: 1000 } });
    await measure(runId, 2, { end: true });
    await setStatus(runId, 'passed');
    expect((await all(events)).map(typeOf)).toEqual([
      ['point', 2],
      ['totals', undefined],
      ['COMPLETED', undefined],
    ]);
  });

  test('gets nothing of a run of another organization or of a deleted one', async () => {
    const { runId } = await finishedRun();
    expect(await all(follow(runId, 0, { organizationId: server.admin.organizationId }))).toEqual([]);
    expect(await all(follow(newId(), 0))).toEqual([]);
    const open = await newRun();
    const events = follow(open, 0);
    expect((await next(events)).event.type).toBe('status');
    await performanceStore.delete(db(), [open]);
    expect(await all(events)).toEqual([]);
  });

  test('who leaves is sent nothing more', async () => {
    const runId = await newRun();
    const leaving = new AbortController();
    const events = follow(runId, 0, { signal: leaving.signal });
    expect((await next(events)).event.type).toBe('status');
    leaving.abort();
    await performanceStore.setPhase(db(), runId, 'preparing');
    expect(await all(events)).toEqual([]);
    expect(await all(follow(runId, 0, { signal: leaving.signal }))).toEqual([]);
  });

  test('is told at a notification, or after a second if it is lost, and leaves at once', async () => {
    const { platform, app } = server;
    const runId = await newRun();
    const unlisten = vi.fn();
    let notify: (id: string) => void = () => undefined;
    const notifier = {
      listen: async (_topic: string, heard: (id: string) => void) => {
        notify = heard;
        return unlisten;
      },
    };
    const events = createFollowPerformance({
      platform: { database: platform.database, notifier } as never,
      runs: app.door(runsService),
    });
    const leaving = new AbortController();
    const followed = events({ organizationId: user.organizationId, runId }, 0, leaving.signal);
    await next(followed);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const atNotification = next(followed);
      await performanceStore.setPhase(db(), runId, 'preparing');
      notify(runId);
      expect((await atNotification).event).toMatchObject({ type: 'status', run: { phase: 'preparing' } });
      const seen: NumberedEvent[] = [];
      const later = next(followed).then((event) => seen.push(event));
      await measure(runId, 1);
      notify(newId());
      await vi.advanceTimersByTimeAsync(999);
      await report(runId);
      expect(seen).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      await later;
      expect(seen.map(typeOf)).toEqual([['point', 1]]);
      expect(typeOf(await next(followed))).toEqual(['totals', undefined]);
      const onceMore = next(followed);
      await performanceStore.setPhase(db(), runId, 'running');
      notify(runId);
      expect((await onceMore).event).toMatchObject({ type: 'status', run: { phase: 'running' } });
      const rest = all(followed);
      leaving.abort();
      expect(await rest).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
    expect(unlisten).toHaveBeenCalledOnce();
  });
});
