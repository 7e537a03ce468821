import { canRead, canWrite, onlyRoles, publicAccess, type Role, route, whenExpired } from '@touchstone/contracts';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import type { Principal } from './caller.ts';
import { createRegistrar } from './registrar.ts';
import { createHttpServer } from './server.ts';

const principal: Principal = {
  userId: 'user-1',
  sessionId: 'session-1',
  email: 'ada@example.test',
  name: 'Ada',
  role: 'ROLE_USER',
  organizationId: 'organization-1',
  organizationName: 'One',
  plan: 'PRO',
  teamIds: ['team-1', 'team-2'],
};
const page = z.object({
  page: z.coerce.number().int().min(0).default(0),
  size: z.coerce.number().int().min(1).max(200).default(10),
});
const common = { service: 'demo', summary: 'For the test', access: publicAccess } as const;
const calls = {
  who: route({ ...common, access: canRead, method: 'GET', path: '/who', response: z.looseObject({}) }),
  write: route({ ...common, access: canWrite, method: 'POST', path: '/write' }),
  renew: route({ ...common, access: whenExpired(canWrite), method: 'POST', path: '/renew' }),
  admins: route({ ...common, access: onlyRoles('read', 'ROLE_ADMIN'), method: 'GET', path: '/admins' }),
  list: route({ ...common, method: 'GET', path: '/list', query: page, response: page }),
  item: route({
    ...common,
    method: 'POST',
    path: '/items/{itemId}',
    params: z.object({ itemId: z.uuid() }),
    query: z.object({ mode: z.enum(['a', 'b']) }),
    body: z.strictObject({ name: z.string().min(1), tags: z.array(z.string()).default([]) }),
    response: z.object({ name: z.string(), tags: z.array(z.string()) }),
    status: 201,
  }),
  broken: route({ ...common, method: 'GET', path: '/broken', response: z.object({ total: z.number() }) }),
  narrow: route({ ...common, method: 'GET', path: '/narrow', response: z.object({ name: z.string() }) }),
  nul: route({ ...common, method: 'POST', path: '/nul', body: z.object({ text: z.string() }) }),
};

let server: TestServer;
let app: FastifyInstance;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  app = await createHttpServer(server.platform);
  const roles: Record<string, Role> = {
    guest: 'ROLE_GUEST',
    admin: 'ROLE_ADMIN',
    user: 'ROLE_USER',
    super: 'ROLE_SUPERUSER',
  };
  const registrar = createRegistrar(app, async (token) => {
    const [name = '', plan] = token.split('.');
    const role = roles[name];
    return role && { ...principal, role, ...(plan === 'expired' && { plan: 'EXPIRED' as const }) };
  });
  registrar.add(calls.who, async ({ caller }) => ({ ...caller }));
  registrar.add(calls.write, async () => undefined);
  registrar.add(calls.renew, async () => undefined);
  registrar.add(calls.admins, async () => undefined);
  registrar.add(calls.list, async ({ query }) => query);
  registrar.add(calls.item, async ({ body }) => body);
  registrar.add(calls.broken, async () => ({ total: 'secret-of-the-database' }) as never);
  registrar.add(calls.narrow, async () => ({ name: 'shown', password: 'hidden' }));
  registrar.add(calls.nul, async ({ body }) => {
    await server.platform.database.pool.query('select $1::jsonb', [JSON.stringify(body)]);
  });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await server.close();
});

const call = (
  method: 'GET' | 'POST',
  url: string,
  options: { token?: string; headers?: Record<string, string>; payload?: object | string } = {},
) =>
  app.inject({
    method,
    url: `/services/demo${url}`,
    headers: { ...(options.token && { authorization: `Bearer ${options.token}` }), ...options.headers },
    ...(options.payload !== undefined && { payload: options.payload }),
  });

test("two routes with the same address stop the start, whatever their parameters' names", () => {
  const registrar = createRegistrar(fastify(), async () => undefined);
  const bind = (path: string) =>
    registrar.add(
      { ...common, method: 'GET', path, access: { kind: 'public' } } as never,
      (async () => undefined) as never,
    );
  bind('/twice/{id}');
  bind('/twice');
  expect(() => bind('/twice/{name}')).toThrow('Route GET /services/demo/twice/{name} is bound twice.');
});

test.each([
  ['none', undefined],
  ['an unknown one', { kind: 'everybody' }],
])('a route with an access rule that is %s stops the start', (_name, access) => {
  const registrar = createRegistrar(app, async () => undefined);
  const undeclared = { ...common, method: 'GET', path: '/open', access } as never;
  expect(() => registrar.add(undeclared, (async () => undefined) as never)).toThrow(
    'Route GET /services/demo/open declares no access rule. The server does not start.',
  );
  expect(registrar.routes).toEqual([]);
});

