import { isShutOut } from '@touchstone/contracts';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import {
  newChecks,
  type UpstreamClient,
  type UpstreamPerson,
  type UpstreamSignIn,
} from '../../clients/upstream.client.ts';
import type { IdentityConfig } from '../../config.ts';
import { brokerPath, externalIssuerAlias } from '../../domain/clients.ts';
import { identityErrors } from '../../errors.ts';
import type { UpstreamStore } from '../../store/upstream.store.ts';
import { digest } from '../accounts/mailed-links.ts';
import type { AdmissionProblem, People } from '../accounts/people.ts';
import type { SignInSettingsReader } from '../settings.ts';
import type { Interactions, OpenSignIn } from './interaction.ts';
import type { Origin } from './rate-limit.ts';
import type { SsoTickets } from './sso-tickets.ts';
import type { UpstreamSessions } from './upstream-sessions.ts';

const flowLifeMs = 10 * 60_000;

/** Why a sign-in at a provider failed; the sign-in page has a message for each. */
type BrokerProblem = 'provider-failed' | 'inactive' | 'no-access' | AdmissionProblem;

/** Broker signs in users vouched for by an upstream provider. */
export interface Broker {
  providers: { alias: string; displayName: string; imageUrl: string }[];
  has(alias: string): boolean;
  /** Returns where the browser is sent: to the provider, or back to the sign-in page if it doesn't respond. */
  begin(alias: string, open: OpenSignIn): Promise<string>;
  /** Handles the browser's return from the provider; returns where it is sent. Throws IDENTITY_INTERACTION_EXPIRED. */
  finish(
    alias: string,
    query: URLSearchParams,
    origin: Origin & { cookieOf: (interaction: string) => string | undefined },
  ): Promise<string>;
}

export function createBroker(options: {
  platform: Platform;
  config: IdentityConfig;
  clients: ReadonlyMap<string, UpstreamClient>;
  people: People;
  store: UpstreamStore;
  sessions: UpstreamSessions;
  interactions: Interactions;
  tickets: SsoTickets;
  getSettings: SignInSettingsReader;
}): Broker {
  const { platform, config, clients, people, store, sessions, interactions, tickets, getSettings } = options;
  const { clock, secrets, log } = platform;
  const clientOf = (alias: string) => {
    const client = clients.get(alias);
    if (!client) throw new AppError(identityErrors.providerNotFound);
    return client;
  };
  const redirectUri = (alias: string) => `${platform.config.publicUrl}${brokerPath(alias)}/endpoint`;
  const backTo = (interaction: string, problem: BrokerProblem) =>
    `/login?interaction=${encodeURIComponent(interaction)}&problem=${problem}`;
  const placeOf = (stateHash: string) => `identity.upstream_flow.verifier.${stateHash}`;

  const signUp = async (alias: string, person: UpstreamPerson) => {
    const { subject, email = '', firstName, lastName } = person;
    const ticket = await tickets.issue({ alias, subject, email, firstName, lastName });
    const { signUpRoute } = await getSettings();
    const query = new URLSearchParams({ ssoTicket: ticket, provider: alias, login: email, firstName, lastName });
    return `/${signUpRoute}?${query}`;
  };

  const admit = async (
    flow: { alias: string; interaction: string },
    signIn: UpstreamSignIn,
    origin: Origin,
  ): Promise<string> => {
    const { alias, interaction } = flow;
    const { person } = signIn;
    const newUsers = alias === externalIssuerAlias ? config.OIDC_NEW_USERS : 'sign-up';
    let user = await people.find(alias, person);
    if (user === 'unknown-person' && newUsers === 'sign-up') return signUp(alias, person);
    if (user === 'unknown-person' && newUsers === 'join') user = (await people.join(person)) ?? user;
    if (typeof user === 'string') return backTo(interaction, user);
    if (!user.active) return backTo(interaction, 'inactive');
    if (isShutOut(user.role)) return backTo(interaction, 'no-access');
    await people.link(alias, person, user);
    await sessions.note(flow, signIn, user.userId);
    const status = await interactions.admit({ interaction, ...origin }, user, alias);
    return status.redirectTo ?? `/login/two-factor-authentication?interaction=${encodeURIComponent(interaction)}`;
  };

  return {
    // Users don't choose the external issuer: sign-in always goes there.
    providers: config.IDENTITY_PROVIDERS.map(({ alias, displayName, imageUrl }) => ({ alias, displayName, imageUrl })),
    has: (alias) => clients.has(alias),
    async begin(alias, open) {
      const client = clientOf(alias);
      const { prompt } = await interactions.assertOpen(open);
      const { interaction } = open;
      const checks = newChecks();
      const stateHash = digest(checks.state);
      try {
        const url = await client.authorizationUrl(redirectUri(alias), checks, isAgain(prompt));
        await store.addFlow({
          stateHash,
          alias,
          interaction,
          sealedVerifier: secrets.seal(checks.verifier, placeOf(stateHash)),
          nonce: checks.nonce,
          expiresAt: new Date(clock.now().getTime() + flowLifeMs),
        });
        return url.href;
      } catch (error) {
        log.warn({ err: error, alias, requestId: open.requestId }, 'upstream provider');
        return backTo(interaction, 'provider-failed');
      }
    },
    async finish(alias, query, { cookieOf, ...origin }) {
      const client = clientOf(alias);
      const state = query.get('state') ?? '';
      const flow = await store.takeFlow(digest(state), clock.now());
      if (!flow || flow.alias !== alias) throw new AppError(identityErrors.interactionExpired);
      const { interaction } = flow;
      await interactions.assertOpen({ interaction, cookie: cookieOf(interaction) });
      const verifier = secrets.open(flow.sealedVerifier, placeOf(digest(state)));
      const callback = new URL(`${redirectUri(alias)}?${query}`);
      let signIn: UpstreamSignIn;
      try {
        signIn = await client.finish(callback, { state, nonce: flow.nonce, verifier });
      } catch (error) {
        log.warn({ err: error, alias, requestId: origin.requestId }, 'upstream provider');
        return backTo(interaction, 'provider-failed');
      }
      return admit(flow, signIn, origin);
    },
  };
}

const isAgain = (prompt: unknown): boolean => typeof prompt === 'string' && prompt.split(' ').includes('login');
