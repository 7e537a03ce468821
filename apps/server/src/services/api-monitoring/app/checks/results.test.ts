import type { Client } from '@touchstone/contracts';
import { apiMonitoringRoutes, type CheckOutcome, type NewMonitor } from '@touchstone/contracts/api-monitoring';
import { FakeClock } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { checksOf, outcome } from '../../testing/check-builders.ts';
import { newMonitor, newMonitoring } from '../../testing/monitor-builders.ts';

const calls = apiMonitoringRoutes;
const clock = new FakeClock(new Date());
let server: TestServer;
let client: Client;
let place: { projectId: string; collectionId: string };
let checks: ReturnType<typeof checksOf>;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, clock });
  client = (await server.createOrganization({ plan: 'ENTERPRISE' })).client;
  checks = checksOf(server.platform);
}, 120_000);
beforeEach(async () => {
  place = await newMonitoring(client);
  clock.advance(1000);
});
afterAll(() => server.close());

const iso = (ms = 0) => new Date(clock.now().getTime() + ms).toISOString();
const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const hourly = { type: 'interval', everySeconds: 3600 } as const;
const started = async (given: Partial<NewMonitor> = {}) =>
  (
    await newMonitor(
      client,
      place,
      { kind: 'http', url: 'http://a.test/' },
      { name: 'Pay', schedule: hourly, retries: 0, ...given },
    )
  ).monitorId;
const seen = (id: string) => client.call(calls.getMonitor, { params: { id } });
const standing = async (id: string) => {
  const { status, statusText, statusSince, openIncidentId } = await seen(id);
  return [status, statusText, statusSince, openIncidentId !== null];
};
const incidentsOf = async (monitorId: string) => {
  const { content } = await client.call(calls.listIncidents, { query: { projectId: place.projectId, monitorId } });
  return Promise.all(content.map(({ incidentId }) => client.call(calls.getIncident, { params: { id: incidentId } })));
};
const resultsOf = async (monitorId: string, query: object = {}) =>
  (await client.call(calls.listResults, { query: { monitorId, to: iso(1), ...query } })).content;
const down = (message = 'Ill.', given: Partial<CheckOutcome> = {}) =>
  ({ verdict: 'DOWN', code: 'STATUS', message, ...given }) as const;
const response = (status: number, body: string) => ({
  request: null,
  response: {
    status,
    headers: [
      ['X-Other', 'x'],
      ['Content-Type', 'application/json'],
    ] as [string, string][],
    body,
    sizeBytes: body.length,
    isCut: false,
  },
});
const full: Partial<CheckOutcome> = {
  durationMs: 12.3456,
  phases: { dnsMs: 1, connectMs: 2, tlsMs: 3, firstByteMs: 4, downloadMs: 5 },
  findings: [{ name: 'status', passed: false, message: 'No.' }],
  exchange: response(500, '{"ok":false}'),
  certificate: {
    subject: 'CN=a',
    issuer: 'CN=b',
    validFrom: '2026-01-01T00:00:00.000Z',
    validTo: '2027-01-01T00:00:00.000Z',
    daysLeft: 9,
    fingerprint: 'f',
    names: ['a.test'],
    chain: ['CN=a', 'CN=b'],
  },
  values: ['1.2.3.4'],
};

test('a check that was not up is stored with all details, one that was up only with its figures', async () => {
  const id = await started();
  await checks.found(id, down('Ill.', full));
  const shown = { monitorId: id, region: '', at: iso(), attempt: 1, isInMaintenance: false, runId: null };
  const failed = { ...shown, verdict: 'DOWN', durationMs: 12.346, statusCode: 500, code: 'STATUS', message: 'Ill.' };
  clock.advance(1000);
  await checks.found(id, { ...full, exchange: response(200, '{"ok":true}') });
  const well = { ...failed, at: iso(), verdict: 'UP', statusCode: 200, code: null, message: null };
  const listed = await client.call(calls.listResults, { query: { monitorId: id, to: iso(1) } });
  expect(listed).toEqual({
    page: 0,
    size: 10,
    totalElements: 2,
    content: [well, failed].map((one) => ({ resultId: expect.any(String), ...one })),
  });
  const [good, bad] = await Promise.all(
    listed.content.map(({ resultId }) => client.call(calls.getResult, { params: { id: resultId } })),
  );
  const { phases, exchange, findings, certificate, values } = full;
  expect(good).toEqual({ ...listed.content[0], phases, detail: null });
  expect(bad).toEqual({ ...listed.content[1], phases, detail: { exchange, findings, certificate, values } });
  expect((await resultsOf(id, { verdict: 'DOWN' })).map(({ message }) => message)).toEqual(['Ill.']);
  expect([await resultsOf(id, { region: 'eu' }), (await resultsOf(id, { region: '' })).length]).toEqual([[], 2]);
});

