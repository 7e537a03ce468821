import { ApiError } from '@touchstone/contracts';
import { subscriptionRoutes as calls } from '@touchstone/contracts/subscription';
import { FakeClock } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { Caller } from '../../../platform/http/caller.ts';
import { userManagementService } from '../../user-management/index.ts';
import { createBilling } from '../app/billing.ts';
import { createInfrastructure } from '../app/infrastructure.ts';
import { createLimits } from '../app/limits.ts';
import { addMonths } from '../domain/time.ts';
import { subscriptionService } from '../index.ts';
import { infrastructureLimits } from '../limits.ts';

const day = 24 * 3600_000;
const billing = { companyName: 'A', email: 'pay@example.test', addressLine1: 'B', city: 'C', country: 'D' };

let server: TestServer;
let clock: FakeClock;
let root: TestUser;
let admin: TestUser;

beforeAll(async () => {
  clock = new FakeClock(new Date());
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, clock });
  root = await server.createUser(server.admin, { role: 'ROLE_SUPERADMIN' });
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

/** The audit entries about a target, oldest first. */
const audited = async (target: string): Promise<unknown[][]> => {
  const { rows } = await server.platform.database.pool.query(
    'select action, detail from platform.audit where target = $1 order by id',
    [target],
  );
  return rows.map(({ action, detail }) => [action, detail]);
};

describe('browsers and devices', () => {
  test('what no runner offers cannot be ordered', async () => {
    const body = { browserName: 'Chromium', operatingSystem: 'Linux' };
    const refused = await refusal(admin.client.call(calls.addBrowserSubscriptions, { body }));
    expect(refused.code).toBe('SUBSCRIPTION_BROWSER_NOT_OFFERED');
    expect(await admin.client.call(calls.listActiveBrowsers, {})).toEqual([]);
  });

  test('[plans-licences-4] [plans-licences-5] device licences are assigned to teams and returned', async () => {
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
    expect(await audited(id)).toEqual([
      ['infrastructure-licence.changed', { teamId: admin.teamId }],
      ['infrastructure-licence.changed', { teamId: null }],
    ]);
    expect(await admin.client.call(calls.listDeviceSubscriptionsOfTeam, ofTeam)).toEqual([]);
    await admin.client.call(calls.assignDeviceLicence, { query });
    await admin.client.call(calls.cancelSubscription, { params: { id } });
    expect((await refusal(stranger.client.call(calls.cancelSubscription, { params: { id } }))).code).toBe(
      'SUBSCRIPTION_LICENCE_NOT_FOUND',
    );
    expect(await admin.client.call(calls.listDeviceSubscriptionsOfTeam, ofTeam)).toEqual([]);
    expect(await admin.client.call(calls.listDeviceSubscriptions, {})).toContainEqual(
      expect.objectContaining({ name: 'Pixel 9', subscriptionStatus: 'CANCELLED' }),
    );
  });

  test('a licence is valid until its end, and shared devices are listed while it is', async () => {
    const device = { name: 'Pixel 7', type: 'SHARED', state: 'ACTIVE', days: 1 } as const;
    await addDevice('01970000-0000-7000-8000-00000000d003', device);
    const shared = () => admin.client.call(calls.listActiveSharedDevices, {});
    const endsAt = new Date(clock.now().getTime() + day).toISOString();
    expect(await shared()).toEqual([
      {
        uuid: '01970000-0000-7000-8000-00000000d003',
        kind: 'DEVICE',
        name: 'Pixel 7',
        operatingSystem: 'Android 16',
        subscriptionType: 'SHARED',
        subscriptionStatus: 'ACTIVE',
        subscriptionEndDate: endsAt,
        teamId: null,
        teamUuid: null,
      },
    ]);
    clock.advance(day);
    expect(await shared()).toEqual([]);
    expect(await admin.client.call(calls.listDeviceSubscriptions, {})).toMatchObject([
      { subscriptionStatus: 'EXPIRED' },
    ]);
    expect(await admin.client.call(calls.listDedicatedDevices, {})).toEqual([]);
  });

  test('shared concurrency follows the limits until it is cancelled', async () => {
    expect(await admin.client.call(calls.getSharedConcurrencyLimit, {})).toEqual({ browser: 1, device: 1 });
    await admin.client.call(calls.cancelConcurrency, { query: { type: 'BROWSER' } });
    expect(await admin.client.call(calls.getSharedConcurrencyLimit, {})).toEqual({ browser: 0, device: 1 });
    await admin.client.call(calls.cancelConcurrency, { query: { type: 'DEVICE' } });
    expect(await admin.client.call(calls.getSharedConcurrencyLimit, {})).toEqual({ browser: 0, device: 0 });
    const { rows } = await server.platform.database.pool.query(
      "select detail from platform.audit where action = 'concurrency.cancelled' and organization_id = $1 order by id",
      [admin.organizationId],
    );
    expect(rows).toEqual([{ detail: { kind: 'BROWSER' } }, { detail: { kind: 'DEVICE' } }]);
  });
});

