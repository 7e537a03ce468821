import { readFile } from 'node:fs/promises';
import { ApiError } from '@touchstone/contracts';
import { subscriptionRoutes as calls } from '@touchstone/contracts/subscription';
import { userManagementRoutes } from '@touchstone/contracts/user-management';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { FakeClock } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { userManagementService } from '../../user-management/index.ts';
import { addMonths } from '../domain/time.ts';

const day = 24 * 3600_000;
type Given = 'FREE' | 'PRO' | 'ENTERPRISE';
const ends = { none: undefined, later: 30 * day, past: -day };
const seatsOf = { FREE: 5, PRO: 25, ENTERPRISE: 100 };
const billing = { companyName: 'A', email: 'pay@example.test', addressLine1: 'B', city: 'C', country: 'D' };

let server: TestServer;
let clock: FakeClock;
let root: TestUser;

beforeAll(async () => {
  clock = new FakeClock(new Date());
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, clock });
  root = await server.createUser(server.admin, { role: 'ROLE_SUPERADMIN' });
});
afterAll(() => server.close());

const at = (ms: number | undefined) =>
  ms === undefined ? undefined : new Date(clock.now().getTime() + ms).toISOString();
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error) => (error instanceof ApiError ? (error.code ?? String(error.status)) : Promise.reject(error)),
  );
/** An organization on a plan whose administrator holds the first licences. */
async function organizationOf(plan: Given): Promise<TestUser> {
  const admin = await server.createOrganization({ plan });
  await admin.client.call(calls.listOwnLicences, {});
  return admin;
}
const upgrade = (admin: TestUser, query: object) =>
  root.client.call(userManagementRoutes.upgradeAccount, { query: { login: admin.email, ...query } as never });
const held = async (admin: TestUser) => {
  const [licence] = await admin.client.call(calls.listOwnLicences, {});
  const [counts] = await admin.client.call(calls.countByService, {});
  return { ...licence, total: counts?.total };
};

const plans = ['FREE', 'PRO', 'ENTERPRISE'] as const;
const directions = plans.flatMap((before) =>
  plans.flatMap((after) => Object.entries(ends).map(([end, ms]) => ({ before, after, end, ms }))),
);

test.each(directions)(
  '[issue-10] $before becomes $after (end: $end): type, number and end of licences follow',
  async (row) => {
    const { before, after, ms } = row;
    const admin = await organizationOf(before);
    const query = { planType: after, ...(ms !== undefined && { planExpiryDate: at(ms) }) };
    const isFewer = seatsOf[after] < seatsOf[before];
    if (isFewer) {
      expect(await codeOf(upgrade(admin, query))).toBe('SUBSCRIPTION_FEWER_SEATS');
      // Nothing has moved.
      expect(await held(admin)).toMatchObject({ planType: before, total: seatsOf[before], licenseStatus: 'ACTIVE' });
      expect((await admin.client.call(calls.getPlan, { query: {} })).planAudit.newPlanType).toBe(before);
    }
    await upgrade(admin, { ...query, ...(isFewer && { confirmFewerSeats: 'true' }) });
    expect(await held(admin)).toMatchObject({
      planType: after,
      total: Math.max(seatsOf[after], before === after ? seatsOf[before] : 0),
      subscriptionEndDate: at(ms) ?? null,
      licenseStatus: ms !== undefined && ms < 0 ? 'EXPIRED' : 'ACTIVE',
    });
  },
);

test('[issue-10] a locked-out user works again after the upgrade, and an end locks out', async () => {
  const admin = await organizationOf('FREE');
  await upgrade(admin, { planType: 'FREE', planExpiryDate: at(-day) });
  const project = (user: TestUser, projectName: string) =>
    user.client.call(workspaceRoutes.createProject, { body: { projectName } });
  const expired = await server.createUser(admin, { role: 'ROLE_ADMIN' });
  expect(await codeOf(project(expired, 'No'))).toMatch(/EXPIRED/);
  await upgrade(admin, { planType: 'PRO', planExpiryDate: at(30 * day) });
  const paying = await server.createUser(admin, { role: 'ROLE_ADMIN' });
  expect(await codeOf(project(paying, 'Yes'))).toBe('done');
});

