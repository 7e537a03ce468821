import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { UserManagement, UserRecord } from '../../user-management/index.ts';
import {
  createUpstreamClient,
  newChecks,
  type UpstreamClient,
  type UpstreamPerson,
} from '../clients/upstream.client.ts';
import { issuerPath } from '../domain/clients.ts';
import { identityErrors } from '../errors.ts';
import type { UpstreamStore } from '../store/upstream.store.ts';
import type { Origin } from './caution.ts';
import type { Interactions, OpenSignIn } from './interaction.ts';
import { digest } from './mailed-links.ts';
import type { SignInSettingsReader } from './settings.ts';
import type { SsoTickets } from './sso-tickets.ts';

const flowLifeMs = 10 * 60_000;

/** Why a sign-in at a provider came to nothing; the sign-in page has a sentence for each. */
type BrokerProblem = 'provider-failed' | 'unverified-email' | 'inactive';

/** Broker lets users in whom an upstream provider vouches for. */
export interface Broker {
  providers: { alias: string; displayName: string; imageUrl: string }[];
  has(alias: string): boolean;
  /** Answers where the browser goes: to the provider, or back to the sign-in page when it does not answer. */
  begin(alias: string, open: OpenSignIn): Promise<string>;
  /** Takes the browser back from the provider; answers where it goes. Throws IDENTITY_INTERACTION_EXPIRED. */
  finish(
    alias: string,
    query: URLSearchParams,
    origin: Origin & { cookieOf: (interaction: string) => string | undefined },
  ): Promise<string>;
}

export function createBroker(options: {
  platform: Platform;
  users: UserManagement;
  store: UpstreamStore;
  interactions: Interactions;
  tickets: SsoTickets;
  getSettings: SignInSettingsReader;
}): Broker {
  const { platform, users, store, interactions, tickets, getSettings } = options;
  const { clock, secrets, log, config } = platform;
  const clients = new Map<string, UpstreamClient>(
    config.IDENTITY_PROVIDERS.map((provider) => [provider.alias, createUpstreamClient(provider)]),
  );
  const clientOf = (alias: string) => {
    const client = clients.get(alias);
    if (!client) throw new AppError(identityErrors.providerNotFound);
    return client;
  };
  const redirectUri = (alias: string) => `${config.publicUrl}${issuerPath}/broker/${alias}/endpoint`;
  const backTo = (interaction: string, problem: BrokerProblem) =>
    `/login?interaction=${encodeURIComponent(interaction)}&problem=${problem}`;
  const placeOf = (stateHash: string) => `identity.upstream_flow.verifier.${stateHash}`;

  /** An unknown person may be somebody of ours: the provider's word counts for a verified address only. */
  const findUser = async (
    alias: string,
    person: UpstreamPerson & { email: string },
  ): Promise<UserRecord | undefined> => {
    const linked = await store.findUserId(alias, person.subject);
    return linked ? users.findUser(linked) : users.findUserByEmail(person.email);
  };

  const admit = async (flow: { alias: string; interaction: string }, person: UpstreamPerson, origin: Origin) => {
    const { alias, interaction } = flow;
    const { email, emailVerified, subject, firstName, lastName } = person;
    if (!email || !emailVerified) return backTo(interaction, 'unverified-email');
    const user = await findUser(alias, { ...person, email });
    if (!user) {
      const ticket = await tickets.issue({ alias, subject, email, firstName, lastName });
      const { signUpRoute } = await getSettings();
      const query = new URLSearchParams({ ssoTicket: ticket, provider: alias, login: email, firstName, lastName });
      return `/${signUpRoute}?${query}`;
    }
    if (!user.active) return backTo(interaction, 'inactive');
    await users.activateUser(user.userId);
    await store.link({ alias, subject, userId: user.userId, now: clock.now() });
    const status = await interactions.admit({ interaction, ...origin }, user, alias);
    return status.redirectTo ?? `/login/two-factor-authentication?interaction=${encodeURIComponent(interaction)}`;
  };

  return {
    providers: config.IDENTITY_PROVIDERS.map(({ alias, displayName, imageUrl }) => ({ alias, displayName, imageUrl })),
    has: (alias) => clients.has(alias),
    async begin(alias, open) {
      const client = clientOf(alias);
      await interactions.assertOpen(open);
      const { interaction } = open;
      const checks = newChecks();
      const stateHash = digest(checks.state);
      try {
        const url = await client.authorizationUrl(redirectUri(alias), checks);
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
      let person: UpstreamPerson;
      try {
        person = await client.finish(callback, { state, nonce: flow.nonce, verifier });
      } catch (error) {
        log.warn({ err: error, alias, requestId: origin.requestId }, 'upstream provider');
        return backTo(interaction, 'provider-failed');
      }
      return admit(flow, person, origin);
    },
  };
}
