import { and, count, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { organization, teamMember, user } from './tables.ts';
import { byName, namedLike, type PageOf } from './team.store.ts';

export type UserRow = typeof user.$inferSelect;

export interface UserFilter {
  organizationId: string;
  searchTerm?: string | undefined;
  role?: UserRow['role'] | undefined;
  teamId?: string | undefined;
  active?: boolean | undefined;
}

/** Who may open something: members of a team, those who see the entire organization, and explicitly named users. */
export interface PeopleFilter {
  teamId?: string | undefined;
  roles: readonly UserRow['role'][];
  userIds: readonly string[];
  /** Absent: all of them. Otherwise those whose name or email contains one of the texts. */
  searchTerms?: readonly string[] | undefined;
  /** Absent: all of them. */
  among?: readonly string[] | undefined;
}

const matching = (db: Sql, filter: UserFilter): SQL | undefined =>
  and(
    eq(user.organizationId, filter.organizationId),
    namedLike(filter.searchTerm),
    filter.role && eq(user.role, filter.role),
    filter.active === undefined ? undefined : eq(user.active, filter.active),
    filter.teamId
      ? inArray(
          user.id,
          db.select({ id: teamMember.userId }).from(teamMember).where(eq(teamMember.teamId, filter.teamId)),
        )
      : undefined,
  );

/** SQL of the users of an organization, from its administrators' view. */
export const organizationUserStore = {
  async countIn(db: Sql, organizationId: string, userIds: string[]): Promise<number> {
    if (!userIds.length) return 0;
    const [row] = await db
      .select({ value: count() })
      .from(user)
      .where(and(eq(user.organizationId, organizationId), inArray(user.id, userIds)));
    return row?.value ?? 0;
  },
  async page(db: Sql, filter: UserFilter, { page, size }: PageOf) {
    const where = matching(db, filter);
    // The index alone finds the users of the page; only their rows are read.
    const onPage = db
      .select({ id: user.id })
      .from(user)
      .where(where)
      .orderBy(...byName)
      .limit(size)
      .offset(page * size);
    const [rows, [total]] = await Promise.all([
      db
        .select()
        .from(user)
        .where(inArray(user.id, onPage))
        .orderBy(...byName),
      db.select({ value: count() }).from(user).where(where),
    ]);
    return { rows, totalElements: total?.value ?? 0 };
  },
  async findIds(db: Sql, organizationId: string, searchTerm: string): Promise<string[]> {
    const rows = await db
      .select({ id: user.id })
      .from(user)
      .where(matching(db, { organizationId, searchTerm }))
      .limit(1000);
    return rows.map(({ id }) => id);
  },
  async find(
    db: Sql,
    organizationId: string,
    by: { userId: string } | { email: string },
  ): Promise<UserRow | undefined> {
    const [row] = await db
      .select()
      .from(user)
      .where(
        and(
          eq(user.organizationId, organizationId),
          'userId' in by ? eq(user.id, by.userId) : eq(user.email, by.email),
        ),
      );
    return row;
  },
  async findById(db: Sql, userId: string): Promise<UserRow | undefined> {
    const [row] = await db.select().from(user).where(eq(user.id, userId));
    return row;
  },
  async exists(db: Sql, email: string): Promise<boolean> {
    const rows = await db.select({ id: user.id }).from(user).where(eq(user.email, email)).limit(1);
    return rows.length > 0;
  },
  async update(db: Sql, userId: string, values: Partial<UserRow>): Promise<void> {
    if (Object.keys(values).length) await db.update(user).set(values).where(eq(user.id, userId));
  },
  async delete(db: Sql, userId: string): Promise<void> {
    await db.delete(user).where(eq(user.id, userId));
  },
  /** Locks the organization, so that two administrators can't remove each other's role at the same moment. */
  async lockOrganization(db: Sql, organizationId: string): Promise<void> {
    await db.execute(sql`select 1 from ${organization} where id = ${organizationId}::uuid for update`);
  },
  async countAdministrators(db: Sql, organizationId: string): Promise<number> {
    const [row] = await db
      .select({ value: count() })
      .from(user)
      .where(
        and(
          eq(user.organizationId, organizationId),
          eq(user.role, 'ROLE_ADMIN'),
          eq(user.active, true),
          isNotNull(user.activatedAt),
        ),
      );
    return row?.value ?? 0;
  },
  async listAdministrators(db: Sql, organizationId: string): Promise<string[]> {
    const rows = await db
      .select({ id: user.id })
      .from(user)
      .where(
        and(
          eq(user.organizationId, organizationId),
          inArray(user.role, ['ROLE_ADMIN', 'ROLE_SUPERADMIN']),
          eq(user.active, true),
          isNotNull(user.activatedAt),
        ),
      );
    return rows.map(({ id }) => id);
  },
  /** Users who can sign in, by name. */
  async listPeople(db: Sql, organizationId: string, filter: PeopleFilter, most: number) {
    const { teamId, roles, userIds, searchTerms, among } = filter;
    const rows = await db
      .select({ id: user.id, email: user.email, firstName: user.firstName, lastName: user.lastName })
      .from(user)
      .where(
        and(
          eq(user.organizationId, organizationId),
          eq(user.active, true),
          isNotNull(user.activatedAt),
          or(
            inArray(user.role, [...roles]),
            userIds.length ? inArray(user.id, [...userIds]) : undefined,
            teamId
              ? inArray(
                  user.id,
                  db.select({ id: teamMember.userId }).from(teamMember).where(eq(teamMember.teamId, teamId)),
                )
              : undefined,
          ),
          searchTerms && or(sql`false`, ...searchTerms.map(namedLike)),
          among && (among.length ? inArray(user.id, [...among]) : sql`false`),
        ),
      )
      .orderBy(...byName)
      .limit(most);
    return rows.map((row) => ({ userId: row.id, email: row.email, name: `${row.firstName} ${row.lastName}`.trim() }));
  },
  async countByState(db: Sql, organizationId: string) {
    const [row] = await db
      .select({
        total: sql<number>`count(*)::int`,
        active: sql<number>`count(*) filter (where ${user.active} and ${user.activatedAt} is not null)::int`,
        invited: sql<number>`count(*) filter (where ${user.active} and ${user.activatedAt} is null)::int`,
        deactivated: sql<number>`count(*) filter (where not ${user.active})::int`,
        administrators: sql<number>`count(*) filter (where ${user.role} = 'ROLE_ADMIN')::int`,
      })
      .from(user)
      .where(eq(user.organizationId, organizationId));
    return row ?? { total: 0, active: 0, invited: 0, deactivated: 0, administrators: 0 };
  },
  async findOrganization(db: Sql, organizationId: string): Promise<typeof organization.$inferSelect | undefined> {
    const [row] = await db.select().from(organization).where(eq(organization.id, organizationId));
    return row;
  },
};
