import type { CollaborationStatus } from '@touchstone/contracts/collaboration';
import { and, count, desc, eq, gt, inArray, lt, lte, ne } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { invitation } from './tables.ts';

export type InvitationRow = typeof invitation.$inferSelect;

const withStatus = (status: CollaborationStatus, now: Date) => {
  if (status === 'PENDING') return and(eq(invitation.status, 'PENDING'), gt(invitation.expiresAt, now));
  if (status === 'EXPIRED') return and(eq(invitation.status, 'PENDING'), lte(invitation.expiresAt, now));
  return eq(invitation.status, status);
};

/** Invitations to workspaces. */
export const invitationsStore = {
  async insert(db: Sql, values: typeof invitation.$inferInsert): Promise<void> {
    await db.insert(invitation).values(values);
  },
  async update(db: Sql, id: string, values: Partial<typeof invitation.$inferInsert>): Promise<void> {
    await db.update(invitation).set(values).where(eq(invitation.id, id));
  },
  async find(db: Sql, organizationId: string, id: string): Promise<InvitationRow | undefined> {
    const [row] = await db
      .select()
      .from(invitation)
      .where(and(eq(invitation.id, id), eq(invitation.organizationId, organizationId)));
    return row;
  },
  async findByToken(db: Sql, tokenHash: string): Promise<InvitationRow | undefined> {
    const [row] = await db.select().from(invitation).where(eq(invitation.tokenHash, tokenHash));
    return row;
  },
  /** Open and expired invitations of a workspace, oldest first. */
  async listPending(db: Sql, projectId: string): Promise<InvitationRow[]> {
    return await db
      .select()
      .from(invitation)
      .where(and(eq(invitation.projectId, projectId), eq(invitation.status, 'PENDING')))
      .orderBy(invitation.invitedAt, invitation.id);
  },
  async findPending(db: Sql, projectId: string, userId: string): Promise<InvitationRow | undefined> {
    const [row] = await db
      .select()
      .from(invitation)
      .where(and(eq(invitation.projectId, projectId), eq(invitation.userId, userId), eq(invitation.status, 'PENDING')));
    return row;
  },
  async countOpen(db: Sql, projectId: string, now: Date): Promise<number> {
    const [row] = await db
      .select({ value: count() })
      .from(invitation)
      .where(and(eq(invitation.projectId, projectId), withStatus('PENDING', now)));
    return row?.value ?? 0;
  },
  /** Who invited these members, by membership id. */
  async listInviters(db: Sql, ids: readonly string[]): Promise<Map<string, string>> {
    if (!ids.length) return new Map();
    const rows = await db
      .select({ id: invitation.id, name: invitation.invitedByName })
      .from(invitation)
      .where(inArray(invitation.id, [...ids]));
    return new Map(rows.map(({ id, name }) => [id, name]));
  },
  async page(
    db: Sql,
    filter: { organizationId: string; email: string; status: CollaborationStatus | undefined; now: Date },
    { page, size }: { page: number; size: number },
  ): Promise<{ rows: InvitationRow[]; totalElements: number }> {
    const { organizationId, email, status, now } = filter;
    const where = and(
      eq(invitation.organizationId, organizationId),
      eq(invitation.email, email),
      status && withStatus(status, now),
    );
    const [rows, [total]] = await Promise.all([
      db
        .select()
        .from(invitation)
        .where(where)
        .orderBy(desc(invitation.invitedAt), desc(invitation.id))
        .limit(size)
        .offset(page * size),
      db.select({ value: count() }).from(invitation).where(where),
    ]);
    return { rows, totalElements: total?.value ?? 0 };
  },
  async deleteProject(db: Sql, projectId: string): Promise<void> {
    await db.delete(invitation).where(eq(invitation.projectId, projectId));
  },
  /** Deletes unaccepted invitations that ended before an instant. */
  async deleteEndedBefore(db: Sql, before: Date): Promise<void> {
    await db.delete(invitation).where(and(ne(invitation.status, 'ACCEPTED'), lt(invitation.expiresAt, before)));
  },
};
