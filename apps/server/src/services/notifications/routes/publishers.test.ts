import { notificationRoutes as calls } from '@touchstone/contracts/notifications';
import { subscriptionRoutes } from '@touchstone/contracts/subscription';
import { virtualUserRoutes } from '@touchstone/contracts/virtual-users';
import { FakeClock } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { newProject, newScript, newSuite, runToEnd } from '../../api-testing/testing/builders.ts';
import { startTargetServer, type TargetServer } from '../../api-testing/testing/target-server.ts';
import { userManagementService } from '../../user-management/index.ts';

const waitOptions = { timeout: 20_000, interval: 50 };
const dayMs = 24 * 3_600_000;
const clock = new FakeClock(new Date());
let server: TestServer;
let target: TargetServer;
let admin: TestUser;
let root: TestUser;
beforeAll(async () => {
  [server, target] = await Promise.all([
    createTestServer({ postgresUrl: inject('postgresUrl'), clock }),
    startTargetServer(),
  ]);
  root = await server.createOrganization({ role: 'ROLE_SUPERADMIN' });
});
beforeEach(async () => {
  admin = await server.createOrganization();
});
afterAll(async () => {
  await target.close();
  await server.close();
});

const notificationsOf = async (user: TestUser) =>
  (await user.client.call(calls.listNotifications, { query: {} })).content.map(({ kind, title }) => [kind, title]);
const expectNotified = (user: TestUser, expected: string[][]) =>
  vi.waitFor(async () => expect(await notificationsOf(user)).toEqual(expected), waitOptions);

test('the starter of a failed run is notified, with a link to its report; the starter of a quick pass is not', async () => {
  const starter = await server.createUser(admin, { role: 'ROLE_USER' });
  const projectId = await newProject(starter.client);
  const suiteOf = async (name: string, expected: number) => {
    const suiteId = await newSuite(starter.client, projectId, name);
    const assertions = [{ kind: 'status' as const, operator: 'equals' as const, expected, enabled: true }];
    await newScript(starter.client, suiteId, { url: `${target.url}/json`, assertions });
    return suiteId;
  };
  const [right, wrong] = [await suiteOf('Right', 200), await suiteOf('Wrong', 418)];
  await runToEnd(starter.client, { projectId, suiteIds: [right] });
  const runId = await runToEnd(starter.client, { projectId, suiteIds: [wrong] });
  await expectNotified(starter, [['run-failed', 'Wrong #2 failed']]);
  const [notification] = (await starter.client.call(calls.listNotifications, { query: {} })).content;
  expect(notification).toMatchObject({
    link: `/api-testing/report/${runId}`,
    text: expect.stringMatching(/^0 of 1 step passed, 1 failed\./),
  });
  expect(await notificationsOf(admin)).toEqual([]);
});

test('a licence that is taken and returned is reported to its holder', async () => {
  const [own] = await admin.client.call(subscriptionRoutes.listOwnLicences, {});
  const licenseUuid = own?.uuid ?? '';
  await admin.client.call(subscriptionRoutes.unassignLicence, { query: { uuid: licenseUuid } });
  const user = await server.createUser(admin, { role: 'ROLE_USER' });
  await admin.client.call(subscriptionRoutes.assignLicence, { query: { licenseUuid, userId: user.userId } });
  await admin.client.call(subscriptionRoutes.unassignLicence, { query: { uuid: licenseUuid } });
  expect(await notificationsOf(user)).toEqual([
    ['licence-changed', 'Your licence of API Testing was taken back'],
    ['licence-changed', 'You were given a licence of API Testing'],
  ]);
  expect(await notificationsOf(admin)).toEqual([['licence-changed', 'Your licence of API Testing was taken back']]);
});

test('administrators are notified of an accepted invitation, not of a sign-up', async () => {
  const users = server.app.door(userManagementService);
  const colleague = await server.createUser(admin, { role: 'ROLE_USER' });
  const { userId } = await users.createUser({
    organizationId: admin.organizationId,
    email: 'mia@example.test',
    firstName: 'Mia',
    lastName: 'Moss',
    role: 'ROLE_ADMIN',
    teamIds: [],
    activated: false,
  });
  for (let time = 0; time < 2; time += 1) await users.activateUser(userId);
  await vi.waitFor(async () => {
    expect(await notificationsOf(admin)).toEqual([['invitation-accepted', 'Mia Moss accepted the invitation']]);
  }, waitOptions);
  expect(await notificationsOf(colleague)).toEqual([]);
});

test('administrators are notified once that their plan ends within 15 days, and once that it has ended', async () => {
  const work = async () => {
    const before = await server.platform.database.pool.query(doneJobs);
    await server.platform.jobs.send('subscription.plan-ends', {});
    await vi.waitFor(async () => {
      const after = await server.platform.database.pool.query(doneJobs);
      expect(after.rows[0]?.count).toBe(before.rows[0]?.count + 1);
    }, waitOptions);
  };
  const doneJobs =
    "select count(*)::int as count from jobs.job where name = 'subscription.plan-ends' and state = 'completed'";
  const colleague = await server.createUser(admin, { role: 'ROLE_USER' });
  const end = new Date(clock.now().getTime() + 16 * dayMs);
  await server.app.door(userManagementService).setPlan(admin.organizationId, 'PRO', end);
  await work();
  expect(await notificationsOf(admin)).toEqual([]);
  clock.advance(dayMs);
  for (let time = 0; time < 2; time += 1) await work();
  const organization = await server.app.door(userManagementService).findOrganization(admin.organizationId);
  const soon = ['plan-ending', `The plan of ${organization?.organizationName} ends in 15 days`];
  expect(await notificationsOf(admin)).toEqual([soon]);
  clock.advance(15 * dayMs);
  for (let time = 0; time < 2; time += 1) await work();
  expect(await notificationsOf(admin)).toEqual([
    ['plan-ending', `The plan of ${organization?.organizationName} has ended`],
    soon,
  ]);
  expect(await notificationsOf(colleague)).toEqual([]);
});

test('a paid invoice is reported to the administrators, virtual users to their buyer', async () => {
  const address = { companyName: 'C', email: 'c@example.test', addressLine1: 'A', city: 'B', country: 'D' };
  await admin.client.call(subscriptionRoutes.saveBillingInformation, {
    query: {},
    body: { ...address, addressLine2: '', postalCode: '1', taxId: '' },
  });
  const invoice = await admin.client.call(subscriptionRoutes.renewLicences, {
    body: { planType: 'PRO', months: 1, seats: 1 },
  });
  await root.client.call(subscriptionRoutes.confirmInvoice, { query: { invoiceId: invoice.invoiceId } });
  const paid = ['purchase-confirmed', `Invoice ${invoice.invoiceNumber} is paid`];
  expect(await notificationsOf(admin)).toEqual([paid]);
  const { transactionId } = await admin.client.call(virtualUserRoutes.initiateVirtualUserPurchase, {
    body: { packId: 'virtual-users-100' },
  });
  await fetch(`${server.url}/services/virtual-users${virtualUserRoutes.updateVirtualUserTransaction.path}`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${root.token}`,
      'organization-id': admin.organizationId,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ transactionId, status: 'COMPLETED' }),
  });
  expect(await notificationsOf(admin)).toEqual([['purchase-confirmed', '100 virtual users are yours'], paid]);
});