describe('browsers of a runner', () => {
  const offered = [
    { browserName: 'Chromium', version: '140', operatingSystem: 'Linux' },
    { browserName: 'Chromium', version: '141', operatingSystem: 'Linux' },
    { browserName: 'Chromium', version: '141', operatingSystem: 'Windows' },
    { browserName: 'Firefox', version: '140', operatingSystem: 'Windows' },
  ];
  /** No runner reports browsers yet, so the use cases get one that does. */
  const withRunner = () => {
    const { platform, app } = server;
    const needs = { platform, users: app.door(userManagementService), notify: async () => undefined };
    const inUse = { browsers: 2, devices: 1 };
    const inventory = { browsers: async () => offered, inUse: async () => inUse };
    const limits = createLimits({ ...needs, definitions: infrastructureLimits });
    return createInfrastructure({ ...needs, limits, billing: createBilling(needs), inventory });
  };
  const order = { browserName: 'Chromium', operatingSystem: 'Linux', count: 2, months: 3 };

  test('are listed with their versions', async () => {
    const infrastructure = withRunner();
    expect(await infrastructure.offered()).toEqual(offered);
    expect(await infrastructure.versions()).toEqual([
      { browserName: 'Chromium', versions: ['140', '141'] },
      { browserName: 'Firefox', versions: ['140'] },
    ]);
    expect(await infrastructure.inUse(admin.organizationId)).toEqual({ browsers: 2, devices: 1 });
  });

  test('are ordered by invoice for a team, and valid from the day of payment', async () => {
    const infrastructure = withRunner();
    const caller = { ...admin, address: '', requestId: 'r' } as unknown as Caller;
    const codeOf = (call: Promise<unknown>) =>
      call.then(
        () => 'done',
        (error: { code: string }) => error.code,
      );
    const stranger = await server.createOrganization();
    expect(await codeOf(infrastructure.orderBrowsers(caller, order))).toBe('SUBSCRIPTION_BILLING_MISSING');
    await admin.client.call(calls.saveBillingInformation, { query: {}, body: billing });
    for (const [given, code] of [
      [{ browserName: 'Firefox' }, 'SUBSCRIPTION_BROWSER_NOT_OFFERED'],
      [{ operatingSystem: 'macOS' }, 'SUBSCRIPTION_BROWSER_NOT_OFFERED'],
      [{ teamId: stranger.teamId }, 'SUBSCRIPTION_TEAM_NOT_FOUND'],
    ] as const)
      expect(await codeOf(infrastructure.orderBrowsers(caller, { ...order, ...given }))).toBe(code);
    expect(await admin.client.call(calls.listBrowserLicences, {})).toEqual([]);

    const { licences, invoiceId } = await infrastructure.orderBrowsers(caller, { ...order, teamId: admin.teamId });
    const one = {
      uuid: expect.any(String),
      kind: 'BROWSER',
      name: 'Chromium',
      operatingSystem: 'Linux',
      subscriptionType: 'DEDICATED',
      subscriptionStatus: 'PENDING',
      subscriptionEndDate: addMonths(clock.now(), 3).toISOString(),
      teamId: admin.teamId,
      teamUuid: admin.teamId,
    };
    expect(licences).toEqual([one, one]);
    const [invoice] = (await admin.client.call(calls.pageInvoices, { query: { invoiceId } })).content;
    expect(invoice).toMatchObject({
      status: 'OPEN',
      paidAt: null,
      issuedAt: clock.now().toISOString(),
      totalCents: 2 * 3 * 3900,
      lines: [{ text: 'Chromium on Linux, 3 months', quantity: 2, unitCents: 3 * 3900, totalCents: 2 * 3 * 3900 }],
    });
    const ofTeam = { params: { teamId: admin.teamId } };
    expect(await admin.client.call(calls.listActiveBrowserSubscriptions, ofTeam)).toEqual([]);
    clock.advance(40 * day);
    const paid = await root.client.call(calls.confirmInvoice, { query: { invoiceId } });
    expect(paid).toMatchObject({ status: 'PAID', paidAt: clock.now().toISOString() });
    expect(await audited(invoiceId)).toEqual([['invoice.paid', null]]);
    const holding = {
      ...one,
      subscriptionStatus: 'ACTIVE',
      subscriptionEndDate: addMonths(clock.now(), 3).toISOString(),
    };
    expect(await admin.client.call(calls.listActiveBrowserSubscriptions, ofTeam)).toEqual([holding, holding]);
    const { licences: ownTeamless } = await infrastructure.orderBrowsers(caller, { ...order, count: 1 });
    expect(ownTeamless).toMatchObject([{ teamId: null }]);
    expect(await admin.client.call(calls.listDedicatedBrowsers, {})).toHaveLength(3);
  });
});

