import { type FlagRule, featureFlagRoutes } from '@touchstone/contracts/feature-flags';
import { identityRoutes } from '@touchstone/contracts/identity';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const calls = featureFlagRoutes;
let server: TestServer;
let root: TestUser;

beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  root = await server.createUser(server.admin, { role: 'ROLE_SUPERADMIN' });
});
afterAll(() => server.close());

const valueFor = async (user: TestUser, key: string, service?: string) => {
  const body = service ? { context: { service } } : {};
  const { flags } = await user.client.call(calls.evaluateFlags, { body });
  return flags.find((flag) => flag.key === key)?.value;
};
const read = async (key: string) => {
  const flag = (await root.client.call(calls.listFlags, {})).find((item) => item.key === key);
  if (!flag) throw new Error(`There is no flag ${key}.`);
  return flag;
};
/** Changes a flag in its current state. */
const change = async (key: string, to: { value?: boolean | string; rules?: FlagRule[] } = {}) =>
  root.client.call(calls.updateFlag, { body: { key, revision: (await read(key)).revision, ...to } });
const rule = (attribute: FlagRule['conditions'][0]['attribute'], value: string): FlagRule => ({
  conditions: [{ attribute, operator: 'in', values: [value] }],
  value: true,
});

test('[feature-flags-1] rules decide by the targeting context of the caller', async () => {
  const user = await server.createUser(server.admin, { role: 'ROLE_USER' });
  const key = 'isDesktopTestingEnabled';
  expect(await valueFor(user, key)).toBe(false);
  const changed = await change(key, {
    rules: [rule('role', 'ROLE_ADMIN'), rule('email', user.email), rule('service', 'trial')],
  });
  expect(changed).toMatchObject({ value: false, defaultValue: false, isChanged: true, updatedBy: root.email });
  const guest = await server.createUser(server.admin, { role: 'ROLE_GUEST' });
  expect([await valueFor(user, key), await valueFor(server.admin, key), await valueFor(guest, key)]).toEqual([
    ...[true, true, false],
  ]);
  expect(await valueFor(guest, key, 'trial')).toBe(true);
  const one = await user.client.call(calls.evaluateFlag, { params: { key }, body: {} });
  expect(one).toEqual({ key, value: true, reason: 'TARGETING_MATCH', variant: 'true' });
  expect(await change(key)).toMatchObject({ isChanged: false, revision: null, updatedBy: null });
  expect(await valueFor(user, key)).toBe(false);
});

test('[feature-flags-3] [feature-flags-4] sign-in, edition and idle timeout follow their flags immediately', async () => {
  const settings = () => server.admin.client.call(identityRoutes.getSignInSettings, {});
  const before = await settings();
  await change('signUpRoute', { value: 'join' });
  await change('isPublicCloudEnabled', { value: !before.publicCloud });
  await change('isIdleTimeoutEnabled', { value: !before.idle.enabled });
  expect(await settings()).toMatchObject({
    signUpRoute: 'join',
    publicCloud: !before.publicCloud,
    idle: { enabled: !before.idle.enabled },
  });
});

test.each([
  ['a value of another kind', 'signUpRoute', { value: true }, 'FEATURE_FLAGS_WRONG_TYPE'],
  ['a value that breaks its rule', 'signUpRoute', { value: 'sign up!' }, 'FEATURE_FLAGS_WRONG_VALUE'],
  ['a rule with a value of another kind', 'isInsightDashboardEnabled', { value: true, rules: 'text' }, 'WRONG_TYPE'],
  ['rules for a flag without a user', 'isPublicCloudEnabled', { rules: 'boolean' }, 'FEATURE_FLAGS_NO_RULES'],
  ['an unknown flag', 'unknown', { value: true }, 'FEATURE_FLAGS_NOT_FOUND'],
] as const)(
  '%s is rejected',
  async (_name, key, { rules, ...given }: { rules?: string; value?: boolean | string }, code) => {
    const own =
      rules === undefined ? {} : { rules: [{ ...rule('role', 'X'), value: rules === 'text' ? 'text' : true }] };
    const refused = root.client.call(calls.updateFlag, { body: { key, revision: null, ...given, ...own } });
    await expect(refused).rejects.toMatchObject({ code: expect.stringContaining(code) as string });
  },
);

