import { type Licence, type ServiceStore, serviceCatalog } from '@touchstone/contracts/subscription';
import { AppError } from '@touchstone/kernel';
import type { Caller } from '../../../platform/http/caller.ts';
import { remainingDays } from '../domain/time.ts';
import { subscriptionErrors } from '../errors.ts';
import { type LicenceRow, licenceStore } from '../store/licence.store.ts';
import type { LicenceNeeds } from './licence-grants.ts';

/** storeOf returns a service in the form of the service store. */
export const storeOf = (serviceId: string): Pick<ServiceStore, 'uuid' | 'serviceName' | 'category'> => {
  const found = serviceCatalog.find(({ uuid }) => uuid === serviceId);
  return { uuid: serviceId, serviceName: found?.serviceName ?? 'Former service', category: found?.category ?? 'OTHER' };
};

/** createLicenceView finds licences and returns them with their holders. */
export function createLicenceView({ platform, users }: LicenceNeeds) {
  const { database, clock } = platform;

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
    const row = await licenceStore.find(database.sql, caller.organizationId, id);
    if (!row) throw new AppError(subscriptionErrors.licenceNotFound);
    return row;
  };
  const presentOne = async (caller: Caller, id: string): Promise<Licence> => {
    const [found] = await present(caller.organizationId, [await open(caller, id)]);
    return found as Licence;
  };
  return { isOpen, present, open, presentOne };
}

/** Finds and returns licences. */
export type LicenceView = ReturnType<typeof createLicenceView>;