describe('limits', () => {
  test.each([
    ['EXECUTIONS_PER_DAY', 100, null],
    ['VIRTUAL_USERS', 1000, null],
    ['MAX_TIMESPAN_MINUTES', 5, null],
    ['SHARED_BROWSERS', 1, 10],
    ['SHARED_DEVICES', 1, 10],
  ])('%s: %s in the free plan, %s in Pro, no limit in Enterprise', async (limitName, free, pro) => {
    const [limit] = await admin.client.call(calls.findLimits, { query: { limitName } });
    expect(limit?.byPlan).toEqual({ FREE: free, PRO: pro, ENTERPRISE: null });
    expect(limit?.description).not.toBe('');
  });
  test('[organisation-dashboard-5] are listed, one by its name, overridden for an organization and added', async () => {
    const limitName = 'EXECUTIONS_PER_DAY';
    const [limit] = await admin.client.call(calls.findLimits, { query: { limitName } });
    expect(limit).toMatchObject({ value: 100, byPlan: { FREE: 100, PRO: null }, isOverridden: false });
    const { organizationId } = admin;
    await root.client.call(calls.updateUserLimit, { body: { limitName, organizationId, value: 7 } });
    expect(await admin.client.call(calls.findLimits, { query: { limitName } })).toMatchObject([{ value: 7 }]);
    const endless = { limitName, organizationId, value: null };
    expect(await root.client.call(calls.updateUserLimit, { body: endless })).toMatchObject({
      value: null,
      byPlan: { FREE: 100 },
      isOverridden: true,
    });
    expect(await server.app.door(subscriptionService).limitOf(organizationId, limitName)).toBeNull();
    await root.client.call(calls.updateUserLimit, { body: { limitName, organizationId } });
    const own = await admin.client.call(calls.listOwnLimits, {});
    const names = own.map((item) => item.limitName);
    expect(names).toEqual(names.toSorted());
    expect(own.find((item) => item.limitName === limitName)).toMatchObject({ value: 100, isOverridden: false });
    const added = await root.client.call(calls.addLimit, {
      body: { limitName: 'COFFEES_PER_DAY', description: 'Cups', byPlan: { FREE: 1 } },
    });
    expect(added).toMatchObject({ description: 'Cups', byPlan: { FREE: 1, PRO: null, ENTERPRISE: null }, value: null });
    const changed = { limitName: 'SHARED_BROWSERS', byPlan: { ENTERPRISE: 50 } };
    expect(await root.client.call(calls.addLimit, { body: changed })).toMatchObject({
      description: expect.stringContaining('browsers'),
      byPlan: { FREE: 1, PRO: 10, ENTERPRISE: 50 },
    });
    const elsewhere = refusal(
      root.client.call(calls.updateUserLimit, { body: { ...endless, organizationId: admin.teamId } }),
    );
    expect((await elsewhere).code).toBe('SUBSCRIPTION_ORGANIZATION_NOT_FOUND');
    const unknown = await refusal(admin.client.call(calls.findLimits, { query: { limitName: 'NOTHING' } }));
    expect(unknown.code).toBe('SUBSCRIPTION_LIMIT_NOT_FOUND');
    const mine = { limitName, organizationId, value: 1000 };
    expect((await refusal(admin.client.call(calls.updateUserLimit, { body: mine }))).status).toBe(403);
  });
});
