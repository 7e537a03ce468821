import { and, asc, count, desc, eq, gt, ilike, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { containsPattern } from '../../../platform/database/conditions.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import { organization, team, user } from './tables.ts';
import type { PageOf } from './team.store.ts';

const columns = {
  id: organization.id,
  name: organization.name,
  plan: organization.plan,
  planExpiresAt: organization.planExpiresAt,
  deactivatedAt: organization.deactivatedAt,
  createdAt: organization.createdAt,
  userCount: sql<number>`(select count(*)::int from user_management."user" u where u.organization_id = "user_management"."organization"."id")`,
  teamCount: sql<number>`(select count(*)::int from user_management.team t where t.organization_id = "user_management"."organization"."id")`,
  login: sql<
    string | null
  >`(select u.email from user_management."user" u where u.organization_id = "user_management"."organization"."id" and u.role = 'ROLE_ADMIN' order by u.created_at, u.id limit 1)`,
};
export type OrganizationRow = {
  id: string;
  name: string;
  plan: (typeof organization.$inferSelect)['plan'];
  planExpiresAt: Date | null;
  deactivatedAt: Date | null;
  createdAt: Date;
  userCount: number;
  teamCount: number;
  login: string | null;
};

/** When the plan of an organization ends. */
export interface PlanEnd {
  organizationId: string;
  organizationName: string;
  planExpiresAt: Date;
}

const sortColumns = {
  organizationName: sql`lower(${organization.name})`,
  createdAt: organization.createdAt,
  planExpiryDate: organization.planExpiresAt,
  planType: organization.plan,
};
export type OrganizationSort = keyof typeof sortColumns;

const named = (searchItem: string | undefined) =>
  searchItem ? ilike(organization.name, containsPattern(searchItem)) : undefined;

/** SQL of all organizations, for the installation's administrators. */
export const organizationStore = {
  async find(db: Sql, organizationId: string): Promise<OrganizationRow | undefined> {
    const [row] = await db.select(columns).from(organization).where(eq(organization.id, organizationId));
    return row;
  },
  /** Ids of organizations by exact name (case-insensitive) or by the email of one of their users. */
  async findId(db: Sql, by: { name?: string | undefined; login?: string | undefined }): Promise<string | undefined> {
    if (by.login) {
      const [row] = await db
        .select({ id: user.organizationId })
        .from(user)
        .where(eq(user.email, by.login.trim().toLowerCase()));
      return row?.id;
    }
    if (!by.name) return undefined;
    const [row] = await db
      .select({ id: organization.id })
      .from(organization)
      .where(sql`lower(${organization.name}) = lower(${by.name.trim()})`)
      .limit(1);
    return row?.id;
  },
  async page(
    db: Sql,
    filter: { searchItem?: string | undefined; sortItem: OrganizationSort; sort: 'asc' | 'desc' },
    { page, size }: PageOf,
  ): Promise<{ rows: OrganizationRow[]; totalElements: number }> {
    const direction = filter.sort === 'desc' ? desc : asc;
    const order = [direction(sortColumns[filter.sortItem]), asc(organization.id)];
    // Users and teams are only counted for the organizations on the page.
    const onPage = db
      .select({ id: organization.id })
      .from(organization)
      .where(named(filter.searchItem))
      .orderBy(...order)
      .limit(size)
      .offset(page * size);
    const [rows, [total]] = await Promise.all([
      db
        .select(columns)
        .from(organization)
        .where(inArray(organization.id, onPage))
        .orderBy(...order),
      db.select({ value: count() }).from(organization).where(named(filter.searchItem)),
    ]);
    return { rows, totalElements: total?.value ?? 0 };
  },
  /** After `from`, up to `to`; excludes deactivated ones. */
  async listPlanEnds(db: Sql, from: Date, to: Date): Promise<PlanEnd[]> {
    const rows = await db
      .select({ organizationId: organization.id, organizationName: organization.name, at: organization.planExpiresAt })
      .from(organization)
      .where(
        and(
          gt(organization.planExpiresAt, from),
          lte(organization.planExpiresAt, to),
          isNull(organization.deactivatedAt),
        ),
      );
    return rows.flatMap(({ at, ...row }) => (at ? [{ ...row, planExpiresAt: at }] : []));
  },
  async countByPlan(db: Sql, now: Date) {
    return await db
      .select({
        plan: sql<string>`case when ${organization.planExpiresAt} <= ${now.toISOString()}::timestamptz then 'EXPIRED' else ${organization.plan} end`.as(
          'plan_in_force',
        ),
        value: count(),
        deactivated: sql<number>`count(${organization.deactivatedAt})::int`,
      })
      .from(organization)
      .groupBy(sql`plan_in_force`);
  },
  async isActive(db: Sql, organizationId: string): Promise<boolean> {
    const [row] = await db
      .select({ deactivatedAt: organization.deactivatedAt })
      .from(organization)
      .where(eq(organization.id, organizationId));
    return row?.deactivatedAt === null;
  },
  async listDeactivatedIds(db: Sql): Promise<string[]> {
    const rows = await db
      .select({ id: organization.id })
      .from(organization)
      .where(isNotNull(organization.deactivatedAt));
    return rows.map(({ id }) => id);
  },
  async update(
    db: Sql,
    organizationId: string,
    values: Partial<Pick<typeof organization.$inferInsert, 'plan' | 'planExpiresAt' | 'deactivatedAt' | 'name'>>,
  ): Promise<void> {
    await db.update(organization).set(values).where(eq(organization.id, organizationId));
  },
  async listUserIds(db: Sql, organizationId: string): Promise<string[]> {
    const rows = await db.select({ id: user.id }).from(user).where(eq(user.organizationId, organizationId));
    return rows.map(({ id }) => id);
  },
  async listTeamIds(db: Sql, organizationId: string): Promise<string[]> {
    const rows = await db
      .select({ id: team.id })
      .from(team)
      .where(eq(team.organizationId, organizationId))
      .orderBy(asc(team.createdAt), asc(team.id));
    return rows.map(({ id }) => id);
  },
};
