import { administrators } from '@touchstone/contracts';
import type { Team } from '@touchstone/contracts/identity';
import { type OfferedService, serviceCatalog } from '@touchstone/contracts/subscription';
import { AppError } from '@touchstone/kernel';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { UserManagement } from '../../user-management/index.ts';
import { subscriptionErrors } from '../errors.ts';
import { serviceStoreStore } from '../store/service-store.store.ts';
import type { Licences } from './licences.ts';

/** The service store: what the product offers, what the caller is licensed for, and which team uses what. */
export function createServiceStore(options: { platform: Platform; users: UserManagement; licences: Licences }) {
  const { platform, users, licences } = options;
  const { database, clock } = platform;
  const db = database.sql;

  const teamServices = async (organizationId: string, teamIds: readonly string[]) => {
    const rows = await serviceStoreStore.listOfOrganization(db, organizationId);
    const usedBy = (teamId: string) => {
      const chosen = rows.filter((row) => row.teamId === teamId).map(({ serviceId }) => serviceId);
      return chosen.length ? chosen : serviceCatalog.map(({ uuid }) => uuid);
    };
    return new Map(teamIds.map((teamId) => [teamId, usedBy(teamId)]));
  };
  const list = async (caller: Caller): Promise<OfferedService[]> => {
    const [own, counts, teams] = await Promise.all([
      licences.own(caller),
      licences.countByService(caller),
      teamServices(caller.organizationId, caller.teamIds),
    ]);
    return serviceCatalog.map(({ uuid, serviceName, category, description, path }) => {
      const held = own.filter(({ serviceStore }) => serviceStore.uuid === uuid);
      const best = held.find(({ licenseStatus }) => licenseStatus === 'ACTIVE') ?? held[0];
      const total = counts.find(({ serviceStore }) => serviceStore.uuid === uuid)?.total ?? 0;
      return {
        uuid,
        serviceName,
        category,
        description,
        path: path ?? null,
        licenseStatus: best?.licenseStatus ?? null,
        subscriptionEndDate: best?.subscriptionEndDate ?? null,
        remainingDays: best?.remainingDays ?? null,
        isSubscribed: total > 0,
        teamIds: [...teams].filter(([, serviceIds]) => serviceIds.includes(uuid)).map(([teamId]) => teamId),
      };
    });
  };
  const get = async (caller: Caller, serviceId: string): Promise<OfferedService> => {
    const found = (await list(caller)).find(({ uuid }) => uuid === serviceId);
    if (!found) throw new AppError(subscriptionErrors.serviceNotFound);
    return found;
  };
  const teamsOf = async (caller: Caller): Promise<Team[]> => users.listTeams(caller.organizationId, caller.teamIds);

  return {
    list,
    get,
    async setOfTeam(caller: Caller, teamId: string, serviceIds: string[]): Promise<OfferedService[]> {
      if (!(await users.teamExists(caller.organizationId, teamId))) throw new AppError(subscriptionErrors.teamNotFound);
      const wanted = [...new Set(serviceIds)];
      const isKnown = (id: string) => serviceCatalog.some(({ uuid }) => uuid === id);
      if (!wanted.every(isKnown)) throw new AppError(subscriptionErrors.serviceNotFound);
      await database.transaction((tx) => serviceStoreStore.setOfTeam(tx, caller.organizationId, teamId, wanted));
      await platform.audit(caller, { action: 'team.services-changed', target: teamId, detail: { serviceIds: wanted } });
      return list(caller);
    },
    async add(caller: Caller, serviceId: string): Promise<OfferedService> {
      await get(caller, serviceId);
      await licences.grantService(caller, serviceId);
      return get(caller, serviceId);
    },
    async select(caller: Caller, serviceId: string, teamId: string) {
      const { serviceName } = await get(caller, serviceId);
      const team = (await teamsOf(caller)).find((candidate) => candidate.teamId === teamId);
      if (!team) throw new AppError(subscriptionErrors.teamNotFound);
      await serviceStoreStore.select(db, { userId: caller.userId, serviceId, teamId, selectedAt: clock.now() });
      return { serviceId, serviceUuId: serviceId, serviceName, teamUuid: teamId, teamName: team.teamName };
    },
    /** The caller's teams, or the requested one. */
    async teamsWithServices(caller: Caller, teamId?: string) {
      const teamIds = teamId ? [teamId] : caller.teamIds;
      const mayAsk = !teamId || caller.teamIds.includes(teamId) || administrators.some((role) => role === caller.role);
      if (!mayAsk) throw new AppError(subscriptionErrors.teamNotFound);
      const [teams, used] = await Promise.all([
        users.listTeams(caller.organizationId, teamIds),
        teamServices(caller.organizationId, teamIds),
      ]);
      if (teamId && teams.length === 0) throw new AppError(subscriptionErrors.teamNotFound);
      return teams.map((team) => ({
        ...team,
        services: serviceCatalog
          .filter(({ uuid }) => used.get(team.teamId)?.includes(uuid))
          .map(({ uuid, serviceName, category }) => ({ uuid, serviceName, category })),
      }));
    },
  };
}

export type ServiceStore = ReturnType<typeof createServiceStore>;
