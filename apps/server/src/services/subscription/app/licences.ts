import { type Licence, type LicenceCounts, type ServiceStore, serviceCatalog } from '@touchstone/contracts';
import { AppError } from '@touchstone/kernel';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Notify } from '../../notifications/index.ts';
import type { UserManagement } from '../../user-management/index.ts';
import { seatsOfPlan } from '../domain/prices.ts';
import { remainingDays } from '../domain/time.ts';
import { subscriptionErrors } from '../errors.ts';
import { type LicenceRow, licenceStore, type PageOf } from '../store/licence.store.ts';
import { excessSeats, followPlan } from './plan-licences.ts';

const storeOf = (serviceId: string): Pick<ServiceStore, 'uuid' | 'serviceName' | 'category'> => {
  const found = serviceCatalog.find(({ uuid }) => uuid === serviceId);
  return { uuid: serviceId, serviceName: found?.serviceName ?? 'Former service', category: found?.category ?? 'OTHER' };
};

/** Licences of services: seats of an organization that its users hold. */
export function createLicences(needs: { platform: Platform; users: UserManagement; notify: Notify }) {
  const { platform, users, notify } = needs;
  const { database, clock } = platform;
  const db = database.sql;

  /** The first time that anybody asks, the organization gets the licences of its plan. */
  const ensureGranted = async (organizationId: string) => {
    const organization = await users.findOrganization(organizationId);
    if (!organization) return;
    const plan = organization.subscribedPlan === 'EXPIRED' ? 'FREE' : organization.subscribedPlan;
    await database.transaction(async (tx) => {
      if (!(await licenceStore.claimGrant(tx, organizationId))) return;
      const values = { organizationId, plan, startsAt: clock.now(), endsAt: organization.planExpiresAt };
      for (const { uuid } of serviceCatalog)
        await licenceStore.add(tx, { ...values, serviceId: uuid }, seatsOfPlan[plan]);
    });
  };
  /** A new user gets a free seat of each service, once; what an administrator decides later stays. */
  const ofUser = async (organizationId: string, userId: string): Promise<LicenceRow[]> => {
    const held = await licenceStore.listOfUser(db, userId);
    if (held.length) return held;
    await ensureGranted(organizationId);
    await database.transaction(async (tx) => {
      if (!(await licenceStore.claimOffer(tx, userId))) return;
      for (const { uuid } of serviceCatalog) await licenceStore.assignFree(tx, organizationId, uuid, userId);
    });
    // Read anew also where another call at the same moment made the offer.
    return licenceStore.listOfUser(db, userId);
  };
  const isOpen = ({ endsAt }: LicenceRow) => endsAt === null || endsAt > clock.now();
  const present = async (organizationId: string, rows: LicenceRow[]): Promise<Licence[]> => {
    const ids = [...new Set(rows.flatMap(({ userId }) => (userId ? [userId] : [])))];
    const holders = new Map((await users.listUsersByIds(organizationId, ids)).map((user) => [user.userId, user]));
    const now = clock.now();
    return rows.map((row) => {
      const holder = row.userId ? holders.get(row.userId) : undefined;
      return {
        uuid: row.id,
        serviceStore: storeOf(row.serviceId),
        licenseStatus: isOpen(row) ? 'ACTIVE' : 'EXPIRED',
        planType: row.plan,
        subscriptionStartDate: row.startsAt.toISOString(),
        subscriptionEndDate: row.endsAt?.toISOString() ?? null,
        remainingDays: remainingDays(row.endsAt, now),
        userId: row.userId,
        login: holder?.email ?? null,
        userName: holder?.name ?? null,
      };
    });
  };
  const open = async (caller: Caller, id: string): Promise<LicenceRow> => {
    const row = await licenceStore.find(db, caller.organizationId, id);
    if (!row) throw new AppError(subscriptionErrors.licenceNotFound);
    return row;
  };
  const presentOne = async (caller: Caller, id: string): Promise<Licence> => {
    const [found] = await present(caller.organizationId, [await open(caller, id)]);
    return found as Licence;
  };
  const tellHolder = ({ organizationId }: Caller, userId: string, serviceId: string, isGiven: boolean) => {
    const { serviceName } = storeOf(serviceId);
    return notify({
      organizationId,
      userIds: [userId],
      kind: 'licence-changed',
      title: isGiven ? `You were given a licence of ${serviceName}` : `Your licence of ${serviceName} was taken back`,
      text: isGiven ? 'You can use it at once.' : 'Ask an administrator of your organization if you still need it.',
      link: '/account/subscriptions/list',
    });
  };
  const assertUser = async (caller: Caller, userId: string) => {
    const [found] = await users.listUsersByIds(caller.organizationId, [userId]);
    if (!found) throw new AppError(subscriptionErrors.userNotFound);
  };
  const assertService = (serviceId: string) => {
    if (!serviceCatalog.some(({ uuid }) => uuid === serviceId)) throw new AppError(subscriptionErrors.serviceNotFound);
  };
  /** Licences that could not follow the plan because too many were held follow it once they can. */
  const bringInStep = async (organizationId: string) => {
    const organization = await users.findOrganization(organizationId);
    if (!organization || organization.subscribedPlan === 'EXPIRED') return;
    const { subscribedPlan: plan, planExpiresAt } = organization;
    const counts = await licenceStore.counts(db, organizationId, clock.now());
    if (counts.every((row) => row.plan === plan) || counts.some((row) => excessSeats(row, plan) > 0)) return;
    const change = { organizationId, plan, planExpiresAt, confirmFewerSeats: true };
    await database
      .transaction((tx) => followPlan(tx, change, clock.now()))
      .catch((error: unknown) => {
        // Somebody was given a licence meanwhile.
        if (!(error instanceof AppError && error.code === subscriptionErrors.seatsHeld.code)) throw error;
      });
  };
  const countsOf = async (organizationId: string) => {
    await ensureGranted(organizationId);
    const rows = await licenceStore.counts(db, organizationId, clock.now());
    const { subscribedPlan: plan = 'EXPIRED' } = (await users.findOrganization(organizationId)) ?? {};
    return serviceCatalog.map(({ uuid }) => {
      const held = rows.find(({ serviceId }) => serviceId === uuid);
      const { assigned = 0, expired = 0, total = 0 } = held ?? {};
      const excess = plan === 'EXPIRED' ? 0 : excessSeats(held, plan);
      return { serviceStore: storeOf(uuid), assigned, expired, total, unassigned: total - assigned, excess };
    });
  };

  return {
    /** The state of a user's licence of a service of the server: undefined without one. */
    async statusFor(organizationId: string, userId: string, routeService: string) {
      const service = serviceCatalog.find(({ servedBy }) => servedBy.includes(routeService));
      if (!service) return 'ACTIVE' as const;
      const own = (await ofUser(organizationId, userId)).filter(({ serviceId }) => serviceId === service.uuid);
      if (own.some(isOpen)) return 'ACTIVE' as const;
      return own.length ? ('EXPIRED' as const) : undefined;
    },
    countByService: (caller: Caller) => countsOf(caller.organizationId),
    async countAll(caller: Caller): Promise<LicenceCounts> {
      const all = await countsOf(caller.organizationId);
      const sum = (key: keyof LicenceCounts) => all.reduce((total, counts) => total + counts[key], 0);
      return { assigned: sum('assigned'), expired: sum('expired'), total: sum('total'), unassigned: sum('unassigned') };
    },
    async pageOfService(
      caller: Caller,
      { serviceId, searchTerm, ...page }: PageOf & { serviceId: string; searchTerm?: string | undefined },
    ) {
      assertService(serviceId);
      await ensureGranted(caller.organizationId);
      const { organizationId } = caller;
      const userIds = searchTerm ? await users.findUserIds(organizationId, searchTerm) : undefined;
      const found = await licenceStore.page(db, { organizationId, serviceId, userIds }, clock.now(), page);
      return { content: await present(organizationId, found.rows), totalElements: found.totalElements, ...page };
    },
    async pageUsersWithout(
      caller: Caller,
      { serviceId, searchTerm, ...page }: PageOf & { serviceId: string; searchTerm?: string | undefined },
    ) {
      assertService(serviceId);
      const { organizationId } = caller;
      const holders = await licenceStore.packHolders(db, organizationId, serviceId, clock.now());
      return users.pageUsersExcept(organizationId, holders, searchTerm, page);
    },
    async ofSelectedUser(caller: Caller, login: string): Promise<Licence[]> {
      const user = await users.findUserByEmail(login);
      if (user?.organizationId !== caller.organizationId) throw new AppError(subscriptionErrors.userNotFound);
      return present(caller.organizationId, await ofUser(caller.organizationId, user.userId));
    },
    async own(caller: Caller): Promise<Licence[]> {
      return present(caller.organizationId, await ofUser(caller.organizationId, caller.userId));
    },
    /** Gives the organization the licences of its plan for a service that it has none of, and the caller one of them. */
    async grantService(caller: Caller, serviceId: string): Promise<void> {
      const { organizationId, userId } = caller;
      const counts = (await countsOf(organizationId)).find(({ serviceStore }) => serviceStore.uuid === serviceId);
      if (counts && counts.total > 0) return;
      const organization = await users.findOrganization(organizationId);
      if (!organization || organization.plan === 'EXPIRED') throw new AppError(subscriptionErrors.organizationNotFound);
      const { plan, planExpiresAt } = organization;
      const values = { organizationId, serviceId, plan, startsAt: clock.now(), endsAt: planExpiresAt };
      await database.transaction(async (tx) => {
        await licenceStore.lockGrant(tx, organizationId);
        const rows = await licenceStore.counts(tx, organizationId, clock.now());
        if (rows.some((row) => row.serviceId === serviceId)) return;
        await licenceStore.add(tx, values, seatsOfPlan[plan]);
        await licenceStore.assignFree(tx, organizationId, serviceId, userId);
      });
      await platform.audit(caller, { action: 'service.added', target: serviceId });
    },
    async countExpired(caller: Caller) {
      const { expired } = await licenceStore.countByStatus(db, caller.organizationId, clock.now());
      return { count: expired };
    },
    async pageExpired(caller: Caller, page: PageOf) {
      const filter = { organizationId: caller.organizationId, status: 'EXPIRED' as const };
      const found = await licenceStore.page(db, filter, clock.now(), page);
      return {
        content: await present(caller.organizationId, found.rows),
        totalElements: found.totalElements,
        ...page,
      };
    },
    async countByStatus(organizationId: string | undefined) {
      const { total, expired } = await licenceStore.countByStatus(db, organizationId, clock.now());
      return [
        { licenseStatus: 'ACTIVE' as const, count: total - expired },
        { licenseStatus: 'EXPIRED' as const, count: expired },
      ];
    },
    async assign(caller: Caller, licenceId: string, userId: string): Promise<Licence> {
      const row = await open(caller, licenceId);
      await assertUser(caller, userId);
      if (!isOpen(row)) throw new AppError(subscriptionErrors.licenceEnded);
      const held = await licenceStore.listOfUser(db, userId);
      if (held.some((other) => other.serviceId === row.serviceId && isOpen(other)))
        throw new AppError(subscriptionErrors.alreadyLicensed);
      if (!(await licenceStore.assign(db, licenceId, userId))) throw new AppError(subscriptionErrors.licenceTaken);
      await licenceStore.claimOffer(db, userId);
      await platform.audit(caller, { action: 'licence.assigned', target: licenceId, detail: { userId } });
      await tellHolder(caller, userId, row.serviceId, true);
      return presentOne(caller, licenceId);
    },
    async unassign(caller: Caller, licenceId: string): Promise<Licence> {
      const row = await open(caller, licenceId);
      await licenceStore.unassign(db, licenceId);
      const taken = await presentOne(caller, licenceId);
      if (row.userId) await licenceStore.claimOffer(db, row.userId);
      await platform.audit(caller, { action: 'licence.unassigned', target: licenceId, detail: { userId: row.userId } });
      if (row.userId) await tellHolder(caller, row.userId, row.serviceId, false);
      await bringInStep(caller.organizationId);
      return taken;
    },
  };
}

export type Licences = ReturnType<typeof createLicences>;
