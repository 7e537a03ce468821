import { AppError } from '@touchstone/kernel';
import type Provider from 'oidc-provider';
import { expect, test } from 'vitest';
import { webClientId } from '../../domain/clients.ts';
import { identityErrors } from '../../errors.ts';
import { SignInLocked } from '../sign-in/sign-in.ts';
import { addTokenAnswers, RefusedGrant } from './token-answer.ts';

interface Answer {
  body: Record<string, unknown>;
  error?: Error;
  event?: 'grant.error' | 'revocation.error' | 'server_error';
  path?: string;
  exchange?: { address: string; userAgent: string; requestId: string };
  oidc?: object;
}

/** The page's response if the issuer responds with this. */
async function answered({ body, error, event = 'grant.error', path = '/token', exchange, oidc = {} }: Answer) {
  const listeners = new Map<string, (ctx: unknown, error: Error) => void>();
  const noted: object[] = [];
  const logged: object[] = [];
  const headers: Record<string, string> = {};
  const cookies: Record<string, unknown> = {};
  let middleware = async (_ctx: unknown, _next: () => Promise<void>): Promise<void> => undefined;
  const provider = {
    on: (name: string, listener: (ctx: unknown, error: Error) => void) => listeners.set(name, listener),
    use: (work: typeof middleware) => {
      middleware = work;
    },
  } as unknown as Provider;
  addTokenAnswers(provider, {
    exchangeOf: () => exchange,
    log: { error: (fields: object) => logged.push(fields) } as never,
    noteSession: async (session) => void noted.push(session),
  });
  const ctx = {
    req: {},
    ip: '192.0.2.9',
    path,
    status: 400,
    body: undefined as unknown,
    oidc: { entities: {}, params: {}, ...oidc },
    set: (name: string, value: string) => Object.assign(headers, { [name]: value }),
    cookies: { set: (name: string, ...rest: unknown[]) => Object.assign(cookies, { [name]: rest }) },
  };
  await middleware(ctx, async () => {
    ctx.body = { ...body };
    if (error) listeners.get(event)?.(ctx, error);
  });
  return { status: ctx.status, body: ctx.body as Record<string, unknown>, headers, cookies, noted, logged };
}

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const refresh = { params: { grant_type: 'refresh_token' } };

test.each<[string, Answer, object]>([
  [
    'a refusal of the product',
    { body: { error: 'invalid_grant' }, error: new RefusedGrant(new AppError(identityErrors.accountInactive)) },
    { error: 'invalid_grant', code: 'IDENTITY_ACCOUNT_INACTIVE', message: identityErrors.accountInactive.message },
  ],
  ['a refresh that is over', { body: { error: 'invalid_grant' }, oidc: refresh }, { code: 'IDENTITY_SESSION_EXPIRED' }],
  ['a code that does not count', { body: { error: 'invalid_grant' } }, { code: 'IDENTITY_INVALID_GRANT' }],
  [
    'what the issuer refuses in its own words',
    { body: { error: 'invalid_target', error_description: 'the only resource is x' } },
    {
      code: 'IDENTITY_REFUSED_REQUEST',
      message: 'the only resource is x',
      error_description: 'the only resource is x',
    },
  ],
  ['what the issuer refuses without words', { body: { error: 'invalid_target' } }, { errorMessage: 'invalid_target' }],
  ['a fault of the server', { body: { error: 'server_error' }, error: new Error('x') }, { code: 'PLATFORM_INTERNAL' }],
])('%s is answered in the form of the product', async (_name, answer, expected) => {
  const { body, headers } = await answered(answer);
  expect(body).toMatchObject({ ...expected, details: [] });
  expect(body).not.toHaveProperty('requestId');
  expect(headers).toEqual({});
});

test('during a database outage users are told so, and when to try again', async () => {
  const exchange = { address: '192.0.2.1', userAgent: 'Browser', requestId: 'r1' };
  const { status, body, headers, logged } = await answered({
    body: { error: 'server_error' },
    error: refused,
    event: 'server_error',
    exchange,
  });
  expect([status, body.error, body.code, body.requestId]).toEqual([
    503,
    'temporarily_unavailable',
    'PLATFORM_DATABASE_UNAVAILABLE',
    'r1',
  ]);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(logged).toEqual([{ err: refused, requestId: 'r1' }]);
});

test('another error is not reported as a database error, even during an outage', async () => {
  const { status, body } = await answered({ body: { error: 'invalid_grant' }, error: refused });
  expect([status, body.code]).toEqual([400, 'IDENTITY_INVALID_GRANT']);
});

test('a lock says for how many seconds', async () => {
  const { body, headers } = await answered({
    body: { error: 'invalid_grant' },
    error: new RefusedGrant(new SignInLocked(40)),
  });
  expect([body.code, headers['retry-after']]).toEqual(['IDENTITY_TOO_MANY_FAILURES', '40']);
});

const web = { clientId: webClientId };
const script = { clientId: 'touchstone-cli' };
const entities = {
  Grant: { jti: 'g', accountId: 'u', remainingTTL: 500 },
  RefreshToken: { remainingTTL: 900 },
  Client: web,
};

test('the page gets its refresh token as a cookie that lives as long as the session', async () => {
  const { body, cookies, noted } = await answered({
    body: { access_token: 'a', refresh_token: 'secret' },
    oidc: { client: web, entities },
  });
  expect(body).toEqual({ access_token: 'a', refresh_expires_in: 500, session_state: 'g' });
  expect(cookies).toMatchObject({
    touchstone_refresh: [
      'secret',
      { httpOnly: true, sameSite: 'strict', path: '/services/identity/token', maxAge: 500_000 },
    ],
  });
  // Without connection info from the server, the issuer's own address is used.
  expect(noted).toEqual([{ sessionId: 'g', userId: 'u', clientId: webClientId, address: '192.0.2.9', userAgent: '' }]);
});

test.each([
  [{ Grant: entities.Grant, RefreshToken: { remainingTTL: 300 } }, 300],
  [{ RefreshToken: { remainingTTL: 300 } }, 300],
  [{ Grant: { ...entities.Grant, remainingTTL: -1 } }, 0],
])('automation keeps its refresh token in the response: %o lives %i s', async (given, seconds) => {
  const { body, cookies } = await answered({
    body: { refresh_token: 'secret' },
    oidc: { client: script, entities: given },
  });
  expect(body).toMatchObject({ refresh_token: 'secret', refresh_expires_in: seconds });
  expect(cookies).toEqual({});
});

test.each<[string, Answer, boolean]>([
  ['a session that is over', { body: { error: 'invalid_grant' }, oidc: { client: web } }, true],
  ['a session of automation', { body: { error: 'invalid_grant' }, oidc: { client: script } }, false],
  ['a fault of the server', { body: { error: 'server_error' }, oidc: { client: web } }, false],
])('after %s the cookies of the page are deleted: %s', async (_name, answer, expected) => {
  const { cookies } = await answered(answer);
  const values = Object.values(cookies).map((set) => (set as unknown[])[0]);
  expect(values).toEqual(expected ? [null, null] : []);
});

test('responses other than tokens are unchanged', async () => {
  const { body, noted } = await answered({ path: '/userinfo', body: { sub: 'u' }, oidc: { client: web, entities } });
  expect([body, noted]).toEqual([{ sub: 'u' }, []]);
});
