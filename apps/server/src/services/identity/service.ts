import { createClockCheck } from '../../platform/clock-check.ts';
import type { Authenticate } from '../../platform/http/caller.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ServiceParts } from '../../platform/service.ts';
import { add } from '../../platform/slots.ts';
import { accountPorts, type UserManagement } from '../user-management/index.ts';
import { createAccounts } from './app/accounts/accounts.ts';
import { createMailedLinks } from './app/accounts/mailed-links.ts';
import { createPasswordHasher } from './app/accounts/password-hasher.ts';
import { createPasswords } from './app/accounts/passwords.ts';
import { createPeople } from './app/accounts/people.ts';
import { createSeedAccounts } from './app/accounts/seed-accounts.ts';
import { createExternalTokens, createOwnTokens, type OpenSession } from './app/issuer/access-tokens.ts';
import { createIssuer } from './app/issuer/issuer.ts';
import { loadBotCheckKey, loadCodeKey, loadIssuerKeys, once } from './app/issuer/issuer-keys.ts';
import type { NoteSession } from './app/issuer/token-answer.ts';
import { createContact } from './app/mails/contact.ts';
import { createMailLog, createOutbox } from './app/mails/outbox.ts';
import { createSessions } from './app/sessions.ts';
import { createSettingsReader, flagsOf, type IdentityFlags } from './app/settings.ts';
import { createBotCheck } from './app/sign-in/bot-check.ts';
import { createBroker } from './app/sign-in/broker.ts';
import { createAssertPasswordsHere, upstreamProvidersOf } from './app/sign-in/external-issuer.ts';
import { createGuard } from './app/sign-in/guard.ts';
import { createInteractions } from './app/sign-in/interaction.ts';
import { createLimit } from './app/sign-in/rate-limit.ts';
import { createSignIn } from './app/sign-in/sign-in.ts';
import { createSignUp } from './app/sign-in/sign-up.ts';
import { createSsoTickets } from './app/sign-in/sso-tickets.ts';
import { createTwoFactor } from './app/sign-in/two-factor.ts';
import { createUpstreamSessions } from './app/sign-in/upstream-sessions.ts';
import { createUpstreamClient } from './clients/upstream.client.ts';
import { externalIssuerOf, type IdentityConfig } from './config.ts';
import { externalIssuerAlias, sessionSeconds } from './domain/clients.ts';
import { addPurgeJob } from './jobs/purge.job.ts';
import { mountBroker } from './routes/broker.routes.ts';
import { bindIdentityRoutes } from './routes/identity.routes.ts';
import { mountIssuer } from './routes/issuer.routes.ts';
import { bindSessionRoutes } from './routes/session.routes.ts';
import { bindSignUpRoutes } from './routes/sign-up.routes.ts';
import { bindTwoFactorRoutes } from './routes/two-factor.routes.ts';
import { createPasswordStore } from './store/password.store.ts';
import { createRegistrationStore } from './store/registration.store.ts';
import { createSessionStore } from './store/session.store.ts';
import { createSignInFailureStore } from './store/sign-in-failure.store.ts';
import { createSignInStepStore } from './store/sign-in-step.store.ts';
import { createTwoFactorStore } from './store/two-factor.store.ts';
import { createUpstreamStore } from './store/upstream.store.ts';
import { createUpstreamSessionStore } from './store/upstream-session.store.ts';
import { createUsedChallengeStore } from './store/used-challenge.store.ts';

/** Identity is the embedded OpenID provider: signs users in, and resolves the owners of access tokens. */
export interface Identity {
  /**
   * Returns the owner of an access token; undefined if the token is invalid, its session has ended or its owner is
   * inactive. Cached for at most 5 s.
   */
  authenticate: Authenticate;
  /** Of the sessions, the ids of those that have ended. */
  findEndedSessions(open: OpenSession[]): Promise<Set<string>>;
  /** Sets a password by the product's rules; throws IDENTITY_PASSWORD_TOO_SHORT and similar errors. */
  setPassword(userId: string, password: string): Promise<void>;
}

