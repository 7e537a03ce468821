import type { StoredToken, TokenCache } from '@touchstone/engine-http';
import type { Platform } from '../../../platform/platform.ts';
import { oauthTokensStore } from '../store/oauth-tokens.store.ts';

const hourMs = 3_600_000;
/** Lifetime of a token for which the server didn't report one. */
const unknownLifeMs = hourMs;
/** A refresh token outlives its access token. */
const refreshLifeMs = 7 * 24 * hourMs;

/** SessionTokens keeps OAuth 2.0 tokens only as long as its session, but remembers every token it saw, to mask it. */
export class SessionTokens implements TokenCache {
  readonly #seen = new Set<string>();

  /** All access and refresh tokens so far; must never be shown. */
  get secrets(): ReadonlySet<string> {
    return this.#seen;
  }

  /** Adds tokens obtained in another way, such as from a checkpoint. */
  learn({ accessToken, refreshToken }: StoredToken): void {
    this.#seen.add(accessToken);
    if (refreshToken) this.#seen.add(refreshToken);
  }

  async read(_key: string): Promise<StoredToken | undefined> {
    return undefined;
  }

  async write(_key: string, token: StoredToken): Promise<void> {
    this.learn(token);
  }

  async drop(_key: string, _accessToken: string): Promise<void> {}
}

/** EnvironmentTokens stores the tokens of one environment for all runs and previews. */
export class EnvironmentTokens extends SessionTokens {
  readonly #platform: Platform;
  readonly #projectId: string;
  readonly #scopeId: string;

  constructor(platform: Platform, { projectId, environmentId }: { projectId: string; environmentId: string | null }) {
    super();
    this.#platform = platform;
    this.#projectId = projectId;
    this.#scopeId = environmentId ?? projectId;
  }

  override async read(key: string): Promise<StoredToken | undefined> {
    const { database, clock } = this.#platform;
    const where = this.#key(key);
    const sealed = await oauthTokensStore.find(database.sql, where, clock.now());
    if (sealed === undefined) return undefined;
    const token = JSON.parse(this.#platform.secrets.open(sealed, placeOf(where))) as StoredToken;
    this.learn(token);
    return token;
  }

  override async write(key: string, token: StoredToken): Promise<void> {
    this.learn(token);
    const { database, clock, secrets } = this.#platform;
    const where = this.#key(key);
    const endMs = token.expiresAtMs ?? clock.now().getTime() + unknownLifeMs;
    await oauthTokensStore.deleteExpired(database.sql, clock.now());
    const expiresAt = new Date(endMs + (token.refreshToken === undefined ? 0 : refreshLifeMs));
    await oauthTokensStore.put(database.sql, where, {
      token: secrets.seal(JSON.stringify(token), placeOf(where)),
      expiresAt,
    });
  }

  override async drop(key: string, accessToken: string): Promise<void> {
    // Another session may have renewed it already.
    if ((await this.read(key))?.accessToken === accessToken)
      await oauthTokensStore.delete(this.#platform.database.sql, this.#key(key));
  }

  #key(key: string) {
    const fingerprint = this.#platform.secrets.fingerprint(key, 'api_testing.oauth_token');
    return { projectId: this.#projectId, scopeId: this.#scopeId, fingerprint };
  }
}

/** Tokens are sealed for the location where they were first stored. */
const placeOf = ({ projectId, scopeId, fingerprint }: { projectId: string; scopeId: string; fingerprint: string }) =>
  `api_testing.oauth_token.token:${projectId}:${scopeId}:${fingerprint}`;

/**
 * forgetTokens deletes the tokens of all environments of a workspace: the values they were fetched with have changed.
 */
export const forgetTokens = ({ database }: Platform, projectId: string): Promise<void> =>
  oauthTokensStore.deleteScope(database.sql, projectId);
