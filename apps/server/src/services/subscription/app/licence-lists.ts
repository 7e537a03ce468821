import { type Licence, serviceCatalog } from '@touchstone/contracts/subscription';
import { AppError } from '@touchstone/kernel';
import type { Caller } from '../../../platform/http/caller.ts';
import { subscriptionErrors } from '../errors.ts';
import { licenceStore, type PageOf } from '../store/licence.store.ts';
import type { LicenceGrants, LicenceNeeds } from './licence-grants.ts';
import type { LicenceView } from './licence-view.ts';

interface LicencesOfService {
  serviceId: string;
  assigned?: 'true' | 'false' | undefined;
  searchTerm?: string | undefined;
}

/** createLicenceLists lists the licences of a service, of a user, and expired ones. */
export function createLicenceLists(
  { platform, users }: LicenceNeeds,
  { ensureGranted, ofUser }: LicenceGrants,
  { present }: LicenceView,
) {
  const { database, clock } = platform;
  const db = database.sql;

  return {
    async pageOfService(caller: Caller, { serviceId, assigned, searchTerm, ...page }: PageOf & LicencesOfService) {
      assertService(serviceId);
      await ensureGranted(caller.organizationId);
      const { organizationId } = caller;
      const userIds = searchTerm ? await users.findUserIds(organizationId, searchTerm) : undefined;
      const isAssigned = assigned === undefined ? undefined : assigned === 'true';
      const filter = { organizationId, serviceId, isAssigned, userIds };
      const found = await licenceStore.page(db, filter, clock.now(), page);
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
    async pageExpired(caller: Caller, page: PageOf) {
      const filter = { organizationId: caller.organizationId, status: 'EXPIRED' as const };
      const found = await licenceStore.page(db, filter, clock.now(), page);
      return {
        content: await present(caller.organizationId, found.rows),
        totalElements: found.totalElements,
        ...page,
      };
    },
  };
}

function assertService(serviceId: string): void {
  if (!serviceCatalog.some(({ uuid }) => uuid === serviceId)) throw new AppError(subscriptionErrors.serviceNotFound);
}
