import { newId } from '@touchstone/kernel';
import { and, asc, eq } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { cancelledConcurrency, infrastructureLicence } from './tables.ts';

export type InfrastructureRow = typeof infrastructureLicence.$inferSelect;
export type InfrastructureKind = InfrastructureRow['kind'];

/** SQL of the licences of browsers and devices. */
export const infrastructureStore = {
  async list(
    db: Sql,
    filter: {
      organizationId: string;
      kind: InfrastructureKind;
      teamId?: string;
      subscriptionType?: InfrastructureRow['subscriptionType'];
    },
  ): Promise<InfrastructureRow[]> {
    return await db
      .select()
      .from(infrastructureLicence)
      .where(
        and(
          eq(infrastructureLicence.organizationId, filter.organizationId),
          eq(infrastructureLicence.kind, filter.kind),
          filter.teamId ? eq(infrastructureLicence.teamId, filter.teamId) : undefined,
          filter.subscriptionType ? eq(infrastructureLicence.subscriptionType, filter.subscriptionType) : undefined,
        ),
      )
      .orderBy(asc(infrastructureLicence.id));
  },
  async add(db: Sql, values: Omit<InfrastructureRow, 'id' | 'createdAt'>, seats: number): Promise<InfrastructureRow[]> {
    return await db
      .insert(infrastructureLicence)
      .values(Array.from({ length: seats }, () => ({ id: newId(), ...values })))
      .returning();
  },
  async change(
    db: Sql,
    organizationId: string,
    id: string,
    values: Partial<Pick<InfrastructureRow, 'teamId' | 'state'>>,
    kind?: InfrastructureKind,
  ): Promise<InfrastructureRow | undefined> {
    const [row] = await db
      .update(infrastructureLicence)
      .set(values)
      .where(
        and(
          eq(infrastructureLicence.organizationId, organizationId),
          eq(infrastructureLicence.id, id),
          kind ? eq(infrastructureLicence.kind, kind) : undefined,
        ),
      )
      .returning();
    return row;
  },
  async activateOf(db: Sql, invoiceId: string, endOf: (months: number) => Date): Promise<void> {
    const rows = await db
      .select()
      .from(infrastructureLicence)
      .where(and(eq(infrastructureLicence.invoiceId, invoiceId), eq(infrastructureLicence.state, 'PENDING')));
    for (const row of rows)
      await db
        .update(infrastructureLicence)
        .set({ state: 'ACTIVE', endsAt: endOf(row.months) })
        .where(eq(infrastructureLicence.id, row.id));
  },
  async cancelConcurrency(db: Sql, organizationId: string, kind: InfrastructureKind): Promise<void> {
    await db.insert(cancelledConcurrency).values({ organizationId, kind }).onConflictDoNothing();
  },
  async cancelledKinds(db: Sql, organizationId: string): Promise<InfrastructureKind[]> {
    const rows = await db
      .select({ kind: cancelledConcurrency.kind })
      .from(cancelledConcurrency)
      .where(eq(cancelledConcurrency.organizationId, organizationId));
    return rows.map(({ kind }) => kind);
  },
};
