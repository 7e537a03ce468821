import { ApiError } from '@touchstone/contracts';
import { subscriptionRoutes as calls } from '@touchstone/contracts/subscription';
import { FakeClock } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';

const day = 24 * 3600_000;

let server: TestServer;
let clock: FakeClock;
let admin: TestUser;

beforeAll(async () => {
  clock = new FakeClock(new Date());
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, clock });
});
beforeEach(async () => {
  admin = await server.createOrganization({ plan: 'FREE' });
});
afterAll(() => server.close());

const refusal = async (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => Promise.reject(new Error('The call was not refused.')),
    (error: unknown) => (error instanceof ApiError ? error : Promise.reject(error)),
  );
const addDevice = (id: string, values: { name: string; type: 'DEDICATED' | 'SHARED'; state: string; days: number }) =>
  server.platform.database.pool.query(
    `insert into subscription.infrastructure_licence
       (id, organization_id, kind, name, operating_system, subscription_type, state, months, ends_at)
     values ($1, $2, 'DEVICE', $3, 'Android 16', $4, $5, 1, $6)`,
    [
      id,
      admin.organizationId,
      values.name,
      values.type,
      values.state,
      new Date(clock.now().getTime() + values.days * day),
    ],
  );

describe('browsers and devices', () => {
  test('what no runner offers cannot be ordered', async () => {
    const body = { browserName: 'Chromium', operatingSystem: 'Linux' };
    const refused = await refusal(admin.client.call(calls.addBrowserSubscriptions, { body }));
    expect(refused.code).toBe('SUBSCRIPTION_BROWSER_NOT_OFFERED');
    expect(await admin.client.call(calls.listActiveBrowsers, {})).toEqual([]);
  });

  test('[plans-licences-4] [plans-licences-5] device licences go to teams and come back', async () => {
    const id = '01970000-0000-7000-8000-00000000d001';
    await addDevice(id, { name: 'Pixel 9', type: 'DEDICATED', state: 'ACTIVE', days: 30 });
    const query = { uuid: id, teamId: admin.teamId };
    const given = await admin.client.call(calls.assignDeviceLicence, { query });
    expect(given).toMatchObject({
      teamUuid: admin.teamId,
      subscriptionStatus: 'ACTIVE',
      subscriptionType: 'DEDICATED',
    });
    const ofTeam = { query: { teamId: admin.teamId } };
    expect(await admin.client.call(calls.listDeviceSubscriptionsOfTeam, ofTeam)).toHaveLength(1);
    expect(await admin.client.call(calls.listDedicatedDevices, {})).toHaveLength(1);
    const stranger = await server.createOrganization();
    const foreign = { query: { uuid: id, teamId: stranger.teamId } };
    expect((await refusal(admin.client.call(calls.assignDeviceLicence, foreign))).code).toBe(
      'SUBSCRIPTION_TEAM_NOT_FOUND',
    );
    await addDevice('01970000-0000-7000-8000-00000000d002', {
      name: 'Pixel 8',
      type: 'SHARED',
      state: 'PENDING',
      days: -1,
    });
    expect(await admin.client.call(calls.listDedicatedDevices, {})).toHaveLength(1);
    expect(await admin.client.call(calls.listDeviceSubscriptions, {})).toContainEqual(
      expect.objectContaining({ name: 'Pixel 8', subscriptionStatus: 'PENDING' }),
    );
    const wrongKind = await refusal(admin.client.call(calls.assignInfrastructureLicence, { query }));
    expect(wrongKind.status).toBe(404);
    await admin.client.call(calls.unassignDeviceLicence, { query: { uuid: id } });
    expect(await admin.client.call(calls.listDeviceSubscriptionsOfTeam, ofTeam)).toEqual([]);
    await admin.client.call(calls.cancelSubscription, { params: { id } });
    expect(await admin.client.call(calls.listDeviceSubscriptions, {})).toContainEqual(
      expect.objectContaining({ name: 'Pixel 9', subscriptionStatus: 'CANCELLED' }),
    );
  });

  test('shared concurrency follows the limits until it is given up', async () => {
    expect(await admin.client.call(calls.getSharedConcurrencyLimit, {})).toEqual({ browser: 1, device: 1 });
    await admin.client.call(calls.cancelConcurrency, { query: { type: 'BROWSER' } });
    expect(await admin.client.call(calls.getSharedConcurrencyLimit, {})).toEqual({ browser: 0, device: 1 });
  });
});
