import type { Client } from '@touchstone/contracts';
import { apiMonitoringRoutes, incidentCommentKind } from '@touchstone/contracts/api-monitoring';
import { commentRoutes } from '@touchstone/contracts/comments';
import { notificationRoutes } from '@touchstone/contracts/notifications';
import { FakeClock } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';
import { createIncidentComments } from '../app/incidents/comment-subject.ts';
import { incidentsOf } from '../testing/incident-builders.ts';
import { newMonitor, newMonitoring } from '../testing/monitor-builders.ts';

const calls = apiMonitoringRoutes;
const clock = new FakeClock(new Date());
let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), clock });
  ({ client } = server.admin);
}, 120_000);
afterAll(() => server.close());

async function opened() {
  const place = await newMonitoring(client);
  const target = { kind: 'http', url: 'http://127.0.0.1:9/' } as const;
  const { monitorId } = await newMonitor(client, place, target, { state: 'STOPPED', name: 'Pay' });
  const incidents = incidentsOf(server.platform);
  return { ...place, monitorId, incidents, incident: await incidents.open(monitorId) };
}

test('an incident is acknowledged once and gets its post-mortem; its time line shows all of it', async () => {
  const { incident, projectId, incidents } = await opened();
  const params = { id: incident.id };
  clock.advance(90_000);
  const acknowledged = await client.call(calls.acknowledgeIncident, { params, body: { comment: 'On it' } });
  expect(acknowledged).toMatchObject({
    number: 1,
    monitorName: 'Pay',
    state: 'ACKNOWLEDGED',
    acknowledgedByName: expect.stringContaining('Admin'),
    durationSeconds: 90,
    acknowledgedAt: clock.now().toISOString(),
    closedAt: null,
  });
  clock.advance(1000);
  const again = await client.call(calls.acknowledgeIncident, { params, body: { comment: 'Me too' } });
  expect([again.acknowledgedAt, again.entries]).toEqual([acknowledged.acknowledgedAt, acknowledged.entries]);
  const open = await failureOf(client.call(calls.deleteIncident, { params }));
  expect(open).toMatchObject({ status: 409, code: 'API_MONITORING_INCIDENT_OPEN' });
  const found = async (query: object) =>
    (await client.call(calls.listIncidents, { query: { projectId, ...query } })).totalElements;
  expect([await found({ state: 'CLOSED' }), await found({ state: 'ACKNOWLEDGED' })]).toEqual([0, 1]);
  expect([await found({ monitorId: incident.monitorId }), await found({ monitorId: projectId })]).toEqual([1, 0]);
  await incidents.close(incident);
  const late = await failureOf(client.call(calls.acknowledgeIncident, { params, body: {} }));
  expect(late).toMatchObject({ status: 409, message: 'This incident is closed already.' });
  clock.advance(1000);
  const unwritten = await client.call(calls.writePostMortem, { params, body: { text: '' } });
  expect(unwritten.entries).toEqual(acknowledged.entries);
  await client.call(calls.writePostMortem, { params, body: { text: 'A first draft.' } });
  const text = '# What we learned\n\nWatch the disk.';
  const written = await client.call(calls.writePostMortem, { params, body: { text } });
  expect(written.postMortem).toBe(text);
  expect(written.entries.map(({ kind, text: line }) => [kind, line])).toEqual([
    ['acknowledged', 'On it'],
    ['post-mortem', ''],
  ]);
  expect(written.entries.map(({ byName }) => byName)).toEqual([1, 2].map(() => acknowledged.acknowledgedByName));
  const list = await client.call(calls.listIncidents, { query: { projectId, state: 'CLOSED' } });
  expect(list).toMatchObject({ totalElements: 1, content: [{ incidentId: incident.id, durationSeconds: 91 }] });
  await client.call(calls.deleteIncident, { params });
  const { rows } = await server.platform.database.pool.query(
    'select action, detail from platform.audit where target = $1 order by id desc limit 1',
    [incident.id],
  );
  expect(rows).toEqual([{ action: 'incident.deleted', detail: { number: 1 } }]);
  expect((await failureOf(client.call(calls.getIncident, { params }))).status).toBe(404);
});

