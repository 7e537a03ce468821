import { createHash } from 'node:crypto';
import { decodeText } from '@touchstone/engine-assert/text';
import type { Clock } from '@touchstone/kernel';
import { HttpError } from '../../core/http-error.ts';
import type { OAuth2Grant } from '../../core/plan.ts';
import { encodeBase64 } from '../../core/prepare-request.ts';
import type { ReceivedResponse } from '../../core/result.ts';
import type { StoredToken } from '../../core/session.ts';
import { type RequestAuthenticator, type UnsignedRequest, withHeaders } from './authenticator.ts';

/** Sends the form to the token endpoint over the session's own connections. */
export type PostForm = (
  url: string,
  fields: [string, string][],
  headers: [string, string][],
) => Promise<ReceivedResponse>;

/** A token is renewed after this fraction of its lifetime. */
const renewAfter = 0.8;

/** TokenCache keeps tokens beyond a session. `key` is a hash of a grant's whole configuration, including secrets. */
export interface TokenCache {
  read(key: string): Promise<StoredToken | undefined>;
  write(key: string, token: StoredToken): Promise<void>;
  /** Drops a token that the server rejected. */
  drop(key: string, accessToken: string): Promise<void>;
}

interface TokenRequest {
  grant: OAuth2Grant;
  known: StoredToken | undefined;
  post: PostForm;
}

/** TokenStore keeps the tokens of a session's grants and renews them. */
export class TokenStore {
  readonly #tokens: Map<string, StoredToken>;
  readonly #fetching = new Map<string, Promise<StoredToken>>();
  readonly #clock: Clock;
  readonly #cache: TokenCache | undefined;
  /** Access tokens fetched by other sessions. */
  readonly #shared = new Set<string>();

  constructor(clock: Clock, stored: Record<string, StoredToken> = {}, cache?: TokenCache) {
    this.#clock = clock;
    this.#cache = cache;
    this.#tokens = new Map(Object.entries(stored));
  }

  /** The tokens to continue with in another session. */
  serialize(): Record<string, StoredToken> {
    return Object.fromEntries(this.#tokens);
  }

  /** Returns a valid token, from the store or from the endpoint. Throws AUTHENTICATION if there is none. */
  async get(grant: OAuth2Grant, post: PostForm): Promise<StoredToken> {
    const key = keyOf(grant);
    for (;;) {
      const known = this.#tokens.get(key);
      if (known !== undefined && !this.#isDue(known)) return known;
      const fetching = this.#fetching.get(key);
      if (fetching === undefined) return await this.#fetchOnce(key, { grant, known, post });
      try {
        return await fetching;
      } catch (error) {
        // Only the request that fetched it was stopped.
        if (!(error instanceof HttpError && (error.code === 'CANCELLED' || error.code === 'TIMEOUT'))) throw error;
      }
    }
  }

  /** The stored token of a grant, valid or not. */
  peek(grant: OAuth2Grant): StoredToken | undefined {
    return this.#tokens.get(keyOf(grant));
  }

  /** Whether another session fetched the token, possibly long ago. */
  isShared({ accessToken }: StoredToken): boolean {
    return this.#shared.has(accessToken);
  }

  /** Expires a token that a server rejected; returns false if no other one can be obtained. */
  async refuse(grant: OAuth2Grant, accessToken: string): Promise<boolean> {
    const key = keyOf(grant);
    await this.#cache?.drop(key, accessToken);
    const known = this.#tokens.get(key);
    if (known === undefined) return true;
    if (known.accessToken !== accessToken) return true;
    const canRenew = grant.grant !== 'authorizationCode' || known.refreshToken !== undefined;
    if (canRenew) this.#tokens.set(key, { ...known, obtainedAtMs: 0, expiresAtMs: 0 });
    return canRenew;
  }

  #isDue({ obtainedAtMs, expiresAtMs }: StoredToken): boolean {
    if (expiresAtMs === undefined) return false;
    return this.#clock.now().getTime() >= obtainedAtMs + (expiresAtMs - obtainedAtMs) * renewAfter;
  }

  #fetchOnce(key: string, request: TokenRequest) {
    const fetching = this.#fetch(key, request)
      .then((token) => {
        this.#tokens.set(key, token);
        return token;
      })
      .finally(() => this.#fetching.delete(key));
    this.#fetching.set(key, fetching);
    return fetching;
  }

  /** Another session may have fetched or renewed it in the meantime. */
  async #fetch(key: string, request: TokenRequest): Promise<StoredToken> {
    const shared = await this.#cache?.read(key);
    if (shared !== undefined && shared.accessToken !== request.known?.accessToken && !this.#isDue(shared)) {
      this.#shared.add(shared.accessToken);
      return shared;
    }
    const known = request.known ?? shared;
    const token = await this.#renew({ ...request, known });
    if (token !== known) await this.#cache?.write(key, token);
    return token;
  }

