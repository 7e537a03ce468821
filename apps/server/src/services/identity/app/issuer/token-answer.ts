import type { IncomingMessage } from 'node:http';
import { AppError } from '@touchstone/kernel';
import type Provider from 'oidc-provider';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { Logger } from 'pino';
import { platformErrors } from '../../../../platform/errors.ts';
import { outageError, retryAfterSeconds } from '../../../../platform/http/error-handler.ts';
import { signedInCookie } from '../../../../platform/http/web-app.ts';
import { issuerPath, webClientId } from '../../domain/clients.ts';
import { identityErrors } from '../../errors.ts';
import { SignInLocked } from '../sign-in/sign-in.ts';
import type { Exchange } from './issuer.ts';

export const refreshCookie = { name: 'touchstone_refresh', path: `${issuerPath}/token` };

/** RefusedGrant carries an error of the product through the issuer; InvalidGrant would hide its text. */
export class RefusedGrant extends errors.CustomOIDCProviderError {
  readonly refusal: AppError;
  constructor(refusal: AppError) {
    super(refusal.status === 503 ? 'temporarily_unavailable' : 'invalid_grant', refusal.message);
    this.refusal = refusal;
    this.status = refusal.status;
    this.statusCode = refusal.status;
    this.expose = true;
  }
}

interface OAuthError {
  error: string;
  error_description?: string;
}
interface TokenBody {
  refresh_token?: string;
  refresh_expires_in?: number;
  session_state?: string;
}

/** NoteSession records where and when a session got tokens. */
export type NoteSession = (
  session: { sessionId: string; userId: string; clientId: string } & Omit<Exchange, 'requestId'>,
) => Promise<void>;

/**
 * addTokenAnswers adds the product's fields to the issuer's JSON responses, and moves the page's refresh token to a
 * cookie.
 */
export function addTokenAnswers(
  provider: Provider,
  options: { exchangeOf: (req: IncomingMessage) => Exchange | undefined; log: Logger; noteSession: NoteSession },
): void {
  const thrown = new WeakMap<IncomingMessage, Error>();
  const remember = (ctx: KoaContextWithOIDC, error: Error) => thrown.set(ctx.req, error);
  provider.on('grant.error', remember);
  provider.on('revocation.error', remember);
  provider.on('server_error', (ctx, error) => {
    remember(ctx, error);
    options.log.error({ err: error, requestId: options.exchangeOf(ctx.req)?.requestId }, 'identity server');
  });
  const note = async ({ req, ip, oidc }: KoaContextWithOIDC) => {
    const { Grant: grant, Client: client } = oidc.entities;
    if (!grant?.accountId || !client) return;
    const { address, userAgent } = options.exchangeOf(req) ?? { address: ip, userAgent: '' };
    const { jti: sessionId, accountId: userId } = grant;
    await options.noteSession({ sessionId, userId, clientId: client.clientId, address, userAgent });
  };
  provider.use(async (ctx, next) => {
    await next();
    const { oidc } = ctx as KoaContextWithOIDC;
    const body: unknown = ctx.body;
    if (!oidc || typeof body !== 'object' || body === null) return;
    if ('error' in body && typeof body.error === 'string') {
      const requestId = options.exchangeOf(ctx.req)?.requestId;
      answerError(ctx as KoaContextWithOIDC, body as OAuthError, { error: thrown.get(ctx.req), requestId });
    } else if (ctx.path === '/token') {
      completeTokens(ctx as KoaContextWithOIDC, body as TokenBody);
      await note(ctx as KoaContextWithOIDC);
    }
  });
}

function answerError(
  ctx: KoaContextWithOIDC,
  body: OAuthError,
  { error, requestId }: { error: Error | undefined; requestId: string | undefined },
): void {
  const { oidc } = ctx;
  // The issuer reports every unknown error as its own.
  const outage = body.error === 'server_error' ? outageError(error) : undefined;
  if (outage) {
    body.error = 'temporarily_unavailable';
    ctx.status = outage.status;
    if (outage.status === 503) ctx.set('retry-after', String(retryAfterSeconds));
  }
  ctx.body = describeError(body, { error: outage ?? error, oidc, requestId });
  if (error instanceof RefusedGrant && error.refusal instanceof SignInLocked)
    ctx.set('retry-after', String(error.refusal.seconds));
  if (oidc.client?.clientId === webClientId && body.error === 'invalid_grant') setRefreshCookie(ctx, undefined);
}

function completeTokens(ctx: KoaContextWithOIDC, body: TokenBody): void {
  const { client, entities } = ctx.oidc;
  const grant = entities.Grant;
  if (grant) body.session_state = grant.jti;
  if (!body.refresh_token) return;
  const lifetimes = [entities.RefreshToken?.remainingTTL, grant?.remainingTTL].filter((ttl) => ttl !== undefined);
  body.refresh_expires_in = Math.max(0, Math.min(...lifetimes));
  if (client?.clientId !== webClientId) return;
  setRefreshCookie(ctx, { value: body.refresh_token, seconds: body.refresh_expires_in });
  delete body.refresh_token;
}

function setRefreshCookie(
  ctx: Pick<KoaContextWithOIDC, 'cookies'>,
  token: { value: string; seconds: number } | undefined,
): void {
  const common = { httpOnly: true, signed: false, overwrite: true, ...(token && { maxAge: token.seconds * 1000 }) };
  ctx.cookies.set(refreshCookie.name, token?.value ?? null, {
    ...common,
    path: refreshCookie.path,
    sameSite: 'strict',
  });
  // Also sent when a link on another site leads here: the document is the same for everyone.
  ctx.cookies.set(signedInCookie, token ? '1' : null, { ...common, path: '/', sameSite: 'lax' });
}

function describeError(
  out: OAuthError,
  context: { error: Error | undefined; oidc: KoaContextWithOIDC['oidc']; requestId: string | undefined },
): Record<string, unknown> {
  const { error, oidc, requestId } = context;
  const own: { code: string; message: string; description?: string } = refusalOf(out, error, oidc);
  const description = own.description ?? own.message;
  return {
    error: out.error,
    error_description: description,
    code: own.code,
    message: description,
    errorMessage: description,
    details: [],
    ...(requestId && { requestId }),
  };
}

function refusalOf(out: OAuthError, error: Error | undefined, oidc: KoaContextWithOIDC['oidc']) {
  if (error instanceof AppError) return { code: error.code, message: error.message };
  if (error instanceof RefusedGrant) return { code: error.refusal.code, message: error.refusal.message };
  if (out.error === 'server_error') return platformErrors.internal;
  if (out.error === 'invalid_grant')
    return oidc.params?.grant_type === 'refresh_token' ? identityErrors.sessionExpired : identityErrors.invalidGrant;
  return { ...identityErrors.refusedRequest, description: out.error_description ?? out.error };
}
