import type { WorkspaceRole } from '@touchstone/contracts/workspaces';
import { and, asc, count, eq, isNull, ne } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { member, project } from './tables.ts';

export type MemberRow = typeof member.$inferSelect;

export const membersStore = {
  async list(db: Sql, projectId: string): Promise<MemberRow[]> {
    return await db
      .select()
      .from(member)
      .where(eq(member.projectId, projectId))
      .orderBy(asc(member.addedAt), asc(member.id));
  },
  /** The member with an id, and its workspace. */
  async find(db: Sql, organizationId: string, id: string): Promise<MemberRow | undefined> {
    const [row] = await db
      .select({ member })
      .from(member)
      .innerJoin(project, eq(project.id, member.projectId))
      .where(and(isNull(project.deletedAt), eq(member.id, id), eq(project.organizationId, organizationId)));
    return row?.member;
  },
  async insert(db: Sql, values: typeof member.$inferInsert): Promise<void> {
    await db.insert(member).values(values);
  },
  async setRole(db: Sql, id: string, role: WorkspaceRole): Promise<void> {
    await db.update(member).set({ role }).where(eq(member.id, id));
  },
  async delete(db: Sql, id: string): Promise<void> {
    await db.delete(member).where(eq(member.id, id));
  },
  async count(db: Sql, projectId: string): Promise<number> {
    const [row] = await db.select({ value: count() }).from(member).where(eq(member.projectId, projectId));
    return row?.value ?? 0;
  },
  /** Counts the owners other than one user. */
  async countOtherOwners(db: Sql, projectId: string, id: string): Promise<number> {
    const [row] = await db
      .select({ value: count() })
      .from(member)
      .where(and(eq(member.projectId, projectId), eq(member.role, 'OWNER'), ne(member.id, id)));
    return row?.value ?? 0;
  },
  /** Reads a workspace and locks its members until the transaction ends. */
  async lock(db: Sql, organizationId: string, projectId: string) {
    const [row] = await db
      .select()
      .from(project)
      .where(and(isNull(project.deletedAt), eq(project.organizationId, organizationId), eq(project.id, projectId)))
      .for('no key update');
    return row;
  },
};