test('[issue-10] fewer licences than are held are rejected, with the numbers, and nothing moves', async () => {
  const admin = await organizationOf('PRO');
  for (let user = 0; user < 6; user += 1) {
    const colleague = await server.createUser(admin, { role: 'ROLE_USER' });
    await colleague.client.call(calls.listOwnLicences, {});
  }
  const refused = upgrade(admin, { planType: 'FREE', confirmFewerSeats: 'true' });
  await expect(refused).rejects.toMatchObject({ code: 'SUBSCRIPTION_SEATS_HELD' });
  await expect(refused).rejects.toThrow(
    /7 licences of .* are assigned, but the plan includes only 5\. Unassign 2 first/,
  );
  expect(await held(admin)).toMatchObject({ planType: 'PRO', total: 25 });
  await admin.client.call(calls.saveBillingInformation, { query: {}, body: billing });
  const body = { planType: 'PRO' as const, months: 1, seats: 6 };
  expect(await codeOf(admin.client.call(calls.renewLicences, { body }))).toBe('SUBSCRIPTION_SEATS_HELD');
});

test('[issue-10] a renewal names fewer licences, and all of them move when it is paid', async () => {
  const admin = await organizationOf('PRO');
  await admin.client.call(calls.saveBillingInformation, { query: {}, body: billing });
  const body = { planType: 'ENTERPRISE' as const, months: 2, seats: 4 };
  const { invoiceId, fewerSeats, currency } = await admin.client.call(calls.renewLicences, { body });
  expect((await held(admin)).serviceStore).toMatchObject({ serviceName: 'API Testing', category: 'API_TESTING' });
  expect({ fewerSeats, currency }).toEqual({ fewerSeats: { before: 25, after: 4 }, currency: 'EUR' });
  await root.client.call(calls.confirmInvoice, { query: { invoiceId } });
  const { planAudit } = await admin.client.call(calls.getPlan, { query: {} });
  expect(await held(admin)).toMatchObject({
    planType: 'ENTERPRISE',
    total: 4,
    licenseStatus: 'ACTIVE',
    subscriptionEndDate: planAudit.subscriptionEndDate,
  });
});

test.each([
  { name: 'the same plan goes on from its end', planType: 'PRO', from: 300 * day },
  { name: 'another plan begins when it is paid', planType: 'ENTERPRISE', from: 0 },
] as const)('a renewal before the end: $name', async ({ planType, from }) => {
  const admin = await organizationOf('FREE');
  await upgrade(admin, { planType: 'PRO', planExpiryDate: at(300 * day) });
  await admin.client.call(calls.saveBillingInformation, { query: {}, body: billing });
  const started = clock.now().toISOString();
  expect((await held(admin)).subscriptionStartDate).toBe(started);
  clock.advance(day);
  const body = { planType, months: 2, seats: 100 };
  const { invoiceId } = await admin.client.call(calls.renewLicences, { body });
  await root.client.call(calls.confirmInvoice, { query: { invoiceId } });
  const base = new Date(from === 0 ? clock.now().getTime() : new Date(started).getTime() + from);
  expect(await held(admin)).toMatchObject({
    planType,
    total: 100,
    subscriptionStartDate: from === 0 ? clock.now().toISOString() : started,
    subscriptionEndDate: addMonths(base, 2).toISOString(),
  });
});

test('[issue-10] a payment that cannot be applied leaves invoice and plan as they were', async () => {
  const admin = await organizationOf('FREE');
  await admin.client.call(calls.saveBillingInformation, { query: {}, body: billing });
  const body = { planType: 'PRO' as const, months: 1, seats: 1 };
  const { invoiceId } = await admin.client.call(calls.renewLicences, { body });
  const colleague = await server.createUser(admin, { role: 'ROLE_USER' });
  await colleague.client.call(calls.listOwnLicences, {});
  expect(await codeOf(root.client.call(calls.confirmInvoice, { query: { invoiceId } }))).toBe(
    'SUBSCRIPTION_SEATS_HELD',
  );
  const [invoice] = (await admin.client.call(calls.pageInvoices, { query: { invoiceId } })).content;
  expect(invoice?.status).toBe('OPEN');
  expect(await held(admin)).toMatchObject({ planType: 'FREE', total: 5 });
});

test('[issue-10] continuing with the free edition includes its licences, and says that they are fewer', async () => {
  const admin = await organizationOf('PRO');
  await upgrade(admin, { planType: 'PRO', planExpiryDate: at(-day) });
  const proceed = (query: object) =>
    admin.client.call(calls.updatePopupStatus, { query: { continueFree: 'true', ...query } as never });
  expect(await codeOf(proceed({}))).toBe('SUBSCRIPTION_FEWER_SEATS');
  await expect(proceed({})).rejects.toThrow(/would have 5 licences of [A-Z].* instead of 25\./);
  await proceed({ confirmFewerSeats: 'true' });
  expect(await held(admin)).toMatchObject({
    planType: 'FREE',
    total: 5,
    subscriptionEndDate: null,
    licenseStatus: 'ACTIVE',
  });
});

