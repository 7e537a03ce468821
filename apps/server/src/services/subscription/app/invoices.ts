import { type Invoice, serviceCatalog } from '@touchstone/contracts/subscription';
import { AppError } from '@touchstone/kernel';
import type { Sql } from '../../../platform/database/pool.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Notify } from '../../notifications/index.ts';
import type { UserManagement } from '../../user-management/index.ts';
import { lineText } from '../domain/line-text.ts';
import { licenceCents } from '../domain/prices.ts';
import { subscriptionErrors } from '../errors.ts';
import { billingStore, type InvoiceRow } from '../store/billing.store.ts';
import { licenceStore, type PageOf } from '../store/licence.store.ts';
import type { InvoiceLine, InvoiceOrder } from '../store/tables.ts';
import { assertSeats } from './plan-licences.ts';

/** InvoiceNeeds dependencies of invoices and their payments. */
export interface InvoiceNeeds {
  platform: Platform;
  users: UserManagement;
  notify: Notify;
}

/** createInvoices issues invoices for orders and returns them to those who ordered. */
export function createInvoices({ platform }: InvoiceNeeds) {
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

  return {
    issue,
    async orderRenewal(
      caller: Caller,
      order: { planType: 'PRO' | 'ENTERPRISE'; months: number; seats: number },
    ): Promise<Invoice> {
      const rows = await licenceStore.counts(db, caller.organizationId, clock.now());
      assertSeats(rows, () => order.seats, true);
      const before = Math.max(0, ...rows.map(({ total }) => total));
      const unitCents = licenceCents[order.planType] * order.months;
      const lines = serviceCatalog.map(({ serviceName }) => ({
        text: lineText(`${serviceName}, ${order.planType}`, order.months),
        quantity: order.seats,
        unitCents,
        totalCents: unitCents * order.seats,
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
      const row = await openInvoice(db, invoiceId, caller.organizationId);
      // Its fonts are megabytes that few processes need.
      const { invoicePdf } = await import('./invoice-pdf.ts');
      return { fileName: `${numberOf(row)}.pdf`, content: invoicePdf({ ...toInvoice(row), billedTo: row.billedTo }) };
    },
  };
}

/** Finds an invoice, optionally of one organization; throws SUBSCRIPTION_INVOICE_NOT_FOUND. */
export async function openInvoice(db: Sql, invoiceId: string, organizationId?: string): Promise<InvoiceRow> {
  const row = await billingStore.findInvoice(db, invoiceId, organizationId);
  if (!row) throw new AppError(subscriptionErrors.invoiceNotFound);
  return row;
}

/** The number printed on an invoice. */
export const numberOf = (row: InvoiceRow) => `INV-${String(row.number).padStart(6, '0')}`;

/** toInvoice maps an invoice to the API's terms. */
export const toInvoice = (row: InvoiceRow): Invoice => ({
  invoiceId: row.id,
  invoiceNumber: numberOf(row),
  status: row.status,
  issuedAt: row.issuedAt.toISOString(),
  paidAt: row.paidAt?.toISOString() ?? null,
  currency: row.currency,
  totalCents: row.totalCents,
  lines: row.lines,
});
