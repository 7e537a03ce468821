import { routes } from '@touchstone/contracts';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const calls = routes.featureFlags;
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

test('[feature-flags-1] rules decide by the targeting context of the caller', async () => {
  const user = await server.createUser(server.admin, { role: 'ROLE_USER' });
  const key = 'isDesktopTestingEnabled';
  expect(await valueFor(user, key)).toBe(false);
  const rules = [
    { attribute: 'role' as const, operator: 'in' as const, values: ['ROLE_ADMIN'], value: true },
    { attribute: 'email' as const, operator: 'in' as const, values: [user.email], value: true },
    { attribute: 'service' as const, operator: 'in' as const, values: ['trial'], value: true },
  ];
  const changed = await root.client.call(calls.updateFlag, { body: { key, rules } });
  expect(changed).toMatchObject({ value: false, isChanged: true });
  const guest = await server.createUser(server.admin, { role: 'ROLE_GUEST' });
  expect([await valueFor(user, key), await valueFor(server.admin, key), await valueFor(guest, key)]).toEqual([
    ...[true, true, false],
  ]);
  expect(await valueFor(guest, key, 'trial')).toBe(true);
  const one = await user.client.call(calls.evaluateFlag, { params: { key }, body: {} });
  expect(one).toEqual({ key, value: true, reason: 'TARGETING_MATCH', variant: 'true' });
  await root.client.call(calls.updateFlag, { body: { key } });
  expect(await valueFor(user, key)).toBe(false);
});

test('[feature-flags-3] [feature-flags-4] sign-in, edition and idle timeout follow their flags at once', async () => {
  const settings = () => server.admin.client.call(routes.identity.getSignInSettings, {});
  const before = await settings();
  await root.client.call(calls.updateFlag, { body: { key: 'signUpRoute', value: 'join' } });
  await root.client.call(calls.updateFlag, { body: { key: 'isPublicCloudEnabled', value: !before.publicCloud } });
  await root.client.call(calls.updateFlag, { body: { key: 'isIdleTimeoutEnabled', value: !before.idle.enabled } });
  expect(await settings()).toMatchObject({
    ...{ signUpRoute: 'join', publicCloud: !before.publicCloud, idle: { enabled: !before.idle.enabled } },
  });
});

test('a value of another kind and an unknown flag are refused', async () => {
  const update = (body: { key: string; value: boolean | string }) => root.client.call(calls.updateFlag, { body });
  await expect(update({ key: 'signUpRoute', value: true })).rejects.toMatchObject({
    code: 'FEATURE_FLAGS_WRONG_TYPE',
  });
  await expect(update({ key: 'unknown', value: true })).rejects.toMatchObject({ status: 404 });
  const listed = await root.client.call(calls.listFlags, {});
  expect(listed.map(({ key }) => key)).toContain('isInsightDashboardEnabled');
});
