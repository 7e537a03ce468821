import { and, asc, count, eq, inArray, lt, lte, notInArray, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { mailedReport, project, reportFile } from './tables.ts';

export type MailedReportRow = typeof mailedReport.$inferSelect;

/** Nothing is sent for a project in the trash. */
const awayProject = sql`select 1 from ${project} p where p.id = ${mailedReport.projectId} and p.is_away`;

/** Scheduled report mails, and their files. */
export const mailedReportsStore = {
  async list(db: Sql, projectId: string): Promise<MailedReportRow[]> {
    return db
      .select()
      .from(mailedReport)
      .where(eq(mailedReport.projectId, projectId))
      .orderBy(sql`lower(${mailedReport.title})`, asc(mailedReport.id));
  },
  async count(db: Sql, projectId: string): Promise<number> {
    const [row] = await db.select({ value: count() }).from(mailedReport).where(eq(mailedReport.projectId, projectId));
    return row?.value ?? 0;
  },
  async get(db: Sql, id: string): Promise<MailedReportRow | undefined> {
    const [row] = await db.select().from(mailedReport).where(eq(mailedReport.id, id));
    return row;
  },
  async find(db: Sql, organizationId: string, id: string): Promise<MailedReportRow | undefined> {
    const [row] = await db
      .select()
      .from(mailedReport)
      .where(and(eq(mailedReport.id, id), eq(mailedReport.organizationId, organizationId)));
    return row;
  },
  async insert(db: Sql, values: typeof mailedReport.$inferInsert): Promise<MailedReportRow> {
    const [row] = await db.insert(mailedReport).values(values).returning();
    return row as MailedReportRow;
  },
  async update(
    db: Sql,
    id: string,
    values: Partial<typeof mailedReport.$inferInsert>,
  ): Promise<MailedReportRow | undefined> {
    const [row] = await db.update(mailedReport).set(values).where(eq(mailedReport.id, id)).returning();
    return row;
  },
  async delete(db: Sql, id: string): Promise<void> {
    await db.delete(mailedReport).where(eq(mailedReport.id, id));
  },
  async deleteProject(db: Sql, projectId: string): Promise<void> {
    await db.delete(mailedReport).where(eq(mailedReport.projectId, projectId));
  },
  /** Reports that are due, except those of some organizations, locked for the transaction. */
  async takeDue(db: Sql, now: Date, except: string[]): Promise<MailedReportRow[]> {
    return db
      .select()
      .from(mailedReport)
      .where(
        and(
          lte(mailedReport.nextAt, now),
          notInArray(mailedReport.organizationId, except),
          sql`not exists (${awayProject})`,
        ),
      )
      .orderBy(asc(mailedReport.nextAt))
      .limit(100)
      .for('update', { skipLocked: true });
  },
  async addFiles(db: Sql, organizationId: string, fileIds: readonly string[]): Promise<void> {
    if (fileIds.length > 0) await db.insert(reportFile).values(fileIds.map((fileId) => ({ fileId, organizationId })));
  },
  async oldFiles(db: Sql, before: Date): Promise<{ fileId: string; organizationId: string }[]> {
    return db
      .select({ fileId: reportFile.fileId, organizationId: reportFile.organizationId })
      .from(reportFile)
      .where(lt(reportFile.createdAt, before))
      .limit(500);
  },
  async forgetFiles(db: Sql, fileIds: readonly string[]): Promise<void> {
    if (fileIds.length > 0) await db.delete(reportFile).where(inArray(reportFile.fileId, [...fileIds]));
  },
};
