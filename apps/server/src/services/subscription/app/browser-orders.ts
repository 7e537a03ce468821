import type { InfrastructureLicence } from '@touchstone/contracts/subscription';
import { AppError } from '@touchstone/kernel';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Platform } from '../../../platform/platform.ts';
import { lineText } from '../domain/line-text.ts';
import { browserCents } from '../domain/prices.ts';
import { addMonths } from '../domain/time.ts';
import { subscriptionErrors } from '../errors.ts';
import { type InfrastructureRow, infrastructureStore } from '../store/infrastructure.store.ts';
import type { Billing } from './billing.ts';
import type { Inventory } from './inventory.ts';

/** createBrowserOrders returns the browsers on offer, and orders them. */
export function createBrowserOrders(needs: {
  platform: Platform;
  billing: Billing;
  inventory: Inventory;
  assertTeam: (caller: Caller, teamId: string) => Promise<void>;
  present: (rows: InfrastructureRow[]) => InfrastructureLicence[];
}) {
  const { platform, billing, inventory, assertTeam, present } = needs;
  const { database, clock } = platform;
  return {
    offered: inventory.browsers,
    async versions() {
      const byName = Map.groupBy(await inventory.browsers(), ({ browserName }) => browserName);
      return [...byName].map(([browserName, offered]) => ({
        browserName,
        versions: [...new Set(offered.map(({ version }) => version))],
      }));
    },
    async orderBrowsers(
      caller: Caller,
      input: { browserName: string; operatingSystem: string; count: number; months: number; teamId?: string },
    ) {
      const { browserName, operatingSystem, count, months, teamId } = input;
      if (teamId) await assertTeam(caller, teamId);
      const isOffered = (await inventory.browsers()).some(
        (offered) => offered.browserName === browserName && offered.operatingSystem === operatingSystem,
      );
      if (!isOffered) throw new AppError(subscriptionErrors.browserNotOffered);
      const line = {
        text: lineText(`${browserName} on ${operatingSystem}`, months),
        quantity: count,
        unitCents: browserCents * months,
        totalCents: browserCents * months * count,
      };
      const { organizationId } = caller;
      return database.transaction(async (tx) => {
        const invoice = await billing.issue(tx, caller, [line], { kind: 'infrastructure' });
        const values = {
          organizationId,
          kind: 'BROWSER' as const,
          name: browserName,
          operatingSystem,
          months,
          subscriptionType: 'DEDICATED' as const,
          state: 'PENDING' as const,
          endsAt: addMonths(clock.now(), months),
          teamId: teamId ?? null,
          invoiceId: invoice.id,
        };
        return { licences: present(await infrastructureStore.add(tx, values, count)), invoiceId: invoice.id };
      });
    },
  };
}