test.each<[string, Partial<CheckOutcome>, object]>([
  ['without a duration', { durationMs: null }, { durationMs: null, phases: {} }],
  ['with a duration of zero', { durationMs: 0, phases: { dnsMs: 0 } }, { durationMs: 0, phases: { dnsMs: 0 } }],
  ['with a duration over the storable maximum', { durationMs: 9e9 }, { durationMs: 2_147_483.647 }],
  ['without a response', { exchange: { request: null, response: null } }, { statusCode: null }],
  [
    'that could not be run',
    { verdict: 'UNKNOWN', code: 'INTERNAL', message: 'No.' },
    { verdict: 'UNKNOWN', code: 'INTERNAL' },
  ],
  ['that was slow', { verdict: 'DEGRADED', code: 'SLOW', message: 'Slow.' }, { verdict: 'DEGRADED', code: 'SLOW' }],
])('a check %s is stored', async (_name, given, expected) => {
  const id = await started();
  await checks.found(id, given);
  const [{ resultId = '' } = {}] = await resultsOf(id);
  expect(await client.call(calls.getResult, { params: { id: resultId } })).toMatchObject(expected);
});

test('retries are counted, and due after the shorter of the two intervals', async () => {
  const id = await started({ retries: 2, retrySeconds: 20 });
  await checks.found(id);
  const up = await standing(id);
  const due = async () => Date.parse((await seen(id)).nextDueAt ?? '') - clock.now().getTime();
  for (const _ of [1, 2]) {
    clock.advance(1000);
    await checks.found(id, down());
    expect([await due(), await standing(id)]).toEqual([20_000, up]);
  }
  clock.advance(1000);
  await checks.found(id, down());
  expect(await standing(id)).toEqual(['DOWN', 'Ill.', iso(), true]);
  expect(await due()).toBeGreaterThan(20_000);
  expect(await due()).toBeLessThanOrEqual(3_600_000);
  expect((await resultsOf(id)).map(({ attempt }) => attempt)).toEqual([3, 2, 1, 1]);
  const rare = await started({
    name: 'Rare',
    retries: 1,
    retrySeconds: 3600,
    schedule: { type: 'interval', everySeconds: 10 },
  });
  await checks.found(rare, down());
  const { nextDueAt } = await seen(rare);
  expect(Date.parse(nextDueAt ?? '') - clock.now().getTime()).toBeLessThanOrEqual(10_000);
  // A slow check isn't retried early.
  const slow = await started({ name: 'Slow', retries: 1, retrySeconds: 5 });
  await checks.found(slow, { verdict: 'DEGRADED', message: 'Slow.' });
  const next = Date.parse((await seen(slow)).nextDueAt ?? '') - clock.now().getTime();
  expect(next).not.toBe(5000);
});

test('the status text changes with each failure; the status time only with the status itself', async () => {
  const id = await started();
  const history: unknown[] = [];
  for (const given of [
    {},
    {},
    down('One.'),
    down('Two.'),
    { verdict: 'UNKNOWN', message: 'What?' },
    {},
  ] as Partial<CheckOutcome>[]) {
    clock.advance(1000);
    await checks.found(id, given);
    const [status, text, since, isOpen] = await standing(id);
    history.push([status, text, Date.parse(String(since)) - clock.now().getTime(), isOpen]);
  }
  expect(history).toEqual([
    ['UP', null, 0, false],
    ['UP', null, -1000, false],
    ['DOWN', 'One.', 0, true],
    ['DOWN', 'Two.', -1000, true],
    ['UNKNOWN', 'What?', 0, true],
    ['UP', null, 0, false],
  ]);
});

test('a monitored API is returned with all fields after its checks', async () => {
  const id = await started({
    tags: ['shop'],
    sloPercent: 99,
    description: 'Pays',
    degradedAboveMs: 900,
    degradedFactor: 2,
  });
  await checks.found(id, { durationMs: 10 });
  clock.advance(2000);
  await checks.found(id, down('Ill.', { durationMs: 20 }));
  const shown = await seen(id);
  const nextDueAt = shown.nextDueAt ?? '';
  expect(Date.parse(nextDueAt)).toBeGreaterThan(clock.now().getTime());
  const [incident] = await incidentsOf(id);
  const summary = {
    monitorId: id,
    ...place,
    name: 'Pay',
    kind: 'http',
    target: 'GET http://a.test/',
    state: 'STARTED',
    status: 'DOWN',
    statusText: 'Ill.',
    statusSince: iso(),
    schedule: hourly,
    regions: [],
    tags: ['shop'],
    lastAt: iso(),
    lastDurationMs: 20,
    nextDueAt,
    uptimePercent: null,
    p95Ms: null,
    openIncidentId: incident?.incidentId,
    recent: [
      { at: iso(-2000), verdict: 'UP', durationMs: 10 },
      { at: iso(), verdict: 'DOWN', durationMs: 20 },
    ],
  };
  expect(shown).toEqual({
    ...summary,
    timeoutMs: 30_000,
    retries: 0,
    retrySeconds: 15,
    downIn: 1,
    confirmFrom: null,
    degradedAboveMs: 900,
    degradedFactor: 2,
    description: 'Pays',
    definition: expect.objectContaining({ kind: 'http', url: 'http://a.test/' }),
    environmentId: null,
    sloPercent: 99,
    slots: [
      {
        region: '',
        verdict: 'DOWN',
        message: 'Ill.',
        lastAt: iso(),
        lastDurationMs: 20,
        nextDueAt,
        isChecking: false,
        hasRunner: false,
      },
    ],
    test: null,
    baselineMs: null,
    heartbeatUrl: null,
    createdByName: 'Ada Admin',
    createdAt: at,
    updatedAt: at,
  });
  const listed = await client.call(calls.listMonitors, { params: { id: place.projectId }, query: {} });
  expect(listed).toEqual({ page: 0, size: 10, totalElements: 1, content: [summary] });
  const [last] = await resultsOf(id);
  const now = { monitorId: id, status: 'DOWN', statusText: 'Ill.', statusSince: iso(), nextDueAt };
  expect(await client.call(calls.getExecutionStatus, { query: { monitorId: id } })).toEqual({
    ...now,
    isChecking: false,
    openIncidentId: incident?.incidentId,
    last,
  });
});

