import { newId } from '@touchstone/kernel';
import { and, asc, count, eq, ilike, inArray, isNotNull, notInArray, type SQL, sql } from 'drizzle-orm';
import { containsPattern, notAmong, type PackedIds } from '../../../platform/database/conditions.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import { team, teamMember, user } from './tables.ts';

export type TeamRow = typeof team.$inferSelect & { memberCount: number };

/** Which teams a user sees: all of an organization, or those that `memberId` is in. */
export interface TeamScope {
  organizationId: string;
  memberId?: string;
  searchTerm?: string;
}

export interface PageOf {
  page: number;
  size: number;
}

const memberCount = sql<number>`(select count(*)::int from user_management.team_member m where m.team_id = "user_management"."team"."id")`;
const columns = {
  id: team.id,
  organizationId: team.organizationId,
  name: team.name,
  description: team.description,
  createdAt: team.createdAt,
  memberCount,
};

const inScope = (db: Sql, { organizationId, memberId, searchTerm }: TeamScope): SQL | undefined =>
  and(
    eq(team.organizationId, organizationId),
    searchTerm ? ilike(team.name, containsPattern(searchTerm)) : undefined,
    memberId
      ? inArray(team.id, db.select({ id: teamMember.teamId }).from(teamMember).where(eq(teamMember.userId, memberId)))
      : undefined,
  );

/** Users whose name or email contains the text; case-insensitive. */
export const namedLike = (searchTerm: string | undefined): SQL | undefined =>
  searchTerm ? sql`${user.searchText} like lower(${containsPattern(searchTerm)})` : undefined;
export const byName = [asc(user.firstName), asc(user.lastName), asc(user.id)];

/** SQL of teams and their members. */
export const teamStore = {
  async find(db: Sql, organizationId: string, teamId: string): Promise<TeamRow | undefined> {
    const [row] = await db
      .select(columns)
      .from(team)
      .where(and(eq(team.organizationId, organizationId), eq(team.id, teamId)));
    return row;
  },
  list: (db: Sql, scope: TeamScope): Promise<TeamRow[]> =>
    db.select(columns).from(team).where(inScope(db, scope)).orderBy(asc(team.createdAt), asc(team.id)),
  async page(db: Sql, scope: TeamScope, { page, size }: PageOf): Promise<{ rows: TeamRow[]; totalElements: number }> {
    const where = inScope(db, scope);
    const [rows, [total]] = await Promise.all([
      db
        .select(columns)
        .from(team)
        .where(where)
        .orderBy(asc(team.createdAt), asc(team.id))
        .limit(size)
        .offset(page * size),
      db.select({ value: count() }).from(team).where(where),
    ]);
    return { rows, totalElements: total?.value ?? 0 };
  },
  async countIn(db: Sql, organizationId: string, teamIds: string[]): Promise<number> {
    if (!teamIds.length) return 0;
    const [row] = await db
      .select({ value: count() })
      .from(team)
      .where(and(eq(team.organizationId, organizationId), inArray(team.id, teamIds)));
    return row?.value ?? 0;
  },
  async insert(db: Sql, values: { organizationId: string; name: string; description: string }): Promise<string> {
    const id = newId();
    await db.insert(team).values({ id, ...values });
    return id;
  },
  async update(db: Sql, teamId: string, values: { name?: string; description?: string }): Promise<void> {
    if (Object.keys(values).length) await db.update(team).set(values).where(eq(team.id, teamId));
  },
  async delete(db: Sql, teamId: string): Promise<void> {
    await db.delete(team).where(eq(team.id, teamId));
  },
  async pageMembers(db: Sql, teamId: string, searchTerm: string | undefined, { page, size }: PageOf) {
    const where = and(eq(teamMember.teamId, teamId), namedLike(searchTerm));
    const from = () =>
      db.select({ user }).from(teamMember).innerJoin(user, eq(user.id, teamMember.userId)).where(where);
    const [rows, [total]] = await Promise.all([
      from()
        .orderBy(...byName)
        .limit(size)
        .offset(page * size),
      db.select({ value: count() }).from(teamMember).innerJoin(user, eq(user.id, teamMember.userId)).where(where),
    ]);
    return { rows: rows.map((row) => row.user), totalElements: total?.value ?? 0 };
  },
  /** Active users of the organization; without those of a team if one is given. */
  async pageNames(
    db: Sql,
    filter: { organizationId: string; outsideTeamId?: string; exceptIds?: PackedIds; searchTerm?: string },
    { page, size }: PageOf,
  ) {
    const { organizationId, outsideTeamId, exceptIds, searchTerm } = filter;
    const where = and(
      eq(user.organizationId, organizationId),
      eq(user.active, true),
      isNotNull(user.activatedAt),
      namedLike(searchTerm),
      exceptIds && notAmong(user.id, exceptIds),
      outsideTeamId
        ? notInArray(
            user.id,
            db.select({ id: teamMember.userId }).from(teamMember).where(eq(teamMember.teamId, outsideTeamId)),
          )
        : undefined,
    );
    const [rows, [total]] = await Promise.all([
      db
        .select({ userId: user.id, login: user.email, firstName: user.firstName, lastName: user.lastName })
        .from(user)
        .where(where)
        .orderBy(...byName)
        .limit(size)
        .offset(page * size),
      db.select({ value: count() }).from(user).where(where),
    ]);
    return { rows, totalElements: total?.value ?? 0 };
  },
  /** Adds only users of the organization; returns how many weren't in the team before. */
  async addMembers(db: Sql, organizationId: string, teamId: string, userIds: string[]): Promise<number> {
    const added = await db
      .insert(teamMember)
      .select(
        db
          .select({
            teamId: sql`${teamId}::uuid`.as('team_id'),
            userId: user.id,
            createdAt: sql`now()`.as('created_at'),
          })
          .from(user)
          .where(and(eq(user.organizationId, organizationId), inArray(user.id, userIds))),
      )
      .onConflictDoNothing();
    return added.rowCount ?? 0;
  },
  async removeMembers(db: Sql, teamId: string, userIds: string[]): Promise<number> {
    const result = await db
      .delete(teamMember)
      .where(and(eq(teamMember.teamId, teamId), inArray(teamMember.userId, userIds)));
    return result.rowCount ?? 0;
  },
  async setTeamsOf(db: Sql, userId: string, teamIds: string[]): Promise<void> {
    await db
      .delete(teamMember)
      .where(and(eq(teamMember.userId, userId), teamIds.length ? notInArray(teamMember.teamId, teamIds) : undefined));
    if (!teamIds.length) return;
    await db
      .insert(teamMember)
      .values(teamIds.map((teamId) => ({ teamId, userId })))
      .onConflictDoNothing();
  },
  /** Teams of several users, by user. */
  async teamsOf(db: Sql, userIds: string[]): Promise<{ userId: string; teamId: string; teamName: string }[]> {
    if (!userIds.length) return [];
    return await db
      .select({ userId: teamMember.userId, teamId: team.id, teamName: team.name })
      .from(teamMember)
      .innerJoin(team, eq(team.id, teamMember.teamId))
      .where(inArray(teamMember.userId, userIds))
      .orderBy(asc(team.createdAt), asc(team.id));
  },
};