/** What the use cases share: stores, limits, keys and the clients of other providers. */
function createFoundation(platform: Platform, users: UserManagement, config: IdentityConfig) {
  const { clock, database } = platform;
  const stores = {
    passwords: createPasswordStore(database),
    registrations: createRegistrationStore(database),
    sessions: createSessionStore(database),
    failures: createSignInFailureStore(database),
    challenges: createUsedChallengeStore(database),
    upstream: createUpstreamStore(database),
    upstreamSessions: createUpstreamSessionStore(database, sessionSeconds * 1000),
    steps: createSignInStepStore(database),
    twoFactor: createTwoFactorStore(database),
  };
  const { failures, challenges, upstream } = stores;
  const checkClock = createClockCheck(platform);
  return {
    platform,
    config,
    users,
    stores,
    checkClock,
    clients: new Map(
      upstreamProvidersOf(config).map((provider) => [provider.alias, createUpstreamClient(provider, checkClock)]),
    ),
    limit: createLimit({ failures, clock }),
    guard: createGuard({ failures, clock }),
    links: createMailedLinks({ platform, store: stores.passwords }),
    people: createPeople({ config, clock, users, store: upstream }),
    tickets: createSsoTickets({ store: upstream, clock }),
    hasher: createPasswordHasher(),
    assertPasswordsHere: createAssertPasswordsHere(config),
    getCodeKey: once(() => loadCodeKey(platform)),
    botCheck: createBotCheck({ clock, store: challenges, getKey: once(() => loadBotCheckKey(platform)) }),
  };
}
type Foundation = ReturnType<typeof createFoundation>;

/** Sign-in with its second factor, and the issuer of its tokens. */
function createSignInParts(foundation: Foundation, onEnded: (grantId: string) => void) {
  const { platform, users, stores, clients, guard, hasher, assertPasswordsHere, getCodeKey, botCheck } = foundation;
  const { passwords, failures, upstream } = stores;
  const signIn = createSignIn({ platform, users, passwords, failures, hasher, assertPasswordsHere });
  const twoFactor = createTwoFactor({
    platform,
    store: stores.twoFactor,
    guard,
    verifyPassword: async (userId, password) =>
      hasher.inTurn(async () => hasher.verify(password, await passwords.find(userId))),
    getKey: getCodeKey,
  });
  const findProvider = async (userId: string) => (await upstream.findCurrent(userId)) ?? null;
  const providerOf = (hint: unknown) => {
    if (clients.has(externalIssuerAlias)) return externalIssuerAlias;
    return typeof hint === 'string' && clients.has(hint) ? hint : undefined;
  };
  const noteSession: NoteSession = ({ sessionId, ...session }) =>
    stores.sessions.note({ grantId: sessionId, ...session }, platform.clock.now());
  const getIssuer = once(async () =>
    createIssuer({
      platform,
      users,
      signIn,
      twoFactor,
      noteSession,
      findProvider,
      providerOf,
      bindGrant: stores.upstreamSessions.bind,
      onEnded,
      keys: await loadIssuerKeys(platform),
    }),
  );
  const interactions = createInteractions({
    platform,
    users,
    getIssuer,
    botCheck,
    signIn,
    twoFactor,
    steps: stores.steps,
    upstream,
    getKey: getCodeKey,
  });
  return { twoFactor, findProvider, getIssuer, interactions };
}
type SignInParts = ReturnType<typeof createSignInParts>;

/** Sessions of this server, and those that started at another provider. */
function createSessionParts(foundation: Foundation, getIssuer: SignInParts['getIssuer']) {
  const { platform, config, users, stores, checkClock, clients, people } = foundation;
  const externalIssuer = externalIssuerOf(config, platform.config.publicUrl);
  const issuerClient = clients.get(externalIssuerAlias);
  const sessions = createSessions({
    store: stores.sessions,
    ownTokens: createOwnTokens({
      users,
      store: stores.sessions,
      getIssuer,
      // Another process, with a different clock, may have created the token.
      onTimeFailure: () => void checkClock('the database', stores.sessions.readClock),
    }),
    externalTokens:
      externalIssuer && issuerClient
        ? createExternalTokens({
            issuer: externalIssuer,
            client: issuerClient,
            store: stores.upstreamSessions,
            clock: platform.clock,
            people,
            users,
          })
        : undefined,
  });
  const upstreamSessions = createUpstreamSessions({
    platform,
    users,
    clients,
    sessions,
    store: stores.upstreamSessions,
    usedTokens: stores.challenges,
  });
  return { sessions, upstreamSessions };
}
type SessionParts = ReturnType<typeof createSessionParts>;

