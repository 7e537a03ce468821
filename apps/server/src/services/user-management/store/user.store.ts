import { AppError, newId } from '@touchstone/kernel';
import { and, eq, inArray, isNotNull, isNull, lt, notInArray, type SQL, sql } from 'drizzle-orm';
import { type Database, type Sql, unnamed } from '../../../platform/database/pool.ts';
import type { NewOrganization, NewUser, ProfileChange, TeamRecord, UserRecord } from '../app/user-record.ts';
import { planInForce } from '../domain/plan.ts';
import { userManagementErrors } from '../errors.ts';
import { organization, team, teamMember, user } from './tables.ts';

const emailOf = (email: string) => email.trim().toLowerCase();

/** UserStore reads and writes organizations, users and teams. */
export interface UserStore {
  find(by: { userId: string } | { email: string }): Promise<UserRecord | undefined>;
  listByIds(organizationId: string, userIds: string[]): Promise<{ userId: string; email: string; name: string }[]>;
  createOrganization(input: NewOrganization): Promise<{ organizationId: string; userId: string; teamId: string }>;
  createUser(input: NewUser): Promise<{ userId: string }>;
  /** Answers whether it was the first one. */
  recordLogin(userId: string, at: Date): Promise<boolean>;
  activate(sql: Sql, userId: string, at: Date): Promise<boolean>;
  discardSignUp(email: string): Promise<boolean>;
  discardSignUpsBefore(before: Date): Promise<void>;
  updateProfile(userId: string, profile: ProfileChange): Promise<void>;
  updateMode(userId: string, mode: UserRecord['modeStatus']): Promise<boolean>;
  isEmpty(): Promise<boolean>;
}

const isFirstLogin = ({ loginCount, welcomedAt }: { loginCount: number; welcomedAt: Date | null }): boolean =>
  loginCount <= 1 && welcomedAt === null;

