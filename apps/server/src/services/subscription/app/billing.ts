import { type BillingInformation, type BillingInput, type Invoice, serviceCatalog } from '@touchstone/contracts';
import { AppError } from '@touchstone/kernel';
import type { Sql } from '../../../platform/database/pool.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Notify } from '../../notifications/index.ts';
import type { UserManagement } from '../../user-management/index.ts';
import { licenceCents } from '../domain/prices.ts';
import { addMonths } from '../domain/time.ts';
import { subscriptionErrors } from '../errors.ts';
import { type BillingRow, billingStore, type InvoiceRow } from '../store/billing.store.ts';
import { infrastructureStore } from '../store/infrastructure.store.ts';
import { licenceStore, type PageOf } from '../store/licence.store.ts';
import type { InvoiceLine, InvoiceOrder } from '../store/tables.ts';
import { invoicePdf } from './invoice-pdf.ts';
import { assertSeats } from './plan-licences.ts';

/** Billing information, orders and invoices. What an invoice orders holds once a super administrator says that it is paid. */
export function createBilling(needs: { platform: Platform; users: UserManagement; notify: Notify }) {
  const { platform, users, notify } = needs;
  const { database, clock } = platform;
  const db = database.sql;

  const issue = async (tx: Sql, caller: Caller, lines: InvoiceLine[], order: InvoiceOrder): Promise<InvoiceRow> => {
    const billing = await billingStore.find(tx, caller.organizationId);
    if (!billing) throw new AppError(subscriptionErrors.billingMissing);
    const { companyName, email, addressLine1, addressLine2, city, postalCode, country, taxId } = billing;
    return billingStore.addInvoice(tx, {
      organizationId: caller.organizationId,
      issuedAt: clock.now(),
      currency: platform.config.CURRENCY,
      totalCents: lines.reduce((sum, line) => sum + line.totalCents, 0),
      lines,
      order,
      billedTo: { companyName, email, addressLine1, addressLine2, city, postalCode, country, taxId },
    });
  };
  const open = async (invoiceId: string, organizationId?: string): Promise<InvoiceRow> => {
    const row = await billingStore.findInvoice(db, invoiceId, organizationId);
    if (!row) throw new AppError(subscriptionErrors.invoiceNotFound);
    return row;
  };
  /** A renewal before the end goes on from there, one after it from today. */
  const renew = async (tx: Sql, organizationId: string, order: Extract<InvoiceOrder, { kind: 'renewal' }>) => {
    const organization = await users.findOrganization(organizationId);
    if (!organization) throw new AppError(subscriptionErrors.organizationNotFound);
    const now = clock.now();
    const { planExpiresAt, subscribedPlan } = organization;
    const isRunning = planExpiresAt !== null && planExpiresAt > now && subscribedPlan === order.planType;
    const endsAt = addMonths(isRunning ? planExpiresAt : now, order.months);
    // Who ordered has confirmed the number; users who hold more by now keep the payment open.
    await users.setPlan(organizationId, order.planType, endsAt, { seats: order.seats, confirmFewerSeats: true, tx });
  };

  return {
    issue,
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
    async orderRenewal(
      caller: Caller,
      order: { planType: 'PRO' | 'ENTERPRISE'; months: number; seats: number },
    ): Promise<Invoice> {
      const rows = await licenceStore.counts(db, caller.organizationId, clock.now());
      assertSeats(rows, () => order.seats, true);
      const before = Math.max(0, ...rows.map(({ total }) => total));
      const unitCents = licenceCents[order.planType] * order.months;
      const lines = serviceCatalog.map(({ serviceName }) => ({
        text: `${serviceName}, ${order.planType}, ${order.months} months`,
        ...{ quantity: order.seats, unitCents, totalCents: unitCents * order.seats },
      }));
      const row = await issue(db, caller, lines, { kind: 'renewal', ...order });
      await platform.audit(caller, { action: 'invoice.issued', target: row.id, detail: { ...order } });
      return { ...toInvoice(row), ...(order.seats < before && { fewerSeats: { before, after: order.seats } }) };
    },
    async page(caller: Caller, { invoiceId, ...page }: PageOf & { invoiceId?: string | undefined }) {
      const filter = { organizationId: caller.organizationId, invoiceId };
      const { rows, totalElements } = await billingStore.pageInvoices(db, filter, page);
      return { content: rows.map(toInvoice), totalElements, ...page };
    },
    async pdf(caller: Caller, invoiceId: string) {
      const row = await open(invoiceId, caller.organizationId);
      return { fileName: `${numberOf(row)}.pdf`, content: invoicePdf({ ...toInvoice(row), billedTo: row.billedTo }) };
    },
    /** Once, whatever happens at the same time: what was ordered and the state of the invoice change together. */
    async confirmPayment(caller: Caller, invoiceId: string): Promise<Invoice> {
      const row = await open(invoiceId);
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
      return toInvoice(await open(invoiceId));
    },
  };
}

export type Billing = ReturnType<typeof createBilling>;

const numberOf = (row: InvoiceRow) => `INV-${String(row.number).padStart(6, '0')}`;

const toInvoice = (row: InvoiceRow): Invoice => ({
  invoiceId: row.id,
  invoiceNumber: numberOf(row),
  status: row.status,
  issuedAt: row.issuedAt.toISOString(),
  paidAt: row.paidAt?.toISOString() ?? null,
  currency: row.currency,
  totalCents: row.totalCents,
  lines: row.lines,
});

function toBilling(row: BillingRow): BillingInformation {
  const { id, organizationId: _organization, updatedAt, ...fields } = row;
  return { ...fields, billingInformationId: id, updatedAt: updatedAt.toISOString() };
}
