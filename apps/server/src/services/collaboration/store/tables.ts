import type { WorkspaceRole } from '@touchstone/contracts/workspaces';
import { sql } from 'drizzle-orm';
import { bigint, index, pgSchema, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { StoredStatus } from '../domain/invitation.ts';

export const schema = pgSchema('collaboration');
const at = (name: string) => timestamp(name, { withTimezone: true });

/** An invitation to a workspace. Its id becomes the membership's id. */
export const invitation = schema.table(
  'invitation',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    userId: uuid('user_id').notNull(),
    email: text().notNull(),
    role: text().$type<WorkspaceRole>().notNull(),
    status: text().$type<StoredStatus>().notNull(),
    /** SHA-256 of the token in the link. */
    tokenHash: text('token_hash').notNull(),
    invitedBy: uuid('invited_by').notNull(),
    invitedByName: text('invited_by_name').notNull(),
    invitedAt: at('invited_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    answeredAt: at('answered_at'),
  },
  (t) => [
    uniqueIndex('invitation_token').on(t.tokenHash),
    uniqueIndex('invitation_pending').on(t.projectId, t.userId).where(sql`${t.status} = 'PENDING'`),
    index('invitation_project').on(t.projectId, t.status),
    index('invitation_email').on(t.organizationId, t.email, t.invitedAt),
  ],
);

/** When a user was last active in a workspace. */
export const activity = schema.table(
  'activity',
  {
    projectId: uuid('project_id').notNull(),
    userId: uuid('user_id').notNull(),
    organizationId: uuid('organization_id').notNull(),
    lastActiveAt: at('last_active_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.userId] })],
);

/** An open page in a workspace; one that wasn't seen for a while counts as closed. */
export const presence = schema.table(
  'presence',
  {
    projectId: uuid('project_id').notNull(),
    userId: uuid('user_id').notNull(),
    tab: text().notNull(),
    organizationId: uuid('organization_id').notNull(),
    name: text().notNull(),
    email: text().notNull(),
    /** What the page shows, such as `suite:ID`; null: the workspace itself. */
    place: text(),
    seenAt: at('seen_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.userId, t.tab] }), index('presence_seen').on(t.seenAt)],
);

/** The last change of a service's data in a workspace, counted while people are there. */
export const change = schema.table(
  'change',
  {
    projectId: uuid('project_id').notNull(),
    service: text().notNull(),
    organizationId: uuid('organization_id').notNull(),
    revision: bigint({ mode: 'number' }).notNull(),
    userId: uuid('user_id').notNull(),
    name: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.service] })],
);
