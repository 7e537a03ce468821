import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgSchema, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { AdapterPayload } from 'oidc-provider';

export const identity = pgSchema('identity');
const at = (name: string) => timestamp(name, { withTimezone: true });

/** What the issuer remembers: sessions, grants, codes, refresh tokens, interactions. */
export const oidcPayload = identity.table(
  'oidc_payload',
  {
    type: text().notNull(),
    /** Tokens lie here as SHA-256 digests. */
    id: text().notNull(),
    payload: jsonb().$type<AdapterPayload>().notNull(),
    grantId: text('grant_id'),
    accountId: text('account_id'),
    userCode: text('user_code'),
    uid: text(),
    expiresAt: at('expires_at'),
    consumedAt: at('consumed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.type, t.id] }),
    index('oidc_payload_grant').on(t.grantId),
    index('oidc_payload_account').on(t.accountId),
    index('oidc_payload_uid').on(t.uid),
    index('oidc_payload_user_code').on(t.userCode),
    index('oidc_payload_expires').on(t.expiresAt),
  ],
);

/** Keys that all processes share, each sealed with the secret key of the installation. */
export const sealedKey = identity.table('sealed_key', {
  name: text().primaryKey(),
  sealed: text().notNull(),
  createdAt: at('created_at').notNull().default(sql`now()`),
});

export const password = identity.table('password', {
  userId: uuid('user_id').primaryKey(),
  hash: text().notNull(),
  updatedAt: at('updated_at').notNull(),
});

/** Failed sign-ins of one account from one address, or of one address. */
export const signInFailure = identity.table(
  'sign_in_failure',
  {
    key: text().primaryKey(),
    failures: integer().notNull(),
    lastFailedAt: at('last_failed_at').notNull(),
    lockedUntil: at('locked_until'),
  },
  (t) => [index('sign_in_failure_last').on(t.lastFailedAt)],
);

export const passwordReset = identity.table(
  'password_reset',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: uuid('user_id').notNull(),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index('password_reset_user').on(t.userId), index('password_reset_expires').on(t.expiresAt)],
);

/** Solved bot challenges, so that none is used twice. */
export const usedChallenge = identity.table(
  'used_challenge',
  { challenge: text().primaryKey(), expiresAt: at('expires_at').notNull() },
  (t) => [index('used_challenge_expires').on(t.expiresAt)],
);