/** Passwords and sign-up: how users get and keep an account here. */
function createAccountParts(foundation: Foundation, sessions: SessionParts['sessions']) {
  const { platform, config, users, stores, links, limit, guard, hasher, botCheck, tickets, assertPasswordsHere } =
    foundation;
  const passwords = createPasswords({
    platform,
    users,
    links,
    limit,
    hasher,
    sessions,
    assertPasswordsHere,
    store: stores.passwords,
  });
  const accounts = createAccounts({
    platform,
    config,
    users,
    passwords: stores.passwords,
    links,
    hasher,
    guard,
    sessions,
    assertPasswordsHere,
  });
  const signUp = createSignUp({
    platform,
    users,
    registrations: stores.registrations,
    passwords: stores.passwords,
    links,
    hasher,
    botCheck,
    limit,
    tickets,
    assertPasswordsHere,
  });
  const { mailer } = platform;
  const contact = createContact({ mailer, to: config.TOUCHSTONE_ADMIN_EMAIL, botCheck, limit });
  return { accounts, passwords, signUp, contact };
}

/**
 * createIdentity creates the service on the platform; keys are loaded, or created, on the first call that needs them.
 */
export function createIdentity(options: {
  platform: Platform;
  users: UserManagement;
  config: IdentityConfig;
  /** Default: the configuration. */
  flags?: IdentityFlags;
}): ServiceParts<Identity> {
  const { platform, users, config, flags = flagsOf(config) } = options;
  const foundation = createFoundation(platform, users, config);
  const { stores, clients, people, tickets, botCheck } = foundation;
  const signInParts = createSignInParts(foundation, (grantId) => sessions.forget(grantId));
  const { twoFactor, findProvider, getIssuer, interactions } = signInParts;
  const { sessions, upstreamSessions } = createSessionParts(foundation, getIssuer);
  const { accounts, passwords, signUp, contact } = createAccountParts(foundation, sessions);
  const getSettings = createSettingsReader({ config, flags, keepsMails: !platform.config.SMTP_URL });
  const broker = createBroker({
    platform,
    config,
    clients,
    people,
    interactions,
    tickets,
    getSettings,
    store: stores.upstream,
    sessions: upstreamSessions,
  });
  const { sessions: sessionStore, passwords: passwordStore, challenges, upstream, steps, failures } = stores;
  addPurgeJob(platform, {
    expired: [
      sessionStore.purge,
      passwordStore.purge,
      challenges.purge,
      upstream.purge,
      stores.upstreamSessions.purge,
      steps.purge,
    ],
    failures,
    users,
  });
  platform.streams.watchSessions(sessions.findEnded);
  return {
    door: { authenticate: sessions.authenticate, findEndedSessions: sessions.findEnded, setPassword: passwords.set },
    access: { authenticate: sessions.authenticate },
    adds: [add(accountPorts, accounts)],
    routes: (registrar) => {
      bindIdentityRoutes(registrar, {
        platform,
        users,
        getIssuer,
        botCheck,
        interactions,
        sessions,
        passwords,
        broker,
        outbox: createOutbox({ mailer: platform.mailer, users }),
        mailLog: createMailLog(platform.mailer),
        findProvider,
        signOutUrl: upstreamSessions.signOutUrl,
      });
      bindTwoFactorRoutes(registrar, { twoFactor, interactions, authenticate: sessions.authenticate });
      bindSessionRoutes(registrar, { platform, sessions });
      bindSignUpRoutes(registrar, { signUp, contact, users, getSettings });
    },
    http: async (app) => {
      mountBroker(app, { broker, sessions: upstreamSessions });
      await mountIssuer(app, { platform, users, getIssuer, findProvider, authenticate: sessions.authenticate });
    },
    seed: createSeedAccounts({ config, users, setPassword: passwords.set }),
  };
}
