import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgSchema, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const userManagement = pgSchema('user_management');
const at = (name: string) => timestamp(name, { withTimezone: true });
const createdAt = () => at('created_at').notNull().default(sql`now()`);

const plans = ['FREE', 'PRO', 'ENTERPRISE', 'EXPIRED'] as const;
const colourModes = ['light', 'dark', 'auto'] as const;
const pocStatuses = ['ACTIVE', 'COMPLETED', 'CANCELLED'] as const;
const userRoles = [
  'ROLE_SYSTEM',
  'ROLE_ADMIN',
  'ROLE_SUPERADMIN',
  'ROLE_SUPERUSER',
  'ROLE_USER',
  'ROLE_GUEST',
  'ROLE_DEVOPS',
] as const;

export const organization = userManagement.table('organization', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  plan: text({ enum: plans }).notNull(),
  /** End of the trial or of the paid time; null without an end. */
  planExpiresAt: at('plan_expires_at'),
  /** Users of a deactivated organization can't sign in. */
  deactivatedAt: at('deactivated_at'),
  createdAt: createdAt(),
});

/**
 * `email` is stored in lower case; `activated_at` is null until its owner has followed the mailed link; `login_count`
 * distinguishes the first session from later ones.
 */
export const user = userManagement.table(
  'user',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organization.id, { onDelete: 'cascade' }),
    email: text().notNull().unique('user_email'),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    role: text({ enum: userRoles }).notNull(),
    /** Dial code and number, such as +1-2025550123; empty if not given. */
    phoneNumber: text('phone_number').notNull().default(''),
    active: boolean().notNull().default(true),
    activatedAt: at('activated_at').default(sql`now()`),
    /** Set for users of a pilot (proof of concept). */
    pocStatus: text('poc_status', { enum: pocStatuses }),
    photoFileId: uuid('photo_file_id'),
    /** When the user dismissed what a first sign-in shows. */
    welcomedAt: at('welcomed_at'),
    modeStatus: text('mode_status', { enum: colourModes }).notNull().default('auto'),
    loginCount: integer('login_count').notNull().default(0),
    lastLoginAt: at('last_login_at'),
    createdAt: createdAt(),
    /** The searched text: the name, and the email on a separate line. */
    searchText: text('search_text').generatedAlwaysAs(
      sql`lower("first_name" || ' ' || "last_name" || chr(10) || "email")`,
    ),
  },
  (t) => [
    // Covers all columns of a list, so that counts and pages are found without the rows.
    index('user_organization').on(
      ...[t.organizationId, t.firstName, t.lastName, t.id],
      ...[t.searchText, t.role, t.active, t.activatedAt],
    ),
    index('user_administrator').on(t.organizationId, t.createdAt, t.id).where(sql`role = 'ROLE_ADMIN'`),
  ],
);

export const team = userManagement.table(
  'team',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organization.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    description: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [index('team_organization').on(t.organizationId, t.createdAt, t.id)],
);

export const teamMember = userManagement.table(
  'team_member',
  {
    teamId: uuid('team_id')
      .notNull()
      .references(() => team.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.teamId, t.userId] }), index('team_member_user').on(t.userId)],
);

/** A key with which tools act for a user; only its digest is stored. A new one replaces the old. */
export const aiToken = userManagement.table('ai_token', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => user.id, { onDelete: 'cascade' }),
  id: uuid().notNull().unique('ai_token_id'),
  keyDigest: text('key_digest').notNull().unique('ai_token_key_digest'),
  keyEnding: text('key_ending').notNull(),
  enabled: boolean().notNull(),
  createdAt: at('created_at').notNull(),
});