test('a slot is checking while its check or the run of its check is in progress', async () => {
  const id = await started();
  const isChecking = async () => [
    (await seen(id)).slots[0]?.isChecking,
    (await client.call(calls.getExecutionStatus, { query: { monitorId: id } })).isChecking,
  ];
  expect(await isChecking()).toEqual([false, false]);
  await checks.claim(id);
  expect(await isChecking()).toEqual([true, true]);
  const { pool } = server.platform.database;
  await pool.query('update api_monitoring.monitor_slot set claimed_by = null, run_id = $1 where monitor_id = $1', [id]);
  expect(await isChecking()).toEqual([true, true]);
});

test('an incident is returned with all fields when opened, worsened and closed', async () => {
  const id = await started();
  await checks.found(id, { durationMs: 7, exchange: response(200, '{"ok":true}') });
  const goodAt = iso();
  clock.advance(1000);
  await checks.found(id, { ...full, verdict: 'DEGRADED', code: 'SLOW', message: 'Slow.' });
  const openedAt = iso();
  const [failing] = await resultsOf(id);
  const entry = (kind: string, text: string) => ({ entryId: expect.any(String), kind, at: iso(), text, byName: null });
  const { phases, exchange, findings, certificate, values } = full;
  const entries = [entry('opened', 'Slow.')];
  const incident = {
    incidentId: expect.any(String),
    number: 1,
    projectId: place.projectId,
    monitorId: id,
    monitorName: 'Pay',
    state: 'OPEN',
    severity: 'DEGRADED',
    cause: 'Slow.',
    regions: [],
    openedAt,
    acknowledgedAt: null,
    acknowledgedByName: null,
    closedAt: null,
    durationSeconds: 0,
    entries,
    failing: { ...failing, phases, detail: { exchange, findings, certificate, values } },
    lastGood: { at: goodAt, status: 200, durationMs: 7 },
    changes: [
      { path: 'status', before: '200', after: '500' },
      { path: '$.ok', before: 'true', after: 'false' },
    ],
    postMortem: '',
    runLink: null,
  };
  expect(await incidentsOf(id)).toEqual([incident]);
  clock.advance(2000);
  await checks.found(id, down('Down.'));
  entries.push(entry('escalated', 'Down now: Down.'));
  const worse = { ...incident, severity: 'DOWN', cause: 'Down.', entries };
  expect(await incidentsOf(id)).toEqual([{ ...worse, durationSeconds: 2 }]);
  clock.advance(3000);
  await checks.found(id);
  entries.push(entry('closed', 'It is up again.'));
  const closed = { ...worse, entries, state: 'CLOSED', closedAt: iso(), durationSeconds: 5 };
  clock.advance(60_000);
  expect(await incidentsOf(id)).toEqual([closed]);
  // The failing check is still shown after its result has been deleted.
  await server.platform.database.pool.query('delete from api_monitoring.result where monitor_id = $1', [id]);
  const detail = expect.objectContaining({ exchange, findings, certificate, values });
  const outcomeAlone = { ...failing, durationMs: full.durationMs, phases, detail };
  expect(await incidentsOf(id)).toEqual([{ ...closed, failing: outcomeAlone }]);
});

test('only results of the latest claim count, and a batch is stored together', async () => {
  const [id, other] = [await started(), await started({ name: 'Other' })];
  const first = await checks.claim(id);
  const third = await checks.claim(other);
  const second = await checks.claim(id);
  const done = (of: typeof first, given: Partial<CheckOutcome>) => ({
    ...of,
    outcome: outcome(given),
    at: clock.now(),
    runId: null,
  });
  await checks.store([done(first, down('Late.')), done(third, {})]);
  expect([(await standing(id))[0], (await standing(other))[0]]).toEqual(['UNKNOWN', 'UP']);
  expect([await resultsOf(id), (await resultsOf(other)).length]).toEqual([[], 1]);
  await checks.store([done(second, down('In time.'))]);
  expect((await standing(id))[1]).toBe('In time.');
  await client.call(calls.stopMonitor, { params: { id } });
  await checks.store([done(await checks.claim(id), {})]);
  expect((await standing(id)).slice(0, 2)).toEqual(['PAUSED', 'Stopped by Ada Admin.']);
});