test('viewers of an incident can comment and mention others, whose links open it; strangers find nothing; comments are deleted with it', async () => {
  const { incident, projectId, incidents } = await opened();
  const { admin } = server;
  const ana = await server.createUser(admin, { role: 'ROLE_USER', firstName: 'Ana', lastName: 'Ruiz' });
  const subject = { kind: incidentCommentKind, subjectId: incident.id };
  const write = (by: Client, text: string) => by.call(commentRoutes.createComment, { body: { ...subject, text } });
  await write(client, 'The disk is full, @Ana Ruiz?');
  await write(ana.client, 'It was.');
  const { content } = await client.call(commentRoutes.listThreads, { query: subject });
  expect(content.map(({ comments }) => comments[0]?.text)).toEqual(['It was.', 'The disk is full, @Ana Ruiz?']);
  const counts = await client.call(commentRoutes.countComments, {
    query: { projectId, kind: incidentCommentKind, containerId: projectId },
  });
  expect(counts.content).toEqual([{ subjectId: incident.id, comments: 2, openThreads: 2, unread: 1 }]);
  const told = async () =>
    (await ana.client.call(notificationRoutes.listNotifications, { query: {} })).content.filter(
      ({ kind }) => kind === 'comment-mention',
    );
  await expect
    .poll(told, { timeout: 20_000, interval: 50 })
    .toMatchObject([{ link: `/api-monitoring/incidents?incident=${incident.id}&comments=open` }]);
  const nowhere = { ...subject, subjectId: 'no-such-incident' };
  expect(await failureOf(client.call(commentRoutes.listThreads, { query: nowhere }))).toMatchObject({
    status: 404,
    code: 'API_MONITORING_INCIDENT_NOT_FOUND',
  });
  const stranger = await server.createOrganization({ plan: 'PRO' });
  expect((await failureOf(stranger.client.call(commentRoutes.listThreads, { query: subject }))).status).toBe(404);

  const { listPurged } = createIncidentComments({ platform: server.platform, open: {} as never });
  expect(await listPurged(admin.organizationId, [incident.id])).toEqual([]);
  await incidents.close(incident);
  await client.call(calls.deleteIncident, { params: { id: incident.id } });
  expect(await listPurged(admin.organizationId, [incident.id])).toEqual([incident.id]);
});

test('incidents show how the failing response differs from the last good one', async () => {
  const { incident } = await opened();
  const exchange = {
    request: null,
    response: {
      status: 500,
      headers: [['Content-Type', 'application/json']],
      body: '{"ok":false}',
      sizeBytes: 12,
      isCut: false,
    },
  };
  const at = clock.now().toISOString();
  const failing = {
    at,
    verdict: 'DOWN',
    durationMs: 5,
    code: null,
    message: null,
    phases: {},
    findings: [],
    exchange,
    certificate: null,
    values: [],
  };
  const good = { status: 200, durationMs: 3, contentType: 'application/json', body: '{"ok":true}', shape: '', at };
  await server.platform.database.pool.query(
    'update api_monitoring.incident set failing = $2, good = $3 where id = $1',
    [incident.id, failing, good],
  );
  const shown = await client.call(calls.getIncident, { params: { id: incident.id } });
  expect(shown).toMatchObject({
    failing: {
      resultId: incident.id,
      monitorId: incident.monitorId,
      region: '',
      at,
      verdict: 'DOWN',
      durationMs: 5,
      statusCode: 500,
      attempt: 1,
      isInMaintenance: false,
      runId: null,
      detail: { exchange },
    },
    lastGood: { status: 200, durationMs: 3 },
    changes: [
      { path: 'status', before: '200', after: '500' },
      { path: '$.ok', before: 'true', after: 'false' },
    ],
    runLink: null,
  });
});
