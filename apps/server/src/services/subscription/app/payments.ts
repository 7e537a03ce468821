import type { Invoice } from '@touchstone/contracts/subscription';
import { AppError } from '@touchstone/kernel';
import type { Sql } from '../../../platform/database/pool.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { addMonths } from '../domain/time.ts';
import { subscriptionErrors } from '../errors.ts';
import { billingStore } from '../store/billing.store.ts';
import { infrastructureStore } from '../store/infrastructure.store.ts';
import type { InvoiceOrder } from '../store/tables.ts';
import { type InvoiceNeeds, numberOf, openInvoice, toInvoice } from './invoices.ts';

/** createPayments gives an organization what it ordered once its invoice is paid. */
export function createPayments({ platform, users, notify }: InvoiceNeeds) {
  const { database, clock } = platform;
  const db = database.sql;

  /** A renewal before the end extends from the end, a later one from today. */
  const renew = async (tx: Sql, organizationId: string, order: Extract<InvoiceOrder, { kind: 'renewal' }>) => {
    const organization = await users.findOrganization(organizationId);
    if (!organization) throw new AppError(subscriptionErrors.organizationNotFound);
    const now = clock.now();
    const { planExpiresAt, subscribedPlan } = organization;
    const isRunning = planExpiresAt !== null && planExpiresAt > now && subscribedPlan === order.planType;
    const endsAt = addMonths(isRunning ? planExpiresAt : now, order.months);
    // The buyer has confirmed the number; the payment stays open while more seats are held.
    await users.setPlan(organizationId, order.planType, endsAt, { seats: order.seats, confirmFewerSeats: true, tx });
  };

  return {
    /** Idempotent under concurrent calls: the order's effect and the invoice's state change together. */
    async confirmPayment(caller: Caller, invoiceId: string): Promise<Invoice> {
      const row = await openInvoice(db, invoiceId);
      await database.transaction(async (tx) => {
        if (!(await billingStore.markPaid(tx, invoiceId, clock.now())))
          throw new AppError(subscriptionErrors.invoiceClosed);
        if (row.order.kind === 'renewal') await renew(tx, row.organizationId, row.order);
        else await infrastructureStore.activateOf(tx, invoiceId, (months) => addMonths(clock.now(), months));
      });
      await platform.audit(caller, { action: 'invoice.paid', target: invoiceId });
      await notify({
        organizationId: row.organizationId,
        userIds: await users.listAdministrators(row.organizationId),
        kind: 'purchase-confirmed',
        title: `Invoice ${numberOf(row)} is paid`,
        text: 'What it ordered is yours from now on.',
        link: '/api-testing/billing-history',
        onceKey: `invoice:${invoiceId}`,
      });
      return toInvoice(await openInvoice(db, invoiceId));
    },
  };
}