  async #renew({ grant, known, post }: TokenRequest): Promise<StoredToken> {
    if (known === undefined) return await this.#request(grant, grantFields(grant), post);
    const stillHolds = known.expiresAtMs !== undefined && this.#clock.now().getTime() < known.expiresAtMs;
    try {
      if (known.refreshToken !== undefined) {
        try {
          return await this.#refresh(grant, known.refreshToken, post);
        } catch (error) {
          if (grant.grant === 'authorizationCode' || isStopped(error)) throw error;
        }
      }
      if (grant.grant === 'authorizationCode') {
        if (stillHolds) return known;
        throw new HttpError(
          'AUTHENTICATION',
          'The token has expired and came without a refresh token, and its authorization code can be used only once. Get a new code.',
        );
      }
      return await this.#request(grant, grantFields(grant), post);
    } catch (error) {
      // Early renewal may fail while the current token is still valid.
      if (stillHolds && !isStopped(error)) return known;
      throw error;
    }
  }

  async #refresh(grant: OAuth2Grant, refreshToken: string, post: PostForm): Promise<StoredToken> {
    const fields: [string, string][] = [
      ['grant_type', 'refresh_token'],
      ['refresh_token', refreshToken],
    ];
    if (grant.scope) fields.push(['scope', grant.scope]);
    const token = await this.#request(grant, fields, post);
    return { refreshToken, ...token };
  }

  async #request(grant: OAuth2Grant, fields: [string, string][], post: PostForm): Promise<StoredToken> {
    const headers: [string, string][] = [['Accept', 'application/json']];
    const all = [...fields];
    const secret = grant.clientSecret ?? '';
    if (secret !== '' && grant.clientAuthentication !== 'body') {
      headers.push(['Authorization', `Basic ${encodeBase64(`${formEncode(grant.clientId)}:${formEncode(secret)}`)}`]);
    } else {
      all.push(['client_id', grant.clientId]);
      if (secret !== '') all.push(['client_secret', secret]);
    }
    const requestedAtMs = this.#clock.now().getTime();
    const response = await post(grant.tokenUrl, all, headers);
    return readToken(grant, response, requestedAtMs);
  }
}

function isStopped(error: unknown): boolean {
  return error instanceof HttpError && (error.code === 'CANCELLED' || error.code === 'TIMEOUT');
}

