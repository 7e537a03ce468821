import { eq, type SQL, sql } from 'drizzle-orm';
import { type Database, unnamed } from '../../../platform/database/pool.ts';
import { gather } from '../../../platform/database/reads/gather.ts';
import type { TeamRecord, UserRecord } from '../app/user-record.ts';
import { planInForce } from '../domain/plan.ts';
import { organization, type team, user } from './tables.ts';

/** The form in which addresses are stored and compared. */
export const emailOf = (email: string) => email.trim().toLowerCase();

/** True from the first sign-in until its welcome has been dismissed. */
export const isFirstLogin = ({ loginCount, welcomedAt }: { loginCount: number; welcomedAt: Date | null }): boolean =>
  loginCount <= 1 && welcomedAt === null;

/** createUserLookup finds a user with the organization and its teams; `now` determines the plan in force. */
export function createUserLookup(database: Database, now: () => Date) {
  // Runs for every call, so these statements are built once and include the teams.
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
  const byIds = findWhere(sql`${user.id} = any(${sql.placeholder('userIds')}::uuid[])`);
  const byEmail = findWhere(eq(user.email, sql.placeholder('email')));
  const findById = gather(async (userIds: readonly string[]) => {
    const rows = new Map((await byIds.execute({ userIds })).map((row) => [row.user.id, row]));
    return userIds.map((id) => rows.get(id));
  });
  const findByEmail = async (email: string) => (await byEmail.execute({ email: emailOf(email) }))[0];
  return {
    async find(by: { userId: string } | { email: string }): Promise<UserRecord | undefined> {
      const row = await ('userId' in by ? findById(by.userId) : findByEmail(by.email));
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
  };
}

const toTeam = (row: Pick<typeof team.$inferSelect, 'id' | 'name' | 'description'>): TeamRecord => ({
  teamId: row.id,
  teamUuid: row.id,
  teamName: row.name,
  teamDescription: row.description,
});
