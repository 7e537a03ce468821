import { createClockCheck } from '../../platform/clock-check.ts';
import type { Authenticate } from '../../platform/http/caller.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ServiceParts } from '../../platform/service.ts';
import type { UserManagement } from '../user-management/index.ts';
import { createExternalTokens, createOwnTokens, type OpenSession } from './app/access-tokens.ts';
import { createAccounts } from './app/accounts.ts';
import { createBotCheck } from './app/bot-check.ts';
import { createBroker } from './app/broker.ts';
import { createLimit } from './app/caution.ts';
import { createContact } from './app/contact.ts';
import { createAssertPasswordsHere, upstreamProvidersOf } from './app/external-issuer.ts';
import { createGuard } from './app/guard.ts';
import { createInteractions } from './app/interaction.ts';
import { createIssuer } from './app/issuer.ts';
import { loadBotCheckKey, loadCodeKey, loadIssuerKeys, once } from './app/issuer-keys.ts';
import { createMailedLinks } from './app/mailed-links.ts';
import { createMailLog, createOutbox } from './app/outbox.ts';
import { createPasswordHasher } from './app/password-hasher.ts';
import { createPasswords } from './app/passwords.ts';
import { createPeople } from './app/people.ts';
import { createSeedAccounts } from './app/seed-accounts.ts';
import { createSessions } from './app/sessions.ts';
import { createSettingsReader, flagsOf, type IdentityFlags } from './app/settings.ts';
import { createSignIn } from './app/sign-in.ts';
import { createSignUp } from './app/sign-up.ts';
import { createSsoTickets } from './app/sso-tickets.ts';
import type { NoteSession } from './app/token-answer.ts';
import { createTwoFactor } from './app/two-factor.ts';
import { createUpstreamSessions } from './app/upstream-sessions.ts';
import { createUpstreamClient } from './clients/upstream.client.ts';
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

/** Identity is the embedded OpenID provider: who signs in, and who an access token belongs to. */
export interface Identity {
  /** Answers the owner of an access token, or undefined when it is not valid, its session has ended or its owner is inactive. Cached for at most 5 s. */
  authenticate: Authenticate;
  /** Ids among the sessions of those that have ended. */
  findEndedSessions(open: OpenSession[]): Promise<Set<string>>;
  /** Sets a password by the product's rules; throws IDENTITY_PASSWORD_TOO_SHORT and the like. */
  setPassword(userId: string, password: string): Promise<void>;
}

/** createIdentity builds the service on the platform; keys are loaded, or made, at the first call that needs them. */
export function createIdentity(options: {
  platform: Platform;
  users: UserManagement;
  /** Default: what the configuration says. */
  flags?: IdentityFlags;
}): ServiceParts<Identity> {
  const { platform, users, flags = flagsOf(options.platform.config) } = options;
  const { database, clock } = platform;
  const passwordStore = createPasswordStore(database);
  const sessionStore = createSessionStore(database);
  const failures = createSignInFailureStore(database);
  const challenges = createUsedChallengeStore(database);
  const upstream = createUpstreamStore(database);
  const limit = createLimit({ failures, clock });
  const guard = createGuard({ failures, clock });
  const links = createMailedLinks({ platform, store: passwordStore });
  const upstreamSessionStore = createUpstreamSessionStore(database, sessionSeconds * 1000);
  const checkClock = createClockCheck(platform);
  const clients = new Map(
    upstreamProvidersOf(platform.config).map((provider) => [
      provider.alias,
      createUpstreamClient(provider, checkClock),
    ]),
  );
  const people = createPeople({ config: platform.config, clock, users, store: upstream });
  const assertPasswordsHere = createAssertPasswordsHere(platform.config);
  const tickets = createSsoTickets({ store: upstream, clock });
  const hasher = createPasswordHasher();
  const signIn = createSignIn({ platform, users, passwords: passwordStore, failures, hasher, assertPasswordsHere });
  const steps = createSignInStepStore(database);
  const getCodeKey = once(() => loadCodeKey(platform));
  const verifyPassword = async (userId: string, password: string) =>
    hasher.inTurn(async () => hasher.verify(password, await passwordStore.find(userId)));
  const twoFactor = createTwoFactor({
    platform,
    store: createTwoFactorStore(database),
    guard,
    verifyPassword,
    getKey: getCodeKey,
  });
  const findProvider = async (userId: string) => (await upstream.findCurrent(userId)) ?? null;
  const issuerClient = clients.get(externalIssuerAlias);
  const providerOf = (hint: unknown) => {
    if (issuerClient) return externalIssuerAlias;
    return typeof hint === 'string' && clients.has(hint) ? hint : undefined;
  };
  const noteSession: NoteSession = ({ sessionId, ...session }) =>
    sessionStore.note({ grantId: sessionId, ...session }, clock.now());
  const getIssuer = once(async () =>
    createIssuer({
      platform,
      users,
      signIn,
      twoFactor,
      noteSession,
      findProvider,
      providerOf,
      bindGrant: upstreamSessionStore.bind,
      onEnded: (grantId) => sessions.forget(grantId),
      keys: await loadIssuerKeys(platform),
    }),
  );
  const botCheck = createBotCheck({ clock, store: challenges, getKey: once(() => loadBotCheckKey(platform)) });
  const { externalIssuer } = platform.config;
  const sessions = createSessions({
    store: sessionStore,
    ownTokens: createOwnTokens({
      ...{ users, store: sessionStore, getIssuer },
      // Another process, with a clock of its own, may have made the token.
      onTimeFailure: () => void checkClock('the database', sessionStore.readClock),
    }),
    externalTokens:
      externalIssuer && issuerClient
        ? createExternalTokens({
            ...{ issuer: externalIssuer, client: issuerClient, store: upstreamSessionStore },
            ...{ clock, people, users },
          })
        : undefined,
  });
  const upstreamSessions = createUpstreamSessions({
    ...{ platform, users, clients, sessions },
    store: upstreamSessionStore,
    usedTokens: challenges,
  });
  const passwords = createPasswords({
    ...{ platform, users, links, limit, hasher, sessions, assertPasswordsHere },
    store: passwordStore,
  });
  const interactions = createInteractions({
    platform,
    users,
    getIssuer,
    botCheck,
    signIn,
    twoFactor,
    steps,
    upstream,
    getKey: getCodeKey,
  });
  users.connectAccounts(
    createAccounts({ platform, users, passwords: passwordStore, links, hasher, guard, sessions, assertPasswordsHere }),
  );
  const signUp = createSignUp({
    platform,
    users,
    registrations: createRegistrationStore(database),
    passwords: passwordStore,
    links,
    hasher,
    botCheck,
    limit,
    tickets,
    assertPasswordsHere,
  });
  const contact = createContact({ platform, botCheck, limit });
  const getSettings = createSettingsReader(platform.config, flags);
  const broker = createBroker({
    ...{ platform, clients, people, interactions, tickets, getSettings },
    store: upstream,
    sessions: upstreamSessions,
  });
  addPurgeJob(platform, {
    expired: [
      sessionStore.purge,
      passwordStore.purge,
      challenges.purge,
      upstream.purge,
      upstreamSessionStore.purge,
      steps.purge,
    ],
    failures,
    users,
  });
  platform.streams.watchSessions(sessions.findEnded);
  return {
    door: { authenticate: sessions.authenticate, findEndedSessions: sessions.findEnded, setPassword: passwords.set },
    access: { authenticate: sessions.authenticate },
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
    seed: createSeedAccounts({ platform, users, setPassword: passwords.set }),
  };
}