test('of two concurrent changes of a flag, the later one is rejected', async () => {
  const key = 'isInsightDashboardEnabled';
  const { revision } = await read(key);
  const other = await server.createUser(server.admin, { role: 'ROLE_SUPERADMIN' });
  const attempts = await Promise.allSettled(
    [root, other].map(({ client }) => client.call(calls.updateFlag, { body: { key, revision, value: true } })),
  );
  expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(attempts.find((attempt) => attempt.status === 'rejected')).toMatchObject({
    reason: { code: 'FEATURE_FLAGS_CHANGED_MEANWHILE', status: 409 },
  });
  const { revision: present } = await read(key);
  await expect(other.client.call(calls.updateFlag, { body: { key, revision: null } })).rejects.toMatchObject({
    status: 409,
  });
  await other.client.call(calls.updateFlag, { body: { key, revision: present, value: false } });
  await expect(root.client.call(calls.updateFlag, { body: { key, revision: present } })).rejects.toMatchObject({
    status: 409,
  });
  await change(key);
});

test('a change is in the audit log, with the previous state', async () => {
  const key = 'isInsightDashboardEnabled';
  await change(key, { value: true });
  await change(key);
  const { rows } = await server.platform.database.pool.query(
    'select action, user_id, detail from platform.audit where target = $1 order by id desc limit 2',
    [key],
  );
  expect(rows).toMatchObject([
    { action: 'feature-flag.reset', user_id: root.userId, detail: { from: { value: true }, to: { value: false } } },
    { action: 'feature-flag.changed', user_id: root.userId, detail: { from: { value: false }, to: { value: true } } },
  ]);
});

test('a preview returns what a user would get, saved or not', async () => {
  const key = 'isDesktopTestingEnabled';
  const user = await server.createUser(server.admin, { role: 'ROLE_USER' });
  const rules = [rule('language', 'de'), rule('email', user.email)];
  const ask = (body: { login?: string; context?: Record<string, string> }) =>
    root.client.call(calls.previewFlag, { body: { key, value: false, rules, context: {}, ...body } });
  expect(await ask({ login: user.email.toUpperCase() })).toMatchObject({
    value: true,
    reason: 'TARGETING_MATCH',
    rule: 1,
    context: { role: 'ROLE_USER', key: user.userId },
  });
  expect(await ask({ login: user.email, context: { language: 'DE' } })).toMatchObject({ value: true, rule: 0 });
  expect(await ask({ context: { email: 'somebody@example.test' } })).toMatchObject({
    value: false,
    reason: 'DEFAULT',
    rule: null,
    context: { email: 'somebody@example.test' },
  });
  await expect(ask({ login: 'nobody@example.test' })).rejects.toMatchObject({ code: 'FEATURE_FLAGS_USER_NOT_FOUND' });
  expect((await read(key)).isChanged).toBe(false);
});

test('only a super administrator sees or changes flags', async () => {
  const superUser = await server.createUser(server.admin, { role: 'ROLE_SUPERUSER' });
  for (const { client } of [server.admin, superUser]) {
    await expect(client.call(calls.listFlags, {})).rejects.toMatchObject({ status: 403 });
    const body = { key: 'signUpRoute', revision: null, value: 'join' };
    await expect(client.call(calls.updateFlag, { body })).rejects.toMatchObject({ status: 403 });
    const question = { key: 'signUpRoute', value: 'join', rules: [], context: {} };
    await expect(client.call(calls.previewFlag, { body: question })).rejects.toMatchObject({ status: 403 });
  }
});
