import { and, asc, eq, sql } from 'drizzle-orm';
import type { PoolClient, Sql } from '../../../platform/database/pool.ts';
import type { Attachment } from '../domain/attachment.ts';
import { attachment, content, step } from './tables.ts';

const columns = {
  attachmentId: attachment.id,
  runId: attachment.runId,
  stepId: attachment.stepId,
  stepTitle: step.title,
  name: attachment.name,
  mediaType: attachment.mediaType,
  sizeBytes: content.sizeBytes,
  contentHash: content.hash,
  createdAt: attachment.createdAt,
};

/** Attachments of runs, and their shared contents. */
export const attachmentsStore = {
  /**
   * Registers a stored file as the content for its hash; returns the file that already has this content, if any. The
   * row is locked until the end of the transaction.
   */
  async takeContent(
    client: PoolClient,
    given: { fileId: string; organizationId: string; hash: string; sizeBytes: number },
  ): Promise<string> {
    const values = [given.organizationId, given.hash];
    await client.query(
      `insert into runs.content (organization_id, hash, file_id, size_bytes) values ($1, $2, $3, $4) on conflict do nothing`,
      [...values, given.fileId, given.sizeBytes],
    );
    const found = await client.query(
      `select file_id from runs.content where organization_id = $1 and hash = $2 and not is_gone for key share`,
      values,
    );
    return found.rows[0]?.file_id ?? Promise.reject(new Error('The content of an attachment is being deleted.'));
  },

  /** Adds an attachment; replaces one with the same step and name, as when a step is executed again. */
  async put(
    client: PoolClient,
    given: { id: string; runId: string; stepId: string | null; name: string; mediaType: string; fileId: string },
  ): Promise<string> {
    const result = await client.query(
      `insert into runs.attachment (id, run_id, step_id, name, media_type, file_id) values ($1, $2, $3, $4, $5, $6)
       on conflict (run_id, coalesce(step_id, run_id), name) do update set media_type = excluded.media_type, file_id = excluded.file_id returning id`,
      [given.id, given.runId, given.stepId, given.name, given.mediaType, given.fileId],
    );
    return result.rows[0].id;
  },

  /** Oldest first; without a page, all of them. */
  async list(
    db: Sql,
    runId: string,
    page?: { page: number; size: number },
  ): Promise<{ content: Attachment[]; totalElements: number }> {
    const found = db
      .select(columns)
      .from(attachment)
      .innerJoin(content, eq(content.fileId, attachment.fileId))
      .leftJoin(step, eq(step.stepId, attachment.stepId))
      .where(eq(attachment.runId, runId))
      .orderBy(asc(attachment.createdAt), asc(attachment.id));
    if (!page) {
      const all = await found;
      return { content: all, totalElements: all.length };
    }
    const [rows, totalElements] = await Promise.all([
      found.limit(page.size).offset(page.page * page.size),
      db.$count(attachment, eq(attachment.runId, runId)),
    ]);
    return { content: rows, totalElements };
  },

  async find(db: Sql, runId: string, attachmentId: string): Promise<(Attachment & { fileId: string }) | undefined> {
    const [row] = await db
      .select({ ...columns, fileId: attachment.fileId })
      .from(attachment)
      .innerJoin(content, eq(content.fileId, attachment.fileId))
      .leftJoin(step, eq(step.stepId, attachment.stepId))
      .where(and(eq(attachment.runId, runId), eq(attachment.id, attachmentId)));
    return row;
  },

  /** Marks unreferenced contents so that they aren't reused, and lists those to delete. */
  async markUnreferenced(db: Sql, limit: number): Promise<{ fileId: string; organizationId: string }[]> {
    await db.execute(sql`
      update runs.content set is_gone = true where file_id in (
        select c.file_id from runs.content c where not c.is_gone and not exists (select 1 from runs.attachment a where a.file_id = c.file_id)
        limit ${limit} for update skip locked) and not exists (select 1 from runs.attachment a where a.file_id = content.file_id)`);
    return db
      .select({ fileId: content.fileId, organizationId: content.organizationId })
      .from(content)
      .where(eq(content.isGone, true))
      .limit(limit);
  },

  async deleteContent(db: Sql, fileId: string): Promise<void> {
    await db.delete(content).where(and(eq(content.fileId, fileId), eq(content.isGone, true)));
  },
};
