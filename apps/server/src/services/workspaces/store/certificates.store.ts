import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { certificate, pendingCertificate } from './tables.ts';

export type CertificateRow = typeof certificate.$inferSelect;
export type PendingCertificateRow = typeof pendingCertificate.$inferSelect;

export const certificatesStore = {
  /** By domain; `forUpdate` locks them until the transaction ends. */
  async list(db: Sql, projectId: string, { forUpdate }: { forUpdate?: boolean } = {}): Promise<CertificateRow[]> {
    const rows = db
      .select()
      .from(certificate)
      .where(eq(certificate.projectId, projectId))
      .orderBy(asc(certificate.domainName));
    return forUpdate ? rows.for('update') : rows;
  },
  async taken(db: Sql, ids: readonly string[]): Promise<string[]> {
    const rows = await db
      .select({ id: certificate.id })
      .from(certificate)
      .where(inArray(certificate.id, [...ids]));
    return rows.map(({ id }) => id);
  },
  async find(db: Sql, organizationId: string, certificateId: string): Promise<CertificateRow | undefined> {
    const [row] = await db
      .select()
      .from(certificate)
      .where(and(eq(certificate.id, certificateId), eq(certificate.organizationId, organizationId)));
    return row;
  },
  async insert(db: Sql, values: typeof certificate.$inferInsert): Promise<CertificateRow> {
    const [row] = await db.insert(certificate).values(values).returning();
    return row as CertificateRow;
  },
  async update(
    db: Sql,
    certificateId: string,
    values: Partial<typeof certificate.$inferInsert>,
  ): Promise<CertificateRow | undefined> {
    const [row] = await db
      .update(certificate)
      .set({ ...values, updatedAt: new Date() })
      .where(eq(certificate.id, certificateId))
      .returning();
    return row;
  },
  /** Renames certificates that are about to be renamed, so that their domains become free. */
  async renameApart(db: Sql, certificateIds: readonly string[]): Promise<void> {
    await db
      .update(certificate)
      .set({ domainName: sql`${certificate.id}::text` })
      .where(inArray(certificate.id, [...certificateIds]));
  },
  async delete(db: Sql, certificateId: string): Promise<void> {
    await db.delete(certificate).where(eq(certificate.id, certificateId));
  },

  async insertPending(db: Sql, values: typeof pendingCertificate.$inferInsert): Promise<void> {
    await db.insert(pendingCertificate).values(values);
  },
  /** An upload is only found by the user who made it, in its workspace. */
  async findPending(
    db: Sql,
    scope: { projectId: string; createdBy: string; uploadId: string },
  ): Promise<PendingCertificateRow | undefined> {
    const [row] = await db
      .select()
      .from(pendingCertificate)
      .where(
        and(
          eq(pendingCertificate.id, scope.uploadId),
          eq(pendingCertificate.projectId, scope.projectId),
          eq(pendingCertificate.createdBy, scope.createdBy),
        ),
      );
    return row;
  },
  async deletePending(db: Sql, uploadId: string): Promise<void> {
    await db.delete(pendingCertificate).where(eq(pendingCertificate.id, uploadId));
  },
  async deletePendingBefore(db: Sql, before: Date): Promise<void> {
    await db.delete(pendingCertificate).where(lt(pendingCertificate.createdAt, before));
  },
};
