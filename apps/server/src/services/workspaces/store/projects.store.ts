import type { WorkspaceRole } from '@touchstone/contracts/workspaces';
import { and, count, desc, eq, gt, ilike, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { containsPattern } from '../../../platform/database/conditions.ts';
import { type Sql, unnamed } from '../../../platform/database/pool.ts';
import { builtOnce, type Shape } from '../../../platform/database/statements.ts';
import { member, project } from './tables.ts';

export interface ProjectScope {
  organizationId: string;
  userId: string;
  /** Undefined: every workspace of the organization. */
  teamIds: readonly string[] | undefined;
}

const value = sql.placeholder;
/** Drizzle drops the table from column names in a select, so the subselect spells out the full name. */
const memberRole = sql<WorkspaceRole | null>`(select m.role from workspaces.member m where m.project_id = "project"."id" and m.user_id = ${value('userId')}::uuid)`;

const isNotDeleted = isNull(project.deletedAt);
const memberOf = sql`exists (select 1 from ${member} where ${member.projectId} = ${project.id} and ${member.userId} = ${value('userId')})`;
/** Members of its team can open a shared workspace; a private one only users with an explicit role. */
const isShared = eq(project.workspaceType, 'SHARED');
/** The scope as conditions of a statement that is built once. */
const inScope = (has: Shape<'teamIds'>, whether = isNotDeleted) =>
  and(
    whether,
    eq(project.organizationId, value('organizationId')),
    has.teamIds ? or(and(isShared, sql`${project.teamId} = any(${value('teamIds')}::uuid[])`), memberOf) : undefined,
  );
const columns = { project, memberRole };

const listed = builtOnce(['teamIds', 'teamId', 'pattern'], (db, has) => {
  const where = and(
    inScope(has),
    eq(project.service, value('service')),
    has.teamId ? eq(project.teamId, value('teamId')) : undefined,
    has.pattern ? ilike(project.name, value('pattern')) : undefined,
  );
  const rows = db.select(columns).from(project).where(where).orderBy(desc(project.createdAt));
  return {
    rows: rows.limit(value('limit')).offset(value('offset')).prepare(unnamed),
    total: db.select({ value: count() }).from(project).where(where).prepare(unnamed),
  };
});
/** Workspaces requested concurrently by callers, each in its own scope. */
const found = builtOnce([], (db) =>
  db
    .select({
      n: sql<number>`ask.n`,
      project,
      memberRole: sql<WorkspaceRole | null>`(select m.role from workspaces.member m where m.project_id = "project"."id" and m.user_id = ask."userId")`,
    })
    .from(
      sql`jsonb_to_recordset(${value('asked')}::jsonb) as ask(n int, "projectId" uuid, "organizationId" uuid, "userId" uuid, "teamIds" uuid[])`,
    )
    .innerJoin(
      project,
      and(
        eq(project.id, sql`ask."projectId"`),
        eq(project.organizationId, sql`ask."organizationId"`),
        isNotDeleted,
        or(
          sql`ask."teamIds" is null`,
          and(isShared, sql`${project.teamId} = any(ask."teamIds")`),
          sql`exists (select 1 from ${member} where ${member.projectId} = ${project.id} and ${member.userId} = ask."userId")`,
        ),
      ),
    )
    .prepare(unnamed),
);
const foundDeleted = builtOnce(['teamIds'], (db, has) =>
  db
    .select(columns)
    .from(project)
    .where(and(inScope(has, isNotNull(project.deletedAt)), eq(project.id, value('projectId'))))
    .prepare(unnamed),
);
const membersOf = builtOnce([], (db) =>
  db
    .select()
    .from(member)
    .where(sql`${member.projectId} = any(${value('projectIds')}::uuid[])`)
    .prepare(unnamed),
);

const visibleTo = (scope: ProjectScope, whether: SQL | undefined = isNotDeleted) =>
  and(
    whether,
    eq(project.organizationId, scope.organizationId),
    scope.teamIds &&
      or(
        scope.teamIds.length ? and(isShared, inArray(project.teamId, [...scope.teamIds])) : sql`false`,
        sql`exists (select 1 from ${member} where ${member.projectId} = ${project.id} and ${member.userId} = ${scope.userId})`,
      ),
  );

export const projectsStore = {
  async list(
    db: Sql,
    scope: ProjectScope,
    filter: { service: string; teamId?: string; searchTerm?: string },
    page: { page: number; size: number },
  ) {
    const pattern = filter.searchTerm ? containsPattern(filter.searchTerm) : undefined;
    const { size: limit, page: number } = page;
    const { service, teamId } = filter;
    const values = { ...scope, service, teamId: teamId || undefined, pattern, limit, offset: number * limit };
    const statements = listed(db, values);
    const [rows, [total]] = await Promise.all([statements.rows.execute(values), statements.total.execute(values)]);
    return { rows, totalElements: total?.value ?? 0 };
  },
  /** The requested workspaces, in that order; undefined where one doesn't exist or is outside its scope. */
  async findEach(db: Sql, asked: readonly (ProjectScope & { projectId: string })[]) {
    const rows = await found(db, {}).execute({ asked: JSON.stringify(asked.map((one, n) => ({ ...one, n }))) });
    const byQuestion = new Map(rows.map(({ n, ...row }) => [n, row]));
    return asked.map((_, n) => byQuestion.get(n));
  },
  async findOwn(
    db: Sql,
    { organizationId, projectId }: { organizationId: string; projectId: string },
  ): Promise<typeof project.$inferSelect | undefined> {
    const [row] = await db
      .select()
      .from(project)
      .where(and(isNotDeleted, eq(project.organizationId, organizationId), eq(project.id, projectId)));
    return row;
  },
  async findDeleted(db: Sql, asked: ProjectScope & { projectId: string }) {
    const values = { ...asked };
    const [row] = await foundDeleted(db, values).execute(values);
    return row;
  },
  /** Workspaces in the trash, last deleted first, as far as the caller may see them. */
  async listDeleted(
    db: Sql,
    scope: ProjectScope,
    { service, after, limit }: { service: string; after: Date; limit: number },
  ) {
    const { userId } = scope;
    return await db
      .select({
        project,
        memberRole: sql<WorkspaceRole | null>`(select m.role from workspaces.member m where m.project_id = "project"."id" and m.user_id = ${userId}::uuid)`,
      })
      .from(project)
      .where(visibleTo(scope, and(eq(project.service, service), gt(project.deletedAt, after))))
      .orderBy(desc(project.deletedAt), desc(project.id))
      .limit(limit);
  },
  async setDeleted(
    db: Sql,
    projectId: string,
    values: Pick<typeof project.$inferInsert, 'deletedAt' | 'deletedBy' | 'name'>,
  ): Promise<void> {
    await db.update(project).set(values).where(eq(project.id, projectId));
  },
  /** Locks a workspace until the transaction ends. */
  async lock(db: Sql, projectId: string): Promise<void> {
    await db.select({ id: project.id }).from(project).where(eq(project.id, projectId)).for('update');
  },
  /** A workspace whose time in the trash has expired, locked against other processes until the transaction ends. */
  async takeExpired(db: Sql, before: Date): Promise<typeof project.$inferSelect | undefined> {
    const [row] = await db
      .select()
      .from(project)
      .where(lte(project.deletedAt, before))
      .limit(1)
      .for('update', { skipLocked: true });
    return row;
  },
  async insert(db: Sql, values: typeof project.$inferInsert, owner: { userId: string; email: string }) {
    await db.insert(project).values(values);
    await db.insert(member).values({ projectId: values.id, userId: owner.userId, email: owner.email, role: 'OWNER' });
  },
  async update(db: Sql, projectId: string, values: Partial<typeof project.$inferInsert>) {
    await db
      .update(project)
      .set({ ...values, updatedAt: new Date() })
      .where(eq(project.id, projectId));
  },
  async delete(db: Sql, projectId: string) {
    await db.delete(project).where(eq(project.id, projectId));
  },
  async listMembers(db: Sql, projectIds: string[]) {
    return projectIds.length ? membersOf(db, {}).execute({ projectIds }) : [];
  },
  async listVisible(
    db: Sql,
    scope: ProjectScope,
    { service, teamId }: { service: string; teamId?: string | undefined },
  ): Promise<{ projectId: string; projectName: string; projectDescription: string }[]> {
    return await db
      .select({ projectId: project.id, projectName: project.name, projectDescription: project.description })
      .from(project)
      .where(and(visibleTo(scope), eq(project.service, service), teamId ? eq(project.teamId, teamId) : undefined))
      .orderBy(project.name, project.id);
  },
  async namesIn(db: Sql, teamId: string, service: string): Promise<string[]> {
    const rows = await db
      .select({ name: project.name })
      .from(project)
      .where(and(isNotDeleted, eq(project.teamId, teamId), eq(project.service, service)));
    return rows.map(({ name }) => name);
  },
  async namesOf(db: Sql, organizationId: string, projectIds: readonly string[]): Promise<Map<string, string>> {
    if (!projectIds.length) return new Map();
    const rows = await db
      .select({ id: project.id, name: project.name })
      .from(project)
      .where(and(eq(project.organizationId, organizationId), inArray(project.id, [...projectIds])));
    return new Map(rows.map(({ id, name }) => [id, name]));
  },
  async countOfTeam(db: Sql, organizationId: string, teamId: string): Promise<number> {
    const [row] = await db
      .select({ value: count() })
      .from(project)
      .where(and(isNotDeleted, eq(project.organizationId, organizationId), eq(project.teamId, teamId)));
    return row?.value ?? 0;
  },
  /** Locks a workspace against deletion until the transaction ends; returns whether it exists. */
  async hold(db: Sql, projectId: string): Promise<boolean> {
    const rows = await db
      .select({ id: project.id })
      .from(project)
      .where(and(isNotDeleted, eq(project.id, projectId)))
      .for('key share');
    return rows.length > 0;
  },
};
export type ProjectRow = NonNullable<Awaited<ReturnType<typeof projectsStore.findDeleted>>>;