test.each([
  ['GET', '/who', undefined, 401],
  ['GET', '/who', 'stranger', 401],
  ['GET', '/who', 'guest', 200],
  ['POST', '/write', 'guest', 403],
  ['POST', '/write', 'user', 204],
  ['GET', '/who', 'user.expired', 200],
  ['POST', '/write', 'user.expired', 403],
  ['POST', '/renew', 'user.expired', 204],
  ['POST', '/write', 'super.expired', 204],
  ['GET', '/admins', 'user', 403],
  ['GET', '/admins', 'admin', 204],
  ['GET', '/list', undefined, 200],
] as const)('%s %s by %s answers %d', async (method, url, token, status) => {
  const answer = await call(method, url, token ? { token } : {});
  expect(answer.statusCode).toBe(status);
  expect(answer.headers['www-authenticate']).toBe(status === 401 ? 'Bearer' : undefined);
});

test.each([
  ['no header', {}, 200, { teamId: 'team-1' }],
  ['a team of the caller', { 'team-id': 'team-2' }, 200, { teamId: 'team-2' }],
  ['an empty team', { 'team-id': '' }, 200, { teamId: 'team-1' }],
  ['a team of others', { 'team-id': 'team-9' }, 403, { code: 'PLATFORM_OTHER_TEAM' }],
  ['the own organization', { 'organization-id': 'organization-1' }, 200, { organizationId: 'organization-1' }],
  ['another organization', { 'organization-id': 'organization-2' }, 403, { code: 'PLATFORM_OTHER_ORGANIZATION' }],
])('with %s the headers only select among what the caller has', async (_name, headers, status, body) => {
  const answer = await call('GET', '/who', { token: 'user', headers });
  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toMatchObject(body);
});

test.each([
  ['', { page: 0, size: 10 }],
  ['?page=3&size=25', { page: 3, size: 25 }],
])('a list asked with "%s" has the page %j [transport-4]', async (query, expected) => {
  expect((await call('GET', `/list${query}`)).json()).toEqual(expected);
});

const itemId = '018f5b6e-0000-7000-8000-000000000001';
test.each([
  [
    'an unknown field',
    `/items/${itemId}?mode=a`,
    { name: 'n', nmae: 1, x: 2 },
    [{ path: '', message: 'Unknown fields: nmae, x. Remove or rename.' }],
  ],
  ['a missing field', `/items/${itemId}?mode=a`, {}, [{ path: 'name' }]],
  ['a wrong item of a list', `/items/${itemId}?mode=a`, { name: 'n', tags: ['a', 1] }, [{ path: 'tags.1' }]],
  [
    'everything wrong at once',
    '/items/7?mode=c',
    { name: '' },
    [{ path: 'params.itemId' }, { path: 'query.mode' }, { path: 'name' }],
  ],
  ['a body that is no object', `/items/${itemId}?mode=a`, '[]', [{ path: '' }]],
])('%s is refused with its place', async (_name, url, payload, details) => {
  const answer = await call('POST', url, { payload, headers: { 'content-type': 'application/json' } });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ code: 'PLATFORM_INVALID_INPUT', details });
  expect(answer.json().details).toHaveLength(details.length);
});

test('a valid call gets its defaults and the declared status', async () => {
  const answer = await call('POST', `/items/${itemId}?mode=a`, { payload: { name: 'n' } });
  expect([answer.statusCode, answer.json()]).toEqual([201, { name: 'n', tags: [] }]);
});

test('a response that violates its contract is an internal error that reveals nothing of it', async () => {
  const answer = await call('GET', '/broken');
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toMatchObject({ code: 'PLATFORM_INVALID_ANSWER', details: [], requestId: expect.any(String) });
  expect(answer.body).not.toContain('secret');
});

test('fields missing from the contract are not sent', async () => {
  expect((await call('GET', '/narrow')).json()).toEqual({ name: 'shown' });
});

test('an empty response is 204 without a body', async () => {
  const answer = await call('POST', '/write', { token: 'user' });
  expect([answer.statusCode, answer.body]).toEqual([204, '']);
});

test.each([
  ['invalid JSON', '{"name":', 'application/json', 400, 'PLATFORM_INVALID_JSON'],
  ['an empty body', '', 'application/json', 400, 'PLATFORM_INVALID_JSON'],
  ['a prototype in JSON', '{"__proto__":{"a":1}}', 'application/json', 400, 'PLATFORM_INVALID_JSON'],
  ['a wrong media type', '<a/>', 'application/xml', 415, 'PLATFORM_UNSUPPORTED_MEDIA_TYPE'],
  ['NUL in a text', '{"text":"a\\u0000b"}', 'application/json', 400, 'PLATFORM_UNSTORABLE_TEXT'],
  ['half a pair in a text', '{"text":"a\\ud800b"}', 'application/json', 400, 'PLATFORM_UNSTORABLE_TEXT'],
])('%s is the caller’s mistake and is told so', async (_name, payload, type, status, code) => {
  const answer = await call('POST', '/nul', { payload, headers: { 'content-type': type } });
  expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  expect(answer.json()).toMatchObject({
    message: answer.json().errorMessage,
    requestId: answer.headers['x-request-id'],
  });
});