/** Secrets are part of the key, so that changed credentials get a new token; only the hash is kept. */
function keyOf(grant: OAuth2Grant): string {
  const entries = Object.entries(grant).sort(([left], [right]) => (left < right ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(entries)).digest('hex');
}

const grantNames: Record<OAuth2Grant['grant'], string> = {
  clientCredentials: 'client credentials',
  password: 'password',
  authorizationCode: 'authorization code',
  refreshToken: 'refresh token',
};

function grantFields(grant: OAuth2Grant): [string, string][] {
  const optional = (name: string, value: string | undefined): [string, string][] => (value ? [[name, value]] : []);
  const common = [...optional('scope', grant.scope), ...optional('audience', grant.audience)];
  switch (grant.grant) {
    case 'clientCredentials':
      return [['grant_type', 'client_credentials'], ...common];
    case 'password':
      return [
        ['grant_type', 'password'],
        ['username', required(grant.username, 'user name', grant)],
        ['password', grant.password ?? ''],
        ...common,
      ];
    case 'authorizationCode':
      return [
        ['grant_type', 'authorization_code'],
        ['code', required(grant.code, 'code', grant)],
        ...optional('redirect_uri', grant.redirectUri),
        ...optional('code_verifier', grant.codeVerifier),
      ];
    case 'refreshToken':
      return [
        ['grant_type', 'refresh_token'],
        ['refresh_token', required(grant.refreshToken, 'refresh token', grant)],
        ...optional('scope', grant.scope),
      ];
  }
}

function required(value: string | undefined, name: string, { grant }: OAuth2Grant): string {
  if (value) return value;
  throw new HttpError(
    'AUTHENTICATION',
    `The ${grantNames[grant]} grant needs a ${name}. Enter it under authentication.`,
  );
}

/** RFC 6749 §2.3.1: the credentials are form-encoded before they are joined. */
function formEncode(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}

function readToken(grant: OAuth2Grant, response: ReceivedResponse, requestedAtMs: number): StoredToken {
  const text = decodeText(response.body);
  const answer = readAnswer(text);
  const { access_token: accessToken } = answer;
  if (response.status < 200 || response.status > 299 || typeof accessToken !== 'string' || accessToken === '') {
    throw new HttpError('AUTHENTICATION', refusal(grant, response, answer, text));
  }
  const life = Number(answer.expires_in);
  const hasLife = answer.expires_in !== undefined && Number.isFinite(life) && life > 0;
  const { refresh_token: refreshToken, token_type: tokenType } = answer;
  return {
    accessToken,
    tokenType: typeof tokenType === 'string' && !/^bearer$/i.test(tokenType) && tokenType !== '' ? tokenType : 'Bearer',
    ...(typeof refreshToken === 'string' && refreshToken !== '' ? { refreshToken } : {}),
    obtainedAtMs: requestedAtMs,
    ...(hasLife ? { expiresAtMs: requestedAtMs + life * 1000 } : {}),
  };
}

/** Some servers send a form-encoded response, although RFC 6749 requires JSON. */
function readAnswer(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return Object.fromEntries(new URLSearchParams(text.trim()));
  }
}

function refusal(
  grant: OAuth2Grant,
  { status }: ReceivedResponse,
  answer: Record<string, unknown>,
  text: string,
): string {
  const reasons = [answer.error, answer.error_description].filter((item) => typeof item === 'string' && item !== '');
  const start = text.trim().slice(0, 120);
  const reason = reasons.length > 0 ? reasons.join(': ') : start === '' ? 'it said nothing' : JSON.stringify(start);
  const where = hostOf(grant.tokenUrl);
  const text1 = `The token endpoint ${where} gave no token for the ${grantNames[grant.grant]} grant (status ${status}): ${reason.replace(/\.$/, '')}.`;
  return `${text1} Check the settings under authentication.`;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** OAuth2Authenticator sends the token of a grant; a rejected one is renewed once. */
export class OAuth2Authenticator implements RequestAuthenticator {
  readonly #grant: OAuth2Grant;
  readonly #tokens: TokenStore;
  readonly #post: PostForm;
  #refusable: StoredToken | undefined;

  constructor(grant: OAuth2Grant, tokens: TokenStore, post: PostForm) {
    this.#grant = grant;
    this.#tokens = tokens;
    this.#post = post;
  }

  async sign(request: UnsignedRequest): Promise<UnsignedRequest> {
    const kept = this.#tokens.peek(this.#grant)?.accessToken;
    const token = await this.#tokens.get(this.#grant, this.#post);
    // A server that rejects a new token will reject the next one too.
    this.#refusable = token.accessToken === kept || this.#tokens.isShared(token) ? token : undefined;
    return withHeaders(request, ['Authorization', `${token.tokenType} ${token.accessToken}`]);
  }

  async learn({ status }: ReceivedResponse): Promise<boolean> {
    if (status !== 401 || this.#refusable === undefined) return false;
    return await this.#tokens.refuse(this.#grant, this.#refusable.accessToken);
  }
}
