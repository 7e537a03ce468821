import type { Authenticate } from '../../../platform/http/caller.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Service } from '../../../platform/service.ts';
import type { UserManagement } from '../../user-management/index.ts';
import { identityErrors } from '../errors.ts';
import { addPurgeJob } from '../jobs/purge.job.ts';
import { bindIdentityRoutes } from '../routes/identity.routes.ts';
import { mountIssuer } from '../routes/issuer.routes.ts';
import { createPasswordStore } from '../store/password.store.ts';
import { createSessionStore } from '../store/session.store.ts';
import { createSignInFailureStore } from '../store/sign-in-failure.store.ts';
import { createUsedChallengeStore } from '../store/used-challenge.store.ts';
import { createBotCheck } from './bot-check.ts';
import { createIssuer } from './issuer.ts';
import { loadBotCheckKey, loadIssuerKeys, once } from './issuer-keys.ts';
import { createPasswordHasher } from './password-hasher.ts';
import { createPasswords } from './passwords.ts';
import { createSessions } from './sessions.ts';
import { createSignIn } from './sign-in.ts';

/** Identity is the embedded OpenID provider: who signs in, and who an access token belongs to. */
export interface Identity {
  service: Service;
  /** Answers the owner of an access token, or undefined when it is not valid, its session has ended or its owner is inactive. Cached for at most 5 s. */
  authenticate: Authenticate;
  /** Sets a password by the product's rules; throws IDENTITY_PASSWORD_TOO_SHORT and the like. */
  setPassword(userId: string, password: string): Promise<void>;
}

/** createIdentity builds the service on the platform; keys are loaded, or made, at the first call that needs them. */
export function createIdentity(options: { platform: Platform; users: UserManagement }): Identity {
  const { platform, users } = options;
  const { database, clock } = platform;
  const passwordStore = createPasswordStore(database);
  const sessionStore = createSessionStore(database);
  const failures = createSignInFailureStore(database);
  const challenges = createUsedChallengeStore(database);
  const hasher = createPasswordHasher();
  const signIn = createSignIn({ platform, users, passwords: passwordStore, failures, hasher });
  const getIssuer = once(async () => createIssuer({ platform, users, signIn, keys: await loadIssuerKeys(platform) }));
  const botCheck = createBotCheck({ clock, store: challenges, getKey: once(() => loadBotCheckKey(platform)) });
  const sessions = createSessions({ users, store: sessionStore, getIssuer });
  const passwords = createPasswords({ platform, users, store: passwordStore, failures, hasher, sessions });
  addPurgeJob(platform, { expired: [sessionStore.purge, passwordStore.purge, challenges.purge], failures });
  return {
    service: {
      name: 'identity',
      errors: identityErrors,
      routes: (registrar) =>
        bindIdentityRoutes(registrar, { platform, users, getIssuer, botCheck, signIn, sessions, passwords }),
      http: (app) => mountIssuer(app, { platform, users, getIssuer, authenticate: sessions.authenticate }),
    },
    authenticate: sessions.authenticate,
    setPassword: passwords.set,
  };
}
