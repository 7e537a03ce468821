import { apiMonitoringRoutes } from '@touchstone/contracts/api-monitoring';
import { systemClock } from '@touchstone/kernel';
import { inLength, type ServerRoles, startServerRoles } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Database, openDatabase } from '../../../platform/database/pool.ts';
import { incidentsOf } from '../testing/incident-builders.ts';
import { newMonitor, newMonitoring } from '../testing/monitor-builders.ts';
import { startReceiver } from '../testing/receiver.ts';

const timeout = inLength(300_000, 7_200_000);
const channelCount = 5;
const monitorCount = 4;
const kills = inLength(1, 200);
const calls = apiMonitoringRoutes;
let roles: ServerRoles;
let database: Database;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  [roles, receiver] = await Promise.all([startServerRoles(inject('postgresUrl')), startReceiver()]);
  database = openDatabase(roles.databaseUrl, { max: 2, applicationName: 'test', onError: () => undefined });
}, timeout);
afterAll(async () => {
  await database.close();
  await Promise.all([roles.close(), receiver.close()]);
}, timeout);

test('a process that is killed while sending alerts loses no message, and repeats one only with its key', {
  timeout,
}, async () => {
  const { client } = roles;
  const place = await newMonitoring(client);
  const { projectId } = place;
  const channelIds: string[] = [];
  for (let count = 0; count < channelCount; count += 1) {
    const settings = { kind: 'webhook', url: `${receiver.url}/${count}`, secret: 'a-secret-of-ours-1' } as const;
    const body = { projectId, name: `Hook ${count}`, settings };
    channelIds.push((await client.call(calls.createChannel, { body })).channelId);
  }
  await client.call(calls.createPolicy, {
    body: { projectId, name: 'All', steps: [{ afterMinutes: 0, channelIds }] },
  });
  const monitors: string[] = [];
  for (let count = 0; count < monitorCount; count += 1)
    monitors.push(
      (await newMonitor(client, place, { kind: 'tcp', host: 'x', port: 1 }, { state: 'STOPPED' })).monitorId,
    );
  const incidents = incidentsOf({ database, clock: systemClock });
  const open = async () =>
    Number(
      (
        await database.pool.query(
          `select count(*)::int as n from api_monitoring.alert_delivery where state in ('WAITING', 'SENDING')`,
        )
      ).rows[0].n,
    );

  for (let round = 1; round <= kills; round += 1) {
    const before = receiver.received.length;
    const opened = await Promise.all(monitors.map((id) => incidents.open(id)));
    // A different moment each time, from the first message to the last.
    const heard = round % (monitorCount * channelCount);
    await expect.poll(() => receiver.received.length, { timeout, interval: 2 }).toBeGreaterThan(before + heard);
    await roles.api().kill('SIGKILL');
    await roles.startApi();
    await expect.poll(open, { timeout }).toBe(0);
    for (const incident of opened) await incidents.close(incident);
    await expect.poll(open, { timeout }).toBe(0);
  }

  const { rows } = await database.pool.query(
    `select d.id, d.state, count(o.id)::int as orders from api_monitoring.alert_delivery d
     join api_monitoring.alert_order o on o.delivery_id = d.id group by d.id, d.state`,
  );
  expect(rows).toHaveLength(2 * kills * monitorCount * channelCount);
  expect(rows.every(({ state, orders }) => state === 'DELIVERED' && orders === 1)).toBe(true);
  const keys = receiver.received.map(({ headers }) => String(headers['idempotency-key']));
  expect([...new Set(keys)].sort()).toEqual(rows.map(({ id }) => String(id)).sort());
  // A message sent twice was in flight when its process died: at most one per channel.
  expect(keys.length - rows.length).toBeLessThanOrEqual(kills * channelCount);
  const ends = new Map<string, string[]>();
  for (const { body, path } of receiver.received) {
    const { event, incidents: told } = JSON.parse(body) as { event: string; incidents: { incidentId: string }[] };
    const key = `${path} ${told[0]?.incidentId}`;
    ends.set(key, [...(ends.get(key) ?? []), event]);
  }
  // The end of an incident is never sent before its start.
  for (const events of ends.values()) {
    expect(events[0]).toBe('incident.opened');
    expect(events.at(-1)).toBe('incident.closed');
  }
});
