import { and, asc, eq } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { environmentLink } from './tables.ts';

export type EnvironmentLinkRow = typeof environmentLink.$inferSelect;

/** Environment variables that contain the address of a mock. */
export const environmentLinksStore = {
  /** A variable is linked to one mock: a later link replaces an earlier one, and keeps the value from before both. */
  async put(db: Sql, row: EnvironmentLinkRow): Promise<EnvironmentLinkRow> {
    const { projectId, variableId, addressKind } = row;
    const [kept] = await db
      .insert(environmentLink)
      .values(row)
      .onConflictDoUpdate({
        target: [environmentLink.environmentId, environmentLink.variableName],
        set: { projectId, variableId, addressKind },
      })
      .returning();
    return kept ?? row;
  },
  async list(db: Sql, projectId: string): Promise<EnvironmentLinkRow[]> {
    return db
      .select()
      .from(environmentLink)
      .where(eq(environmentLink.projectId, projectId))
      .orderBy(asc(environmentLink.createdAt), asc(environmentLink.id));
  },
  async find(db: Sql, organizationId: string, id: string): Promise<EnvironmentLinkRow | undefined> {
    const [row] = await db
      .select()
      .from(environmentLink)
      .where(and(eq(environmentLink.id, id), eq(environmentLink.organizationId, organizationId)));
    return row;
  },
  async findOf(db: Sql, environmentId: string, variableName: string): Promise<EnvironmentLinkRow | undefined> {
    const [row] = await db
      .select()
      .from(environmentLink)
      .where(and(eq(environmentLink.environmentId, environmentId), eq(environmentLink.variableName, variableName)));
    return row;
  },
  async delete(db: Sql, id: string): Promise<void> {
    await db.delete(environmentLink).where(eq(environmentLink.id, id));
  },
  async deleteProject(db: Sql, projectId: string): Promise<void> {
    await db.delete(environmentLink).where(eq(environmentLink.projectId, projectId));
  },
  async deleteEnvironment(db: Sql, environmentId: string): Promise<void> {
    await db.delete(environmentLink).where(eq(environmentLink.environmentId, environmentId));
  },
  async deleteWorkspace(db: Sql, workspaceId: string): Promise<void> {
    await db.delete(environmentLink).where(eq(environmentLink.workspaceId, workspaceId));
  },
};
