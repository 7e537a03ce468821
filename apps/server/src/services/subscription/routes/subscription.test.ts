import { ApiError } from '@touchstone/contracts';
import { serviceCatalog, subscriptionRoutes } from '@touchstone/contracts/subscription';
import { userManagementRoutes } from '@touchstone/contracts/user-management';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { FakeClock } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { userManagementService } from '../../user-management/index.ts';

const calls = subscriptionRoutes;
const day = 24 * 3600_000;
const apiTesting = serviceCatalog[0]?.uuid ?? '';
const billing = {
  companyName: 'Łódź Öl GmbH',
  email: 'pay@example.test',
  addressLine1: 'Street 1',
  city: 'Berlin',
  country: 'Germany',
};

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

const refusal = async (call: Promise<unknown>): Promise<ApiError> => {
  try {
    await call;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('The call was not refused.');
};
const endPlan = (user: TestUser, days: number) =>
  server.app
    .door(userManagementService)
    .setPlan(user.organizationId, 'FREE', new Date(clock.now().getTime() + days * day));
/** A token's owner is cached for 5 s of real time, so another token is used. */
const again = async (user: TestUser): Promise<TestUser> => server.createUser(user, { role: 'ROLE_ADMIN' });

describe('plan', () => {
  test('[plans-licences-1] the state of a plan with an end has the remaining days', async () => {
    await endPlan(admin, 30);
    expect(await admin.client.call(calls.getPlan, { query: {} })).toEqual({
      isExpire: false,
      isPopUpOpen: false,
      remainingDays: 30,
      planAudit: { newPlanType: 'FREE', subscriptionEndDate: new Date(clock.now().getTime() + 30 * day).toISOString() },
    });
  });

  test('[plans-licences-2] the popup of an expired trial is open until the user closes it', async () => {
    await endPlan(admin, -1);
    const plan = await admin.client.call(calls.getPlan, { query: {} });
    expect(plan).toMatchObject({ isExpire: true, isPopUpOpen: true, planAudit: { newPlanType: 'EXPIRED' } });
    expect(await admin.client.call(calls.updatePopupStatus, { query: {} })).toMatchObject({ isPopUpOpen: false });
    const colleague = await again(admin);
    expect(await colleague.client.call(calls.getPlan, { query: {} })).toMatchObject({ isPopUpOpen: true });
    await endPlan(admin, -0.5);
    expect(await admin.client.call(calls.getPlan, { query: {} })).toMatchObject({ isPopUpOpen: true });
  });

  test('a plan that is still valid is not replaced by the free edition', async () => {
    await endPlan(admin, 30);
    const query = { continueFree: 'true' as const };
    expect((await refusal(admin.client.call(calls.updatePopupStatus, { query }))).code).toBe(
      'SUBSCRIPTION_NOT_EXPIRED',
    );
    expect(await admin.client.call(calls.updatePopupStatus, { query: {} })).toMatchObject({ isPopUpOpen: false });
    expect(await admin.client.call(calls.getPlan, { query: {} })).toMatchObject({ remainingDays: 30 });
  });

  test('[plans-licences-2] only an administrator switches to the free edition', async () => {
    await endPlan(admin, -1);
    const user = await server.createUser(admin, { role: 'ROLE_USER' });
    const query = { continueFree: 'true' as const };
    expect((await refusal(user.client.call(calls.updatePopupStatus, { query }))).code).toBe('SUBSCRIPTION_ADMIN_ONLY');
    const plan = await admin.client.call(calls.updatePopupStatus, { query });
    expect(plan).toMatchObject({ isExpire: false, planAudit: { newPlanType: 'FREE', subscriptionEndDate: null } });
  });

  test('an expired plan rejects changes, keeps reading, account and renewal', async () => {
    await endPlan(admin, -1);
    const expired = await again(admin);
    const create = expired.client.call(workspaceRoutes.createProject, { body: { projectName: 'No' } });
    expect(await refusal(create)).toMatchObject({ status: 403, code: 'PLATFORM_PLAN_EXPIRED' });
    expect(await expired.client.call(workspaceRoutes.listProjects, { query: {} })).toMatchObject({
      totalElements: 0,
    });
    await expired.client.call(userManagementRoutes.createTeam, { body: { teamName: 'Still works' } });
    await expired.client.call(calls.saveBillingInformation, { query: {}, body: billing });
  });

  test('[organisation-dashboard-4] a super administrator extends plan and licences of an organization', async () => {
    await endPlan(admin, 2);
    await admin.client.call(calls.listOwnLicences, {});
    const date = new Date(clock.now().getTime() + 90 * day).toISOString();
    const response = await server.app.http.inject({
      method: 'PUT',
      url: `/services/subscription/api/extend-license-period?date=${date}`,
      headers: { authorization: `Bearer ${root.token}`, 'organization-id': admin.organizationId },
    });
    expect(response.json()).toMatchObject({ remainingDays: 90 });
    const [licence] = await admin.client.call(calls.listOwnLicences, {});
    expect(licence).toMatchObject({ subscriptionEndDate: date, remainingDays: 90, licenseStatus: 'ACTIVE' });
  });
});

describe('licences', () => {
  const counts = () => admin.client.call(calls.countByService, {});

  test('[plans-licences-4] an organization starts with the licences of its plan, its users take free ones', async () => {
    expect((await counts())[0]).toMatchObject({ assigned: 0, expired: 0, total: 5, unassigned: 5 });
    await admin.client.call(calls.listOwnLicences, {});
    expect((await counts())[0]).toMatchObject({ assigned: 1, total: 5, unassigned: 4 });
    expect(await admin.client.call(calls.countActiveLicences, {})).toEqual({
      assigned: serviceCatalog.length,
      expired: 0,
      total: 5 * serviceCatalog.length,
      unassigned: 4 * serviceCatalog.length,
    });
  });

  test('a new user who makes several calls at once is admitted by each', async () => {
    for (let person = 0; person < 3; person += 1) {
      const user = await server.createUser(admin, { role: 'ROLE_USER' });
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => user.client.call(workspaceRoutes.listProjects, { query: {} })),
      );
      expect(answers).toHaveLength(6);
    }
  });

  test('users without a licence are paged by name: active ones who hold no valid one', async () => {
    const people = [];
    for (const firstName of ['Dora', 'Carl', 'Bert', 'Anna']) {
      const user = await server.createUser(admin, { role: 'ROLE_USER' });
      await server.app.door(userManagementService).updateProfile(user.userId, { firstName, lastName: 'Seat' });
      people.push({ firstName, ...user });
    }
    const [dora, , , anna] = people;
    if (!dora || !anna) throw new Error('Four people were made.');
    await dora.client.call(calls.listOwnLicences, {});
    const names = async (page: number, size = 2) => {
      const query = { serviceId: apiTesting, searchTerm: 'seat', page, size };
      const { content, totalElements } = await admin.client.call(calls.pageUsersWithoutLicence, { query });
      return [totalElements, ...content.map(({ name }) => name)];
    };
    expect(await names(0)).toEqual([3, 'Anna Seat', 'Bert Seat']);
    expect(await names(1)).toEqual([3, 'Carl Seat']);
    expect(await names(9)).toEqual([3]);
    await admin.client.call(userManagementRoutes.updateActivatedStatus, {
      query: { login: anna.email, active: 'false' },
    });
    expect(await names(0)).toEqual([2, 'Bert Seat', 'Carl Seat']);
    await server.platform.database.pool.query(
      'update subscription.licence set ends_at = $2 where organization_id = $1',
      [admin.organizationId, clock.now()],
    );
    expect(await names(0, 5)).toEqual([3, 'Bert Seat', 'Carl Seat', 'Dora Seat']);
    const stranger = await server.createOrganization();
    const query = { serviceId: apiTesting, searchTerm: 'seat' };
    expect(await stranger.client.call(calls.pageUsersWithoutLicence, { query })).toMatchObject({ totalElements: 0 });
  });

  test('[plans-licences-5] assigning and unassigning change counts and the services of the user', async () => {
    const user = await server.createUser(admin, { role: 'ROLE_USER' });
    const [own] = await user.client.call(calls.listOwnLicences, {});
    expect(own).toMatchObject({ serviceStore: { serviceName: 'API Testing' }, userId: user.userId });
    await admin.client.call(calls.unassignLicence, { query: { uuid: own?.uuid ?? '' } });
    const left = await user.client.call(calls.listOwnLicences, {});
    expect(left.map(({ serviceStore }) => serviceStore.serviceName)).toEqual([
      'Test Orchestration',
      'API Monitoring',
      'Service Virtualization',
      'Web Testing',
    ]);
    const query = { serviceId: apiTesting };
    const without = await admin.client.call(calls.pageUsersWithoutLicence, { query });
    expect(without.content.map(({ userId }) => userId)).toContain(user.userId);
    const before = (await counts())[0]?.assigned ?? 0;
    await admin.client.call(calls.assignLicence, { query: { licenseUuid: own?.uuid ?? '', userId: user.userId } });
    const { rows } = await server.platform.database.pool.query(
      'select action, detail from platform.audit where target = $1 order by id',
      [own?.uuid],
    );
    const detail = { userId: user.userId };
    expect(rows).toEqual(['licence.unassigned', 'licence.assigned'].map((action) => ({ action, detail })));
    expect((await counts())[0]?.assigned).toBe(before + 1);
    const listed = await admin.client.call(calls.pageLicencesOfService, {
      query: { ...query, searchTerm: user.email },
    });
    expect(listed.content).toMatchObject([{ login: user.email }]);
    const pageOf = (assigned: 'true' | 'false') =>
      admin.client.call(calls.pageLicencesOfService, { query: { ...query, assigned, size: 100 } });
    const [held, free] = [await pageOf('true'), await pageOf('false')];
    expect(held.content.every(({ userId }) => userId !== null)).toBe(true);
    expect(free.content.every(({ userId }) => userId === null)).toBe(true);
    const [count] = await counts();
    expect([held.totalElements, free.totalElements]).toEqual([count?.assigned, count?.unassigned]);
    const selected = await admin.client.call(calls.listLicencesOfSelectedUser, { query: { login: user.email } });
    expect(selected).toHaveLength(serviceCatalog.length);
  });

  test('a held licence, a second one and a foreign user are rejected', async () => {
    const user = await server.createUser(admin, { role: 'ROLE_USER' });
    const [held] = await user.client.call(calls.listOwnLicences, {});
    const page = await admin.client.call(calls.pageLicencesOfService, { query: { serviceId: apiTesting } });
    const free = page.content.find(({ userId }) => userId === null)?.uuid ?? '';
    const assign = (licenseUuid: string, userId: string) =>
      refusal(admin.client.call(calls.assignLicence, { query: { licenseUuid, userId } }));
    expect((await assign(free, user.userId)).code).toBe('SUBSCRIPTION_ALREADY_LICENSED');
    expect((await assign(held?.uuid ?? '', admin.userId)).status).toBe(409);
    expect((await assign(free, server.admin.userId)).code).toBe('SUBSCRIPTION_USER_NOT_FOUND');
    await server.platform.database.pool.query('update subscription.licence set ends_at = $1 where id = $2', [
      clock.now(),
      free,
    ]);
    expect((await assign(free, admin.userId)).code).toBe('SUBSCRIPTION_LICENCE_ENDED');
    const other = await server.createOrganization();
    const foreign = other.client.call(calls.unassignLicence, { query: { uuid: held?.uuid ?? '' } });
    expect((await refusal(foreign)).code).toBe('SUBSCRIPTION_LICENCE_NOT_FOUND');
  });

  test('of two users who want one licence at the same moment, one gets it', async () => {
    const [first, second] = [
      await server.createUser(admin, { role: 'ROLE_USER' }),
      await server.createUser(admin, { role: 'ROLE_USER' }),
    ];
    for (const user of [first, second]) {
      const [own] = await user.client.call(calls.listOwnLicences, {});
      await admin.client.call(calls.unassignLicence, { query: { uuid: own?.uuid ?? '' } });
    }
    const page = await admin.client.call(calls.pageLicencesOfService, { query: { serviceId: apiTesting } });
    const licenseUuid = page.content.find(({ userId }) => userId === null)?.uuid ?? '';
    const outcomes = await Promise.allSettled(
      [first, second].map(({ userId }) => admin.client.call(calls.assignLicence, { query: { licenseUuid, userId } })),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('without a licence the service is closed; after it expires it can be read but not changed', async () => {
    const user = await server.createUser(admin, { role: 'ROLE_USER' });
    const [own] = await user.client.call(calls.listOwnLicences, {});
    await admin.client.call(calls.unassignLicence, { query: { uuid: own?.uuid ?? '' } });
    const list = () => user.client.call(workspaceRoutes.listProjects, { query: {} });
    expect(await refusal(list())).toMatchObject({ status: 403, code: 'SUBSCRIPTION_NO_LICENCE' });
    await admin.client.call(calls.assignLicence, { query: { licenseUuid: own?.uuid ?? '', userId: user.userId } });
    await server.platform.database.pool.query('update subscription.licence set ends_at = $1 where id = $2', [
      clock.now(),
      own?.uuid,
    ]);
    clock.advance(5001);
    expect(await list()).toMatchObject({ totalElements: 0 });
    const create = user.client.call(workspaceRoutes.createProject, { body: { projectName: 'No' } });
    expect((await refusal(create)).code).toBe('SUBSCRIPTION_LICENCE_EXPIRED');
    expect(await admin.client.call(calls.countExpiredLicences, {})).toEqual({ count: 1 });
    const expired = await admin.client.call(calls.pageExpiredLicences, { query: {} });
    expect(expired.content).toMatchObject([{ uuid: own?.uuid, licenseStatus: 'EXPIRED', remainingDays: 0 }]);
    const byStatus = await root.client.call(calls.countLicencesByStatus, {
      query: { organizationId: admin.organizationId },
    });
    const total = serviceCatalog.length * 5;
    expect(byStatus).toEqual([
      { licenseStatus: 'ACTIVE', count: total - 1 },
      { licenseStatus: 'EXPIRED', count: 1 },
    ]);
  });

  test('lists are of one service, and of a user of the own organization', async () => {
    const stranger = await server.createOrganization();
    const unknown = { serviceId: admin.teamId };
    for (const call of [
      admin.client.call(calls.pageLicencesOfService, { query: unknown }),
      admin.client.call(calls.pageUsersWithoutLicence, { query: unknown }),
    ])
      expect((await refusal(call)).code).toBe('SUBSCRIPTION_SERVICE_NOT_FOUND');
    for (const login of ['nobody@example.test', stranger.email]) {
      const call = admin.client.call(calls.listLicencesOfSelectedUser, { query: { login } });
      expect((await refusal(call)).code).toBe('SUBSCRIPTION_USER_NOT_FOUND');
    }
  });
});

describe('service store', () => {
  test('[service-store-5] services are listed with the own licence, and added to a team', async () => {
    const [service] = await admin.client.call(calls.listServices, {});
    expect(service).toMatchObject({ category: 'API_TESTING', licenseStatus: 'ACTIVE', teamIds: [admin.teamId] });
    const { teamId } = await admin.client.call(userManagementRoutes.createTeam, { body: { teamName: 'Two' } });
    const usedByTeam = { teamId, serviceIds: [apiTesting, apiTesting] };
    const owner = await server.createUser({ ...admin, teamId }, { role: 'ROLE_ADMIN' });
    const after = await owner.client.call(calls.addServicesToTeam, { body: usedByTeam });
    expect(after.filter(({ teamIds }) => teamIds.includes(teamId)).map(({ uuid }) => uuid)).toEqual([apiTesting]);
    const foreign = { teamId: server.admin.teamId };
    const refused = [
      refusal(admin.client.call(calls.addServicesToTeam, { body: { ...usedByTeam, ...foreign } })),
      refusal(admin.client.call(calls.selectService, { body: { serviceId: apiTesting, ...foreign } })),
      refusal(admin.client.call(calls.listTeamsWithServices, { query: foreign })),
      refusal(admin.client.call(calls.selectService, { body: { serviceId: teamId, teamId: admin.teamId } })),
    ];
    const missing = ['TEAM', 'TEAM', 'TEAM', 'SERVICE'].map((what) => `SUBSCRIPTION_${what}_NOT_FOUND`);
    expect((await Promise.all(refused)).map(({ code }) => code)).toEqual(missing);
    const chosen = await admin.client.call(calls.selectService, {
      body: { serviceId: apiTesting, teamId: admin.teamId },
    });
    expect(chosen).toMatchObject({ serviceName: 'API Testing', teamName: 'Team One', serviceUuId: apiTesting });
    const teams = await admin.client.call(calls.listTeamsWithServices, { query: {} });
    const all = serviceCatalog.map(({ serviceName }) => ({ serviceName }));
    expect(teams).toMatchObject([{ teamName: 'Team One', services: all }]);
    const services = [{ serviceName: 'API Testing' }];
    expect(await admin.client.call(calls.listTeamsWithServices, { query: { teamId } })).toMatchObject([
      { teamId, services },
    ]);
    const member = await server.createUser(admin, { role: 'ROLE_USER' });
    const stranger = await server.createOrganization();
    for (const { client } of [member, stranger])
      expect((await refusal(client.call(calls.listTeamsWithServices, { query: { teamId } }))).code).toBe(
        'SUBSCRIPTION_TEAM_NOT_FOUND',
      );
    const unknown = admin.client.call(calls.addServicesToTeam, { body: { teamId, serviceIds: [teamId] } });
    expect((await refusal(unknown)).code).toBe('SUBSCRIPTION_SERVICE_NOT_FOUND');
  });

  test('a service without licences is added with those of the plan', async () => {
    await admin.client.call(calls.listServices, {});
    await server.platform.database.pool.query(
      'delete from subscription.licence where organization_id = $1 and service_id = $2',
      [admin.organizationId, apiTesting],
    );
    const body = { serviceId: apiTesting };
    const listed = await admin.client.call(calls.listServices, {});
    expect(listed.map(({ isSubscribed, licenseStatus }) => [isSubscribed, licenseStatus])).toEqual(
      serviceCatalog.map(({ uuid }) => (uuid === apiTesting ? [false, null] : [true, 'ACTIVE'])),
    );
    expect(await admin.client.call(calls.getService, { params: { id: apiTesting } })).toMatchObject({
      isSubscribed: false,
      licenseStatus: null,
    });
    const twice = [0, 1].map(() => admin.client.call(calls.addService, { body }));
    const added = { isSubscribed: true, licenseStatus: 'ACTIVE' };
    expect(await Promise.all(twice)).toMatchObject([added, added]);
    await admin.client.call(calls.addService, { body });
    expect((await admin.client.call(calls.countByService, {}))[0]).toMatchObject({ total: 5, assigned: 1 });
  });
});

describe('billing', () => {
  test('[plans-licences-7] a renewal is ordered by invoice and takes effect once it is paid', async () => {
    const order = { planType: 'PRO' as const, months: 12, seats: 8 };
    const early = await refusal(admin.client.call(calls.renewLicences, { body: order }));
    expect(early.code).toBe('SUBSCRIPTION_BILLING_MISSING');
    const kept = await admin.client.call(calls.saveBillingInformation, { query: {}, body: billing });
    expect(kept).toMatchObject({ companyName: 'Łódź Öl GmbH', isConfirmed: false });
    const invoice = await admin.client.call(calls.renewLicences, { body: order });
    expect(invoice).toMatchObject({
      status: 'OPEN',
      paidAt: null,
      totalCents: serviceCatalog.length * 8 * 12 * 2900,
      lines: serviceCatalog.map(({ serviceName }) => ({
        text: `${serviceName}, PRO, 12 months`,
        quantity: 8,
        unitCents: 12 * 2900,
        totalCents: 8 * 12 * 2900,
      })),
      currency: 'EUR',
    });
    expect((await admin.client.call(calls.getPlan, { query: {} })).planAudit.newPlanType).toBe('FREE');
    const notMine = await refusal(admin.client.call(calls.confirmInvoice, { query: { invoiceId: invoice.invoiceId } }));
    expect(notMine.status).toBe(403);
    await root.client.call(calls.confirmInvoice, { query: { invoiceId: invoice.invoiceId } });
    const twice = await refusal(root.client.call(calls.confirmInvoice, { query: { invoiceId: invoice.invoiceId } }));
    expect(twice.code).toBe('SUBSCRIPTION_INVOICE_CLOSED');
    const plan = await admin.client.call(calls.getPlan, { query: {} });
    expect(plan.planAudit.newPlanType).toBe('PRO');
    expect(plan.remainingDays).toBeGreaterThanOrEqual(365);
    expect((await admin.client.call(calls.countByService, {}))[0]).toMatchObject({ total: 8 });
    const paid = await admin.client.call(calls.pageInvoices, { query: {} });
    expect(paid.content).toMatchObject([{ status: 'PAID', invoiceNumber: expect.stringMatching(/^INV-\d{6}$/) }]);
    const query = { invoiceId: invoice.invoiceId };
    expect((await admin.client.call(calls.pageInvoices, { query })).totalElements).toBe(1);
    const stranger = await server.createOrganization();
    expect((await stranger.client.call(calls.pageInvoices, { query })).totalElements).toBe(0);
  });

  test('a renewal after the end, or into another plan, starts today', async () => {
    await admin.client.call(calls.saveBillingInformation, { query: {}, body: billing });
    const renew = async (planType: 'PRO' | 'ENTERPRISE') => {
      const body = { planType, months: 1, seats: 6 };
      const invoice = await admin.client.call(calls.renewLicences, { body });
      await root.client.call(calls.confirmInvoice, { query: { invoiceId: invoice.invoiceId } });
      return invoice;
    };
    expect(await renew('PRO')).not.toHaveProperty('fewerSeats');
    await renew('ENTERPRISE');
    expect((await admin.client.call(calls.getPlan, { query: {} })).remainingDays).toBeLessThanOrEqual(31);
    const ended = new Date(clock.now().getTime() - 20 * day);
    await server.app.door(userManagementService).setPlan(admin.organizationId, 'PRO', ended);
    await renew('PRO');
    const { remainingDays } = await admin.client.call(calls.getPlan, { query: {} });
    expect(remainingDays).toBeGreaterThanOrEqual(28);
    expect(remainingDays).toBeLessThanOrEqual(31);
  });

  test('a renewal before the end extends from there', async () => {
    await admin.client.call(calls.saveBillingInformationOnboarding, { query: {}, body: billing });
    for (let time = 0; time < 2; time += 1) {
      const body = { planType: 'ENTERPRISE' as const, months: 6, seats: 2 };
      const { invoiceId } = await admin.client.call(calls.renewLicences, { body });
      await root.client.call(calls.confirmInvoice, { query: { invoiceId } });
    }
    const { remainingDays } = await admin.client.call(calls.getPlan, { query: {} });
    expect(remainingDays).toBeGreaterThanOrEqual(365);
  });

  test('[plans-licences-7] an invoice is a PDF, visible to its own organization', async () => {
    await admin.client.call(calls.saveBillingInformation, { query: {}, body: billing });
    const body = { planType: 'PRO' as const, months: 1, seats: 1 };
    const { invoiceId } = await admin.client.call(calls.renewLicences, { body });
    const response = await admin.client.raw(calls.downloadInvoice, { params: { id: invoiceId } });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(response.headers.get('content-disposition')).toMatch(/filename="INV-\d{6}\.pdf"/);
    const other = await server.createOrganization();
    const foreign = await refusal(other.client.raw(calls.downloadInvoice, { params: { id: invoiceId } }));
    expect(foreign.status).toBe(404);
  });

  test('billing information is checked by a super administrator, and anew after a change', async () => {
    const { billingInformationId } = await admin.client.call(calls.saveBillingInformation, {
      query: {},
      body: billing,
    });
    const query = { billingInformationId };
    expect(await root.client.call(calls.confirmBillingInformation, { query })).toMatchObject({ isConfirmed: true });
    const unknown = { query: { billingInformationId: admin.teamId } };
    expect((await refusal(root.client.call(calls.confirmBillingInformation, unknown))).code).toBe(
      'SUBSCRIPTION_BILLING_NOT_FOUND',
    );
    await admin.client.call(calls.saveBillingInformation, { query: {}, body: { ...billing, city: 'Bonn' } });
    expect(await admin.client.call(calls.getBillingInformation, {})).toMatchObject({
      isConfirmed: false,
      city: 'Bonn',
    });
  });

  test('[plans-licences-7] prices name every service and plan', async () => {
    const prices = await admin.client.call(calls.listPrices, {});
    expect(prices).toContainEqual({
      serviceStore: expect.objectContaining({ serviceName: 'API Testing' }),
      planType: 'PRO',
      monthlyCents: 2900,
      currency: 'EUR',
    });
  });
});
