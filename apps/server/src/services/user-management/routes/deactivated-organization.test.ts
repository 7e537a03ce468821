import { routePrefix } from '@touchstone/contracts';
import { notificationRoutes } from '@touchstone/contracts/notifications';
import { userManagementRoutes } from '@touchstone/contracts/user-management';
import { createTestServer, type TestServer, testPassword } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { organizationSwitch } from '../testing/switch-organization.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
}, 120_000);
afterAll(() => server.close());

test('tokens stop working and open streams end until the organization is active and its users sign in again', async () => {
  const setActive = await organizationSwitch(server);
  const owner = await server.createOrganization();
  const authorization = `Bearer ${owner.token}`;
  const { service, path } = notificationRoutes.followTopics;
  const stream = await fetch(`${server.url}${routePrefix(service)}${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ topics: [{ topic: 'unread' }] }),
  });
  expect(stream.headers.get('content-type')).toContain('text/event-stream');
  const ended = stream.text().then(() => 'ended');
  const profile = `${server.url}${routePrefix('user-management')}${userManagementRoutes.getProfile.path}`;
  const statusWith = async (token: string) =>
    (await fetch(profile, { headers: { authorization: `Bearer ${token}` } })).status;
  const signIn = () =>
    fetch(`${server.url}/services/identity/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'password', username: owner.email, password: testPassword }),
    });
  expect(await statusWith(owner.token)).toBe(200);
  await setActive(owner.organizationId, false);
  expect([await statusWith(owner.token), (await signIn()).status]).toEqual([401, 403]);
  expect(await ended).toBe('ended');
  await setActive(owner.organizationId, true);
  const { access_token: token } = (await (await signIn()).json()) as { access_token: string };
  expect([await statusWith(owner.token), await statusWith(token)]).toEqual([401, 200]);
}, 30_000);
