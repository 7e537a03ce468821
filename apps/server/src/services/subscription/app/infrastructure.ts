import type { InfrastructureLicence } from '@touchstone/contracts/subscription';
import { AppError } from '@touchstone/kernel';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { UserManagement } from '../../user-management/index.ts';
import { subscriptionErrors } from '../errors.ts';
import { type InfrastructureKind, type InfrastructureRow, infrastructureStore } from '../store/infrastructure.store.ts';
import type { Billing } from './billing.ts';
import { createBrowserOrders } from './browser-orders.ts';
import type { Inventory } from './inventory.ts';
import type { Limits } from './limits.ts';

/** Browsers and devices dedicated to an organization. */
export function createInfrastructure(options: {
  platform: Platform;
  users: UserManagement;
  limits: Limits;
  billing: Billing;
  inventory: Inventory;
}) {
  const { platform, users, limits, billing, inventory } = options;
  const { database, clock } = platform;
  const db = database.sql;

  const present = (rows: InfrastructureRow[]): InfrastructureLicence[] => {
    const now = clock.now();
    return rows.map((row) => toLicence(row, now));
  };
  const assertTeam = async (caller: Caller, teamId: string) => {
    if (!(await users.teamExists(caller.organizationId, teamId))) throw new AppError(subscriptionErrors.teamNotFound);
  };
  const change = async (
    caller: Caller,
    id: string,
    values: Parameters<typeof infrastructureStore.change>[3],
    kind?: InfrastructureKind,
  ): Promise<InfrastructureLicence> => {
    const row = await infrastructureStore.change(db, caller.organizationId, id, values, kind);
    if (!row) throw new AppError(subscriptionErrors.licenceNotFound);
    await platform.audit(caller, { action: 'infrastructure-licence.changed', target: id, detail: { ...values } });
    return toLicence(row, clock.now());
  };

  return {
    // biome-ignore lint/nursery/noMisusedPromises: an object of functions, which the rule takes for a promise
    ...createBrowserOrders({ platform, billing, inventory, assertTeam, present }),
    async ofTeam(caller: Caller, kind: InfrastructureKind, teamId: string) {
      await assertTeam(caller, teamId);
      const { organizationId } = caller;
      return present(await infrastructureStore.list(db, { organizationId, kind, teamId }));
    },
    async all(caller: Caller, kind: InfrastructureKind, subscriptionType?: InfrastructureRow['subscriptionType']) {
      const { organizationId } = caller;
      const filter = { organizationId, kind, ...(subscriptionType && { subscriptionType }) };
      return present(await infrastructureStore.list(db, filter));
    },
    inUse: inventory.inUse,
    async concurrencyLimit(organizationId: string) {
      const [browser, device, cancelled] = await Promise.all([
        limits.valueOf(organizationId, 'SHARED_BROWSERS'),
        limits.valueOf(organizationId, 'SHARED_DEVICES'),
        infrastructureStore.cancelledKinds(db, organizationId),
      ]);
      return {
        browser: cancelled.includes('BROWSER') ? 0 : browser,
        device: cancelled.includes('DEVICE') ? 0 : device,
      };
    },
    async cancelConcurrency(caller: Caller, kind: InfrastructureKind) {
      await infrastructureStore.cancelConcurrency(db, caller.organizationId, kind);
      await platform.audit(caller, { action: 'concurrency.cancelled', detail: { kind } });
      return { message: 'Cancelled.' };
    },
    async cancel(caller: Caller, id: string) {
      await change(caller, id, { state: 'CANCELLED', teamId: null });
      return { message: 'Cancelled.' };
    },
    async assign(caller: Caller, kind: InfrastructureKind, id: string, teamId: string) {
      await assertTeam(caller, teamId);
      return change(caller, id, { teamId }, kind);
    },
    unassign: (caller: Caller, kind: InfrastructureKind, id: string) => change(caller, id, { teamId: null }, kind),
  };
}

export type Infrastructure = ReturnType<typeof createInfrastructure>;

const toLicence = (row: InfrastructureRow, now: Date): InfrastructureLicence => ({
  uuid: row.id,
  kind: row.kind,
  name: row.name,
  operatingSystem: row.operatingSystem,
  subscriptionType: row.subscriptionType,
  subscriptionStatus: row.state === 'ACTIVE' && row.endsAt <= now ? 'EXPIRED' : row.state,
  subscriptionEndDate: row.endsAt.toISOString(),
  teamId: row.teamId,
  teamUuid: row.teamId,
});
