import type { Client } from '@touchstone/contracts';
import { apiMonitoringRoutes, type NewPolicy } from '@touchstone/contracts/api-monitoring';
import { FakeClock, newId } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { createWatchBudgets } from '../app/alerts/burn-alerts.ts';
import { createRollUp } from '../jobs/rollup.job.ts';
import { newMonitor, newMonitoring } from '../testing/monitor-builders.ts';
import { startReceiver } from '../testing/receiver.ts';

const calls = apiMonitoringRoutes;
const minute = 60_000;
const clock = new FakeClock(new Date('2026-03-02T10:20:00Z'));
let server: TestServer;
let client: Client;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), clock });
  client = (await server.createOrganization({ plan: 'ENTERPRISE' })).client;
  receiver = await startReceiver();
}, 120_000);
afterAll(async () => {
  await server.close();
  await receiver.close();
});
beforeEach(() => {
  receiver.answer({});
  receiver.received.length = 0;
});

const until = (check: () => unknown) => expect.poll(check, { timeout: 30_000, interval: 20 });
interface Body {
  event: string;
  severity: string;
  title: string;
  text: string;
  link: string;
  objectives: { burnAlertId: string; name: string; urgency: string }[];
}
const bodies = () => receiver.received.map(({ body }) => JSON.parse(body) as Body);
const events = () => bodies().map(({ event, severity }) => `${event} ${severity}`);
const query = (text: string, values: unknown[] = []) => server.platform.database.pool.query(text, values);

/** A started monitor that only this test checks, whose burn-rate alerts go to a webhook. */
async function watched({ policy = {}, own = null }: { policy?: Partial<NewPolicy>; own?: number | null }) {
  const place = await newMonitoring(client);
  const { projectId } = place;
  const { monitorId } = await newMonitor(
    client,
    place,
    { kind: 'tcp', host: 'x', port: 1 },
    { state: 'STOPPED', sloPercent: own },
  );
  await query('update api_monitoring.monitor set is_started = true where id = $1', [monitorId]);
  const settings = { kind: 'webhook', url: `${receiver.url}/hook`, secret: 'a-secret-of-ours-1' } as const;
  const { channelId } = await client.call(calls.createChannel, { body: { projectId, name: 'Hook', settings } });
  const steps = [{ afterMinutes: 0, channelIds: [channelId] }];
  await client.call(calls.createPolicy, { body: { projectId, name: 'All', steps, ...policy } });
  return { ...place, monitorId, channelId };
}
/** One check per minute up to now: `d` down, `u` up, `r` down and then up on retry, `m` down in maintenance. */
async function checked(monitorId: string, minutes: string) {
  for (const [index, letter] of [...minutes].entries()) {
    const at = new Date(clock.now().getTime() - (minutes.length - index) * minute + 1000);
    await query(
      `insert into api_monitoring.result (id, monitor_id, at, duration_us, attempt, verdict, is_in_maintenance, is_retried, region)
       values ($1, $2, $3, 1000, 1, $4, $5, $6, '')`,
      [newId(), monitorId, at, letter === 'u' ? 0 : 2, letter === 'm', letter === 'r'],
    );
    await query('insert into api_monitoring.dirty_hour (id, at) values ($1, date_trunc($3, $2::timestamptz))', [
      newId(),
      at,
      'hour',
    ]);
  }
}
/** What the scheduler does every minute. */
async function look() {
  await createRollUp(server.platform)();
  return createWatchBudgets(server.platform)();
}
const alerts = async (projectId: string) => (await client.call(calls.listBurnAlerts, { query: { projectId } })).content;

test('an error budget that burns too fast is reported once, and so is its end', async () => {
  const { projectId, monitorId } = await watched({ own: 99 });
  await checked(monitorId, 'u'.repeat(180));
  expect(await look()).toBe(0);
  clock.advance(9 * minute);
  await checked(monitorId, 'rmrduuuuu');
  expect(await look()).toBe(0);
  clock.advance(9 * minute);
  await checked(monitorId, 'ddddddddd');
  // Concurrent runs: only one opens the alert.
  await Promise.all([look(), look(), look()]);
  await look();
  const open = (await alerts(projectId)).find(({ urgency }) => urgency === 'page');
  expect(open).toMatchObject({
    subject: 'monitor',
    subjectId: monitorId,
    urgency: 'page',
    sloPercent: 99,
    closedAt: null,
  });
  expect(open?.cause).toMatch(/^Burn rate \d+(\.\d)? × over 1 h and 100 × over 5 min, above 14\.4 ×\./);
  await until(() => events().filter((event) => event === 'objective.burning DOWN').length).toBe(1);
  const told = bodies().find(({ objectives }) => objectives[0]?.burnAlertId === open?.burnAlertId);
  expect(told).toMatchObject({
    title: expect.stringContaining('uses up its error budget too fast for its objective of 99 %'),
  });
  expect(told?.link).toContain(`/api-monitoring/alerts?project=${projectId}&tab=budgets`);

  clock.advance(31 * minute);
  await checked(monitorId, 'u'.repeat(31));
  await Promise.all([look(), look()]);
  await look();
  await until(() => events().filter((event) => event === 'objective.recovered DOWN').length).toBe(1);
  const pages = (await alerts(projectId)).filter(({ urgency }) => urgency === 'page');
  expect(pages).toMatchObject([{ closedAt: clock.now().toISOString() }]);
  const { content } = await client.call(calls.listDeliveries, { query: { projectId, size: 50 } });
  expect(
    content
      .filter(({ objectives }) => objectives[0]?.burnAlertId === open?.burnAlertId)
      .map(({ event }) => event)
      .sort(),
  ).toEqual(['burning', 'recovered']);
});