/** `now` says which plan is in force. */
export function createUserStore(database: Database, now: () => Date): UserStore {
  // Every call asks who makes it: these statements are built once, and teams come along.
  const teams = sql<Pick<typeof team.$inferSelect, 'id' | 'name' | 'description'>[]>`(
    select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'description', t.description) order by t.created_at, t.id), '[]')
    from user_management.team_member m join user_management.team t on t.id = m.team_id where m.user_id = "user_management"."user"."id")`;
  const findWhere = (condition: SQL) =>
    database.sql
      .select({ user, organization, teams })
      .from(user)
      .innerJoin(organization, eq(organization.id, user.organizationId))
      .where(condition)
      .prepare(unnamed);
  const byId = findWhere(eq(user.id, sql.placeholder('userId')));
  const byEmail = findWhere(eq(user.email, sql.placeholder('email')));
  const countLogin = database.sql
    .update(user)
    .set({ loginCount: sql`${user.loginCount} + 1`, lastLoginAt: sql`${sql.placeholder('at')}` })
    .where(eq(user.id, sql.placeholder('userId')))
    .returning({ loginCount: user.loginCount, welcomedAt: user.welcomedAt })
    .prepare(unnamed);
  /** Only organizations in which nobody was ever active: an invited person is no sign-up. */
  const discard = async (which: SQL) => {
    const open = database.sql
      .select({ id: user.organizationId })
      .from(user)
      .where(and(isNull(user.activatedAt), which));
    const everActive = database.sql
      .select({ id: user.organizationId })
      .from(user)
      .where(and(isNotNull(user.activatedAt), inArray(user.organizationId, open)));
    const result = await database.sql
      .delete(organization)
      .where(and(inArray(organization.id, open), notInArray(organization.id, everActive)));
    return result.rowCount ?? 0;
  };
  return {
    async find(by) {
      const rows = 'userId' in by ? byId.execute(by) : byEmail.execute({ email: emailOf(by.email) });
      const [row] = await rows;
      if (!row) return undefined;
      return {
        userId: row.user.id,
        email: row.user.email,
        firstName: row.user.firstName,
        lastName: row.user.lastName,
        role: row.user.role,
        organizationId: row.user.organizationId,
        organizationName: row.organization.name,
        plan: planInForce(row.organization, now()),
        active: row.user.active && row.organization.deactivatedAt === null,
        activated: row.user.activatedAt !== null,
        phoneNumber: row.user.phoneNumber,
        firstLogin: isFirstLogin(row.user),
        modeStatus: row.user.modeStatus,
        teams: row.teams.map(toTeam),
      };
    },
    async listByIds(organizationId, userIds) {
      if (!userIds.length) return [];
      const rows = await database.sql
        .select({ id: user.id, email: user.email, firstName: user.firstName, lastName: user.lastName })
        .from(user)
        .where(and(eq(user.organizationId, organizationId), inArray(user.id, userIds)));
      return rows.map((row) => ({ userId: row.id, email: row.email, name: `${row.firstName} ${row.lastName}`.trim() }));
    },
    createOrganization: (input) =>
      database.transaction(async (tx) => {
        const organizationId = newId();
        const teamId = newId();
        const { organizationName: name, plan, planExpiresAt } = input;
        await tx.insert(organization).values({ id: organizationId, name, plan, planExpiresAt });
        await tx.insert(team).values({ id: teamId, organizationId, name: input.teamName });
        const userId = await insertUser(tx, { ...input.admin, organizationId, teamIds: [teamId] });
        return { organizationId, userId, teamId };
      }),
    createUser: (input) =>
      database.transaction(async (tx) => {
        const [found] = await tx
          .select({ id: organization.id })
          .from(organization)
          .where(eq(organization.id, input.organizationId));
        if (!found) throw new AppError(userManagementErrors.organizationNotFound);
        await assertTeams(tx, input.organizationId, input.teamIds);
        return { userId: await insertUser(tx, input) };
      }),
    async recordLogin(userId, at) {
      const [row] = await countLogin.execute({ userId, at });
      return row !== undefined && isFirstLogin(row);
    },
    async activate(sql, userId, at) {
      const result = await sql
        .update(user)
        .set({ activatedAt: at })
        .where(and(eq(user.id, userId), isNull(user.activatedAt)));
      return result.rowCount === 1;
    },
    discardSignUp: async (email) => (await discard(eq(user.email, emailOf(email)))) > 0,
    async discardSignUpsBefore(before) {
      await discard(lt(user.createdAt, before));
    },
    async updateProfile(userId, profile) {
      if (!Object.keys(profile).length) return;
      await database.sql.update(user).set(profile).where(eq(user.id, userId));
    },
    async updateMode(userId, mode) {
      const result = await database.sql.update(user).set({ modeStatus: mode }).where(eq(user.id, userId));
      return result.rowCount === 1;
    },
    async isEmpty() {
      const rows = await database.sql.select({ id: organization.id }).from(organization).limit(1);
      return rows.length === 0;
    },
  };
}

const toTeam = (row: Pick<typeof team.$inferSelect, 'id' | 'name' | 'description'>): TeamRecord => ({
  teamId: row.id,
  teamUuid: row.id,
  teamName: row.name,
  teamDescription: row.description,
});

async function assertTeams(tx: Sql, organizationId: string, teamIds: string[]): Promise<void> {
  if (!teamIds.length) return;
  const rows = await tx
    .select({ id: team.id })
    .from(team)
    .where(and(eq(team.organizationId, organizationId), inArray(team.id, teamIds)));
  if (rows.length !== new Set(teamIds).size) throw new AppError(userManagementErrors.teamNotFound);
}

async function insertUser(tx: Sql, input: NewUser): Promise<string> {
  const id = newId();
  const inserted = await tx
    .insert(user)
    .values({
      id,
      organizationId: input.organizationId,
      email: emailOf(input.email),
      firstName: input.firstName,
      lastName: input.lastName,
      role: input.role,
      phoneNumber: input.phoneNumber ?? '',
      ...(input.activated === false && { activatedAt: null }),
    })
    .onConflictDoNothing({ target: user.email })
    .returning({ id: user.id });
  if (!inserted.length) throw new AppError(userManagementErrors.emailTaken);
  const teamIds = [...new Set(input.teamIds)];
  if (teamIds.length) await tx.insert(teamMember).values(teamIds.map((teamId) => ({ teamId, userId: id })));
  return id;
}
