import { AppError, newId } from '@touchstone/kernel';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { type Database, type Sql, unnamed } from '../../../platform/database/pool.ts';
import type { NewOrganization, NewUser, ProfileChange, UserRecord } from '../app/user-record.ts';
import { userManagementErrors } from '../errors.ts';
import { createSignUpStore } from './sign-up.store.ts';
import { organization, team, teamMember, user } from './tables.ts';
import { createUserLookup, emailOf, isFirstLogin } from './user-lookup.store.ts';

/** UserStore reads and writes organizations, users and teams. */
export interface UserStore {
  find(by: { userId: string } | { email: string }): Promise<UserRecord | undefined>;
  listByIds(organizationId: string, userIds: string[]): Promise<{ userId: string; email: string; name: string }[]>;
  createOrganization(input: NewOrganization): Promise<{ organizationId: string; userId: string; teamId: string }>;
  createUser(input: NewUser): Promise<{ userId: string }>;
  /** Returns whether it was the first one. */
  recordLogin(userId: string, at: Date): Promise<boolean>;
  activate(sql: Sql, userId: string, at: Date): Promise<boolean>;
  discardSignUp(email: string): Promise<boolean>;
  discardSignUpsBefore(before: Date): Promise<void>;
  updateProfile(userId: string, profile: ProfileChange): Promise<void>;
  updateMode(userId: string, mode: UserRecord['modeStatus']): Promise<boolean>;
  isEmpty(): Promise<boolean>;
}

/** `now` determines the plan in force. */
export function createUserStore(database: Database, now: () => Date): UserStore {
  const countLogin = database.sql
    .update(user)
    .set({ loginCount: sql`${user.loginCount} + 1`, lastLoginAt: sql`${sql.placeholder('at')}` })
    .where(eq(user.id, sql.placeholder('userId')))
    .returning({ loginCount: user.loginCount, welcomedAt: user.welcomedAt })
    .prepare(unnamed);
  return {
    ...createUserLookup(database, now),
    ...createSignUpStore(database),
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