test("a collection's objective counts all its monitored APIs; policies of other collections or without burn-rate alerts send nothing", async () => {
  const { projectId, collectionId, monitorId, channelId } = await watched({});
  const second = await newMonitor(
    client,
    { projectId, collectionId },
    { kind: 'tcp', host: 'x', port: 1 },
    { state: 'STOPPED' },
  );
  await query('update api_monitoring.monitor set is_started = true where id = $1', [second.monitorId]);
  const steps = [{ afterMinutes: 0, channelIds: [channelId] }];
  const policy = (name: string, given: Partial<NewPolicy>) =>
    client.call(calls.createPolicy, { body: { projectId, name, steps, ...given } });
  await policy('Without', { tellsBurnRate: false });
  await policy('Other', { monitorIds: [monitorId] });
  const sure = 'u'.repeat(60);
  await checked(monitorId, `${sure.slice(20)}${'d'.repeat(20)}`);
  await checked(second.monitorId, sure);
  expect(await look()).toBe(0);
  await client.call(calls.updateCollection, { body: { collectionId, sloPercent: 99 } });
  await look();
  await until(events).toContain('objective.burning DOWN');
  const { content } = await client.call(calls.listDeliveries, { query: { projectId, size: 50 } });
  expect(new Set(content.map(({ policyName }) => policyName))).toEqual(new Set(['All']));
  const open = await alerts(projectId);
  expect(open.map(({ subject, urgency }) => [subject, urgency]).sort()).toEqual([
    ['collection', 'page'],
    ['collection', 'ticket'],
  ]);
  // 20 of 120 checks of an hour failed: 16.7 times the budget of 1 %.
  expect(open.find(({ urgency }) => urgency === 'page')?.cause).toContain(
    'Burn rate 16.7 × over 1 h and 50 × over 5 min',
  );
  // Without an objective there is no error budget.
  await client.call(calls.updateCollection, { body: { collectionId, sloPercent: null } });
  await look();
  expect((await alerts(projectId)).every(({ closedAt }) => closedAt !== null)).toBe(true);
  await until(() => events().filter((event) => event.startsWith('objective.recovered')).length).toBe(2);
});

test('later steps and reminders follow until the end; an unsent message is cancelled', async () => {
  const { projectId, monitorId, channelId } = await watched({
    own: 99.9,
    policy: { name: 'Slow', tellsDegraded: false, reminderMinutes: 60 },
  });
  const steps = [
    { afterMinutes: 0, channelIds: [channelId] },
    { afterMinutes: 30, channelIds: [channelId] },
  ];
  const { content: policies } = await client.call(calls.listPolicies, { query: { projectId } });
  await client.call(calls.updatePolicy, { params: { id: policies[0]?.policyId ?? '' }, body: { steps } });
  await checked(monitorId, `${'u'.repeat(50)}dddddddddd`);
  await look();
  await until(events).toEqual(['objective.burning DOWN']);
  expect((await alerts(projectId)).map(({ urgency }) => urgency).sort()).toEqual(['page', 'ticket']);
  const states = async () => (await client.call(calls.listDeliveries, { query: { projectId, size: 50 } })).content;
  // The reminder is due an hour after the message was stored as delivered, which is after it was received.
  await until(async () => (await states()).some(({ state }) => state === 'DELIVERED')).toBe(true);
  clock.advance(61 * minute);
  await checked(monitorId, 'd'.repeat(61));
  await look();
  await until(() => [...new Set(events())].sort()).toEqual(['objective.burning DOWN', 'objective.still-burning DOWN']);
  expect(events().filter((event) => event === 'objective.burning DOWN')).toHaveLength(2);
  await query('update api_monitoring.monitor set is_started = false where id = $1', [monitorId]);
  await look();
  await until(() => events().filter((event) => event === 'objective.recovered DOWN').length).toBe(1);
  await until(async () => (await states()).filter(({ state }) => state === 'WAITING' || state === 'SENDING')).toEqual(
    [],
  );
});
