import { newId } from '@touchstone/kernel';
import { and, count, desc, eq } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import type { PageOf } from './licence.store.ts';
import { billingInformation, invoice } from './tables.ts';

export type BillingRow = typeof billingInformation.$inferSelect;
export type InvoiceRow = typeof invoice.$inferSelect;

/** SQL of billing information and invoices. */
export const billingStore = {
  async find(db: Sql, organizationId: string): Promise<BillingRow | undefined> {
    const [row] = await db
      .select()
      .from(billingInformation)
      .where(eq(billingInformation.organizationId, organizationId));
    return row;
  },
  /** After a change, the information has to be checked again. */
  async save(db: Sql, values: Omit<BillingRow, 'id' | 'isConfirmed'>): Promise<void> {
    const { organizationId: _key, ...changed } = values;
    await db
      .insert(billingInformation)
      .values({ id: newId(), ...values })
      .onConflictDoUpdate({ target: billingInformation.organizationId, set: { ...changed, isConfirmed: false } });
  },
  async confirm(db: Sql, id: string): Promise<BillingRow | undefined> {
    const [row] = await db
      .update(billingInformation)
      .set({ isConfirmed: true })
      .where(eq(billingInformation.id, id))
      .returning();
    return row;
  },
  async addInvoice(db: Sql, values: Omit<InvoiceRow, 'id' | 'number' | 'paidAt' | 'status'>): Promise<InvoiceRow> {
    const [row] = await db
      .insert(invoice)
      .values({ id: newId(), status: 'OPEN', ...values })
      .returning();
    return row as InvoiceRow;
  },
  async findInvoice(db: Sql, id: string, organizationId?: string): Promise<InvoiceRow | undefined> {
    const [row] = await db
      .select()
      .from(invoice)
      .where(and(eq(invoice.id, id), organizationId ? eq(invoice.organizationId, organizationId) : undefined));
    return row;
  },
  /** Returns false if the invoice was already paid or cancelled. */
  async markPaid(db: Sql, id: string, paidAt: Date): Promise<boolean> {
    const result = await db
      .update(invoice)
      .set({ status: 'PAID', paidAt })
      .where(and(eq(invoice.id, id), eq(invoice.status, 'OPEN')));
    return result.rowCount === 1;
  },
  async pageInvoices(
    db: Sql,
    filter: { organizationId: string; invoiceId?: string | undefined },
    { page, size }: PageOf,
  ) {
    const { organizationId, invoiceId } = filter;
    const where = and(
      eq(invoice.organizationId, organizationId),
      invoiceId === undefined ? undefined : eq(invoice.id, invoiceId),
    );
    const [rows, [total]] = await Promise.all([
      db
        .select()
        .from(invoice)
        .where(where)
        .orderBy(desc(invoice.issuedAt), desc(invoice.id))
        .limit(size)
        .offset(page * size),
      db.select({ value: count() }).from(invoice).where(where),
    ]);
    return { rows, totalElements: total?.value ?? 0 };
  },
};
