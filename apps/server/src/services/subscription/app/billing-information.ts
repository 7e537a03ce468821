import type { BillingInformation, BillingInput } from '@touchstone/contracts/subscription';
import { AppError } from '@touchstone/kernel';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Platform } from '../../../platform/platform.ts';
import { subscriptionErrors } from '../errors.ts';
import { type BillingRow, billingStore } from '../store/billing.store.ts';

/** createBillingInformation manages the address to which an organization's invoices are issued. */
export function createBillingInformation({ platform }: { platform: Platform }) {
  const { database, clock } = platform;
  const db = database.sql;
  return {
    async get(caller: Caller): Promise<BillingInformation | null> {
      const row = await billingStore.find(db, caller.organizationId);
      return row ? toBilling(row) : null;
    },
    async save(caller: Caller, input: BillingInput): Promise<BillingInformation> {
      const { organizationId } = caller;
      await billingStore.save(db, { organizationId, ...input, updatedAt: clock.now() });
      await platform.audit(caller, { action: 'billing-information.saved', target: organizationId });
      return toBilling((await billingStore.find(db, organizationId)) as BillingRow);
    },
    async confirm(caller: Caller, billingInformationId: string): Promise<BillingInformation> {
      const row = await billingStore.confirm(db, billingInformationId);
      if (!row) throw new AppError(subscriptionErrors.billingNotFound);
      await platform.audit(caller, { action: 'billing-information.confirmed', target: billingInformationId });
      return toBilling(row);
    },
  };
}

function toBilling(row: BillingRow): BillingInformation {
  const { id, organizationId: _organization, updatedAt, ...fields } = row;
  return { ...fields, billingInformationId: id, updatedAt: updatedAt.toISOString() };
}
