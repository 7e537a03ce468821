import { identityRoutes } from '@touchstone/contracts/identity';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

let server: TestServer;
let admin: TestUser;
let superUser: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  admin = server.admin;
  superUser = await server.createUser(admin, { role: 'ROLE_SUPERADMIN' });
  stranger = await server.createOrganization();
});
afterAll(() => server.close());

const forget = async ({ email: login }: { email: string }) => {
  await admin.client.call(identityRoutes.forgotPassword, { body: { login } });
};
const outboxOf = async ({ client }: TestUser) => (await client.call(identityRoutes.listKeptMails, {})).mails;
const tokenIn = (text: string | null | undefined) => /token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';
const rows = async () =>
  JSON.stringify((await server.platform.database.pool.query('select * from platform.mail')).rows);

test('an administrator sees the mails of the own organization, and none that would raise their role', async () => {
  const colleague = await server.createUser(admin, { role: 'ROLE_USER' });
  for (const user of [colleague, superUser, stranger]) await forget(user);
  expect((await outboxOf(admin)).map(({ to }) => to)).toEqual([colleague.email]);
  expect((await outboxOf(stranger)).map(({ to }) => to)).toEqual([stranger.email]);
  const all = (await outboxOf(superUser)).map(({ to }) => to);
  expect(all).toEqual([stranger.email, superUser.email, colleague.email]);
});

test('the super administrator who visits an organization still sees all', async () => {
  const headers = { authorization: `Bearer ${superUser.token}`, 'organization-id': stranger.organizationId };
  const answer = await fetch(`${server.url}/services/identity/api/outbox`, { headers });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(JSON.stringify(await answer.json())).toContain(superUser.email);
});

test.each(['ROLE_USER', 'ROLE_GUEST', 'ROLE_SUPERUSER', 'ROLE_SYSTEM'] as const)('%s sees no outbox', async (role) => {
  const user = await server.createUser(admin, { role });
  await expect(outboxOf(user)).rejects.toMatchObject({ status: 403 });
});

test('the database contains no readable link, and a used link’s text is nowhere', async () => {
  const user = await server.createUser(admin, { role: 'ROLE_USER' });
  await forget(user);
  await forget(user);
  const tokens = (await outboxOf(admin)).filter(({ to }) => to === user.email).map(({ text }) => tokenIn(text));
  expect(tokens.map((token) => token.length)).toEqual([43, 43]);
  for (const token of tokens) expect(await rows()).not.toContain(token);
  await admin.client.call(identityRoutes.resetPassword, {
    body: { token: tokens[0] ?? '', password: 'a horse of 2 colours' },
  });
  const kept = (await outboxOf(admin)).filter(({ to }) => to === user.email);
  expect(kept.map(({ text }) => text)).toEqual([null, null]);
});

test('a sealed text that is moved to another mail does not open', async () => {
  await server.platform.mailer.send({ to: admin.email, subject: 'One', text: 'one', html: '' });
  await server.platform.mailer.send({ to: admin.email, subject: 'Two', text: 'two', html: '' });
  const { pool } = server.platform.database;
  await pool.query(
    `update platform.mail set text_body = (select text_body from platform.mail where subject = 'One') where subject = 'Two'`,
  );
  await expect(server.platform.mailer.list(10)).rejects.toMatchObject({ code: 'PLATFORM_SECRET_UNREADABLE' });
});