test('[issue-10] a plan that another service ends ends its licences too', async () => {
  const admin = await organizationOf('PRO');
  await server.app.door(userManagementService).setPlan(admin.organizationId, 'EXPIRED', null);
  expect(await held(admin)).toMatchObject({ total: 25, licenseStatus: 'EXPIRED' });
});

test.each(['ROLE_USER', 'ROLE_GUEST', 'ROLE_ADMIN'] as const)('[issue-10] %s changes no plan', async (role) => {
  const admin = await organizationOf('FREE');
  const user = role === 'ROLE_ADMIN' ? admin : await server.createUser(admin, { role });
  const query = { login: admin.email, planType: 'PRO' as const };
  await expect(user.client.call(userManagementRoutes.upgradeAccount, { query })).rejects.toMatchObject({ status: 403 });
  await expect(
    user.client.call(calls.extendLicensePeriod, { query: { date: clock.now().toISOString() } }),
  ).rejects.toMatchObject({ status: 403 });
  if (role === 'ROLE_ADMIN') return;
  const body = { planType: 'PRO' as const, months: 1, seats: 1 };
  await expect(user.client.call(calls.renewLicences, { body })).rejects.toMatchObject({ status: 403 });
});

/** Changes only the plan of an organization: its licences are still those of the previous plan. */
const moveOnlyPlan = (admin: TestUser, plan: Given, endsAt: string | null = null) =>
  server.platform.database.pool.query(
    'update user_management.organization set plan = $2, plan_expires_at = $3 where id = $1',
    [admin.organizationId, plan, endsAt],
  );
const runMigration = async () => {
  const path = new URL('../store/migrations/0005_licences_in_step.sql', import.meta.url);
  const statements = (await readFile(path, 'utf8')).split('--> statement-breakpoint');
  await server.platform.database.transaction(async (_sql, client) => {
    for (const statement of statements) await client.query(statement);
  });
};
const countsOf = async (admin: TestUser) => {
  const [first] = await admin.client.call(calls.countByService, {});
  return first && { total: first.total, assigned: first.assigned, excess: first.excess };
};

test('the migration brings licences in line with the plan, and leaves those that already are', async () => {
  const [paying, leaving, bought] = [
    await organizationOf('FREE'),
    await organizationOf('PRO'),
    await organizationOf('PRO'),
  ];
  await upgrade(paying, { planType: 'FREE', planExpiryDate: at(-day) });
  await moveOnlyPlan(paying, 'PRO', at(30 * day) ?? null);
  await moveOnlyPlan(leaving, 'FREE');
  // More of them were bought on the same plan.
  await server.platform.database.pool.query(
    `insert into subscription.licence (id, organization_id, service_id, plan, starts_at)
     select gen_random_uuid(), organization_id, service_id, 'PRO', now() from subscription.licence where organization_id = $1 limit 3`,
    [bought.organizationId],
  );
  const before = await bought.client.call(calls.countByService, {});
  await runMigration();
  expect(await held(paying)).toMatchObject({
    planType: 'PRO',
    total: 25,
    licenseStatus: 'ACTIVE',
    subscriptionEndDate: at(30 * day),
  });
  expect(await held(leaving)).toMatchObject({ planType: 'FREE', total: 5, userId: leaving.userId });
  expect(await bought.client.call(calls.countByService, {})).toEqual(before);
});

test('when more licences are held than the plan includes, no user loses one; the counts list them until they are revoked', async () => {
  const admin = await organizationOf('PRO');
  for (let user = 0; user < 6; user += 1) {
    const colleague = await server.createUser(admin, { role: 'ROLE_USER' });
    await colleague.client.call(calls.listOwnLicences, {});
  }
  await moveOnlyPlan(admin, 'FREE');
  await runMigration();
  expect(await countsOf(admin)).toEqual({ total: 25, assigned: 7, excess: 2 });
  const services = await admin.client.call(calls.countByService, {});
  for (const { serviceStore } of services) {
    const query = { serviceId: serviceStore.uuid, size: 200 };
    const { content } = await admin.client.call(calls.pageLicencesOfService, { query });
    const others = content.filter(({ userId }) => userId && userId !== admin.userId).slice(0, 2);
    for (const { uuid } of others)
      expect(await admin.client.call(calls.unassignLicence, { query: { uuid } })).toMatchObject({ userId: null });
  }
  expect(await countsOf(admin)).toEqual({ total: 5, assigned: 5, excess: 0 });
  expect(await held(admin)).toMatchObject({ planType: 'FREE', licenseStatus: 'ACTIVE' });
});
