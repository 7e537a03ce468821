import type { PresentPerson, WorkspaceChange } from '@touchstone/contracts/collaboration';
import { and, asc, eq, gt, lt, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { activity, change, presence } from './tables.ts';

export type Presence = typeof presence.$inferInsert;

/** Who is active in workspaces, who has one open, and what changed while people are there. */
export const activityStore = {
  async recordActive(db: Sql, values: typeof activity.$inferInsert): Promise<void> {
    await db
      .insert(activity)
      .values(values)
      .onConflictDoUpdate({
        target: [activity.projectId, activity.userId],
        set: { lastActiveAt: sql`greatest(${activity.lastActiveAt}, excluded.last_active_at)` },
      });
  },
  async listActive(db: Sql, projectId: string): Promise<Map<string, Date>> {
    const rows = await db.select().from(activity).where(eq(activity.projectId, projectId));
    return new Map(rows.map(({ userId, lastActiveAt }) => [userId, lastActiveAt]));
  },
  /** Stores an open page; returns whether others see a difference. */
  async arrive(db: Sql, values: Presence, aliveSince: Date): Promise<boolean> {
    const key = { projectId: values.projectId, userId: values.userId, tab: values.tab };
    const [before] = await db.select().from(presence).where(isPage(key));
    await db
      .insert(presence)
      .values(values)
      .onConflictDoUpdate({
        target: [presence.projectId, presence.userId, presence.tab],
        set: { place: values.place ?? null, seenAt: values.seenAt, name: values.name },
      });
    return !before || before.seenAt <= aliveSince || before.place !== (values.place ?? null);
  },
  async leave(db: Sql, key: { projectId: string; userId: string; tab: string }): Promise<void> {
    await db.delete(presence).where(isPage(key));
  },
  async removePerson(db: Sql, projectId: string, userId: string): Promise<void> {
    await db.delete(presence).where(and(eq(presence.projectId, projectId), eq(presence.userId, userId)));
  },
  async listPresent(db: Sql, projectId: string, aliveSince: Date): Promise<PresentPerson[]> {
    const rows = await db
      .select()
      .from(presence)
      .where(and(eq(presence.projectId, projectId), gt(presence.seenAt, aliveSince)))
      .orderBy(asc(presence.userId), asc(presence.tab));
    const people = new Map<string, PresentPerson>();
    for (const { userId, name, email, place } of rows) {
      const person = people.get(userId) ?? { userId, name, email, places: [] };
      people.set(userId, person);
      if (place && !person.places.includes(place)) person.places.push(place);
    }
    return [...people.values()];
  },
  async listChanges(db: Sql, projectId: string): Promise<WorkspaceChange[]> {
    return await db
      .select({ service: change.service, revision: change.revision, userId: change.userId, name: change.name })
      .from(change)
      .where(eq(change.projectId, projectId))
      .orderBy(asc(change.service));
  },
  /**
   * Counts a change, and returns whether it did: with `aliveSince`, only if someone has the workspace open. A single
   * statement, because it follows every write.
   */
  async recordChange(
    db: Sql,
    values: Omit<typeof change.$inferInsert, 'revision'>,
    aliveSince?: Date,
  ): Promise<boolean> {
    const { projectId, service, organizationId, userId, name } = values;
    const isSeen = aliveSince
      ? sql`exists (select 1 from ${presence} where ${presence.projectId} = ${projectId}::uuid and ${presence.seenAt} > ${aliveSince})`
      : sql`true`;
    const { rows } = await db.execute(sql`
      insert into ${change} (project_id, service, organization_id, revision, user_id, name)
      select ${projectId}::uuid, ${service}, ${organizationId}::uuid, 1, ${userId}::uuid, ${name}
      where ${isSeen}
      on conflict (project_id, service) do update
      set revision = ${change}.revision + 1, user_id = excluded.user_id, name = excluded.name
      returning 1`);
    return rows.length > 0;
  },
  async deleteProject(db: Sql, projectId: string): Promise<void> {
    await db.delete(activity).where(eq(activity.projectId, projectId));
    await db.delete(presence).where(eq(presence.projectId, projectId));
    await db.delete(change).where(eq(change.projectId, projectId));
  },
  /** Deletes pages that were closed without notice. */
  async deleteSeenBefore(db: Sql, before: Date): Promise<void> {
    await db.delete(presence).where(lt(presence.seenAt, before));
  },
};

const isPage = ({ projectId, userId, tab }: { projectId: string; userId: string; tab: string }) =>
  and(eq(presence.projectId, projectId), eq(presence.userId, userId), eq(presence.tab, tab));
