import { routePrefix } from '@touchstone/contracts';
import { userManagementRoutes } from '@touchstone/contracts/user-management';
import { createTestServer, type TestServer, type TestUser, testPassword } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const denied = 'You do not have access to this application.';
let server: TestServer;
let person: TestUser;

beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  person = await server.createUser(server.admin, { role: 'ROLE_USER' });
  const query = { login: person.email, role: 'ROLE_DEVOPS' as const };
  await server.admin.client.call(userManagementRoutes.updateRole, { query });
});
afterAll(() => server.close());

const signIn = (password: string) =>
  server.app.http.inject({
    method: 'POST',
    url: '/services/identity/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ grant_type: 'password', username: person.email, password }).toString(),
  });

test('a user who became a DevOps user can only end the session [access-control-5]', async () => {
  const headers = { authorization: `Bearer ${person.token}` };
  const paths = server.app.registrar.routes
    .filter(({ access }) => access.kind === 'user')
    .map(({ method, service, path }) => ({ method, url: routePrefix(service) + path.replace(/\{(\w+)\}/g, '$1') }))
    .filter(({ url }) => url !== '/services/identity/logout');
  expect(paths.length).toBeGreaterThan(100);
  const open: string[] = [];
  for (const { method, url } of [...paths, { method: 'GET' as const, url: '/services/identity/userinfo' }]) {
    const answer = await server.app.http.inject({ method, url, headers });
    const { code, message } = answer.json<{ code: string; message: string }>();
    if (answer.statusCode !== 403 || code !== 'PLATFORM_NO_ACCESS' || message !== denied) open.push(`${method} ${url}`);
  }
  expect(open).toEqual([]);
  const end = await server.app.http.inject({ method: 'GET', url: '/services/identity/logout', headers });
  expect(end.statusCode).toBe(200);
});

test('a DevOps user is not signed in, and learns why only with the right password [access-control-5]', async () => {
  const refused = await signIn(testPassword);
  expect([refused.statusCode, refused.json()]).toMatchObject([403, { code: 'IDENTITY_NO_ACCESS', message: denied }]);
  expect((await signIn('wrong wrong wrong')).json()).toMatchObject({ code: 'IDENTITY_INVALID_CREDENTIALS' });
});

test('people are not invited as DevOps users, and return with another role', async () => {
  const { client } = server.admin;
  const body = { logins: ['new@example.test'], role: 'ROLE_DEVOPS' as never };
  await expect(client.call(userManagementRoutes.inviteUsers, { body })).rejects.toMatchObject({ status: 400 });
  await client.call(userManagementRoutes.updateRole, { query: { login: person.email, role: 'ROLE_USER' } });
  expect((await signIn(testPassword)).statusCode).toBe(200);
});
