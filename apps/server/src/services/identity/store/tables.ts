import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgSchema, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { AdapterPayload } from 'oidc-provider';

export const identity = pgSchema('identity');
const at = (name: string) => timestamp(name, { withTimezone: true });

/** The issuer's state: sessions, grants, codes, refresh tokens, interactions. */
export const oidcPayload = identity.table(
  'oidc_payload',
  {
    type: text().notNull(),
    /** For tokens, the SHA-256 digest. */
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

/** Mailed links with which their owner sets a password: for an active account, or one still to be activated. */
export const passwordReset = identity.table(
  'password_reset',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: uuid('user_id').notNull(),
    purpose: text({ enum: ['reset', 'activation'] })
      .notNull()
      .default('reset'),
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

/** What was agreed to at sign-up, and from where. */
export const registration = identity.table('registration', {
  userId: uuid('user_id').primaryKey(),
  ipAddress: text('ip_address').notNull(),
  isSso: boolean('is_sso').notNull(),
  termsAcceptedAt: at('terms_accepted_at').notNull(),
});

/** Whether a user signs in with a second factor. */
export const twoFactor = identity.table('two_factor', {
  userId: uuid('user_id').primaryKey(),
  enabled: boolean().notNull(),
  updatedAt: at('updated_at').notNull(),
});

/** Authenticator apps; one without a correct code so far is unconfirmed and not required. */
export const otpDevice = identity.table(
  'otp_device',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id').notNull(),
    name: text().notNull(),
    sealedSecret: text('sealed_secret').notNull(),
    createdAt: at('created_at').notNull(),
    confirmedAt: at('confirmed_at'),
    lastUsedAt: at('last_used_at'),
    /** Time step of the last accepted code: none is accepted twice (RFC 6238 §5.2). */
    lastStep: integer('last_step').notNull().default(0),
  },
  (t) => [index('otp_device_user').on(t.userId)],
);

export const recoveryCode = identity.table(
  'recovery_code',
  { userId: uuid('user_id').notNull(), codeHash: text('code_hash').notNull() },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

/** An open sign-in whose password was correct and whose code is outstanding. */
export const signInStep = identity.table(
  'sign_in_step',
  {
    interaction: text().primaryKey(),
    userId: uuid('user_id').notNull(),
    mailCodeHash: text('mail_code_hash'),
    mailCodeExpiresAt: at('mail_code_expires_at'),
    mails: integer().notNull().default(0),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index('sign_in_step_expires').on(t.expiresAt)],
);

/** Where and when the sessions of a user started; a session is a grant of the issuer. */
export const sessionInfo = identity.table(
  'session_info',
  {
    grantId: text('grant_id').primaryKey(),
    userId: uuid('user_id').notNull(),
    clientId: text('client_id').notNull(),
    address: text().notNull(),
    userAgent: text('user_agent').notNull(),
    startedAt: at('started_at').notNull(),
    lastSeenAt: at('last_seen_at').notNull(),
  },
  (t) => [index('session_info_user').on(t.userId), index('session_info_seen').on(t.lastSeenAt)],
);

/** Sign-ins currently at an upstream provider. */
export const upstreamFlow = identity.table(
  'upstream_flow',
  {
    stateHash: text('state_hash').primaryKey(),
    alias: text().notNull(),
    interaction: text().notNull(),
    sealedVerifier: text('sealed_verifier').notNull(),
    nonce: text().notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index('upstream_flow_expires').on(t.expiresAt)],
);

/** Which subject of which provider is which user; `current` if the last sign-in used it. */
export const upstreamLink = identity.table(
  'upstream_link',
  {
    alias: text().notNull(),
    subject: text().notNull(),
    userId: uuid('user_id').notNull(),
    linkedAt: at('linked_at').notNull(),
    current: boolean().notNull(),
  },
  (t) => [primaryKey({ columns: [t.alias, t.subject] }), index('upstream_link_user').on(t.userId)],
);

/** A person vouched for by a provider who has no account yet: the sign-up form is outstanding. */
export const upstreamTicket = identity.table(
  'upstream_ticket',
  {
    tokenHash: text('token_hash').primaryKey(),
    alias: text().notNull(),
    subject: text().notNull(),
    email: text().notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index('upstream_ticket_expires').on(t.expiresAt)],
);

/**
 * Browser sessions that started at an upstream provider: the provider's ids for them, and the grant of ours they
 * became.
 */
export const upstreamSession = identity.table(
  'upstream_session',
  {
    interaction: text().primaryKey(),
    alias: text().notNull(),
    subject: text().notNull(),
    /** Claim `sid` of the ID token; providers without back-channel logout don't send it. */
    sid: text(),
    /** Only kept for the sign-out at the external issuer. */
    sealedIdToken: text('sealed_id_token'),
    userId: uuid('user_id').notNull(),
    /** Null until the sign-in is complete. */
    grantId: text('grant_id'),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    index('upstream_session_subject').on(t.alias, t.subject),
    index('upstream_session_sid').on(t.alias, t.sid),
    index('upstream_session_grant').on(t.grantId),
    index('upstream_session_created').on(t.createdAt),
  ],
);

/**
 * Access tokens of the external issuer that are rejected before they expire: all of a session or a person, or a single
 * one.
 */
export const upstreamEnding = identity.table(
  'upstream_ending',
  {
    alias: text().notNull(),
    kind: text({ enum: ['sid', 'sub', 'jti'] }).notNull(),
    value: text().notNull(),
    endedAt: at('ended_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.alias, t.kind, t.value] }), index('upstream_ending_ended').on(t.endedAt)],
);
