import type { MonitorDefinition } from '@touchstone/contracts/api-monitoring';
import { expect, test, vi } from 'vitest';
import { createCheckContexts } from './check-context.ts';

const place = { organizationId: 'o', projectId: 'p', environmentId: 'e' };
const ada = async () => ({ name: 'Ada' }) as never;

/** Contexts of a project with one variable; records each read. */
function contexts({ fails = false, isSecret = false, isActive = true } = {}) {
  const read: string[] = [];
  const made = createCheckContexts({
    platform: {
      config: { publicUrl: 'https://t.test' },
      databaseAddresses: { list: () => [] },
      secrets: { open: (value: string) => value },
    } as never,
    users: {
      async findUser(userId: string) {
        read.push(`user ${userId}`);
        const name = { firstName: 'Ada', lastName: 'Admin' };
        return {
          ...name,
          active: isActive,
          activated: true,
          role: 'ROLE_ADMIN',
          organizationId: 'o',
          teams: [],
          plan: 'PRO',
        };
      },
    } as never,
    variables: {
      async plan(_caller: unknown, projectId: string, environmentId: string | undefined) {
        read.push(`variables ${projectId} ${environmentId}`);
        if (fails) throw new Error('The database is away.');
        return { scopes: [[{ name: 'host', value: 'a.test', ...(isSecret && { sealedAt: 'x' }) }]] };
      },
    } as never,
    certificates: {
      async plan() {
        read.push('certificates');
        return [];
      },
    } as never,
  });
  const contextFor = (definition: object, of = place) =>
    made.contextFor(of, { kind: 'http', url: 'http://a.test/', ...definition } as MonitorDefinition, ada);
  const ownerOf = (userId: string) =>
    made.ownerOf({ createdBy: userId, organizationId: 'o', createdByName: 'Ada Admin' });
  return { read, contextFor, ownerOf };
}

test.each<[object, string[]]>([
  [{}, []],
  [{ authentication: { type: 'none' } }, []],
  [{ authentication: { type: 'basic', username: 'ada', password: 'p4ss' } }, ['p4ss']],
  [{ authentication: { type: 'bearer', token: 't0ken' } }, ['t0ken']],
  [{ authentication: { type: 'bearer', token: '{{token}}' } }, []],
  [{ authentication: { type: 'apiKey', key: 'X-Key', value: 'k3y', in: 'header' } }, ['k3y']],
  [
    {
      authentication: {
        type: 'awsV4',
        accessKey: 'AK',
        secretKey: 'SK',
        region: 'eu-central-1',
        service: 's3',
      },
    },
    ['AK', 'SK'],
  ],
  [
    {
      authentication: {
        type: 'other',
        grant: 'a',
        in: 'b',
        algorithm: 'c',
        signatureMethod: 'd',
        key: 'e',
        tokenType: 'f',
        region: 'g',
        service: 'h',
        username: 'i',
        hidden: 'j',
        seconds: 60,
        flag: true,
        empty: null,
        list: ['k'],
      },
    },
    ['j'],
  ],
])('credentials of a check are never shown: %o hides %o', async (definition, expected) => {
  expect((await contexts().contextFor(definition)).secrets).toEqual(expected);
});

test('variables are read only for checks that use some, and once for many checks', async () => {
  const { read, contextFor } = contexts();
  expect((await contextFor({})).session.scopes).toEqual([{ $serverUrl: 'https://t.test' }]);
  expect(read).toEqual(['certificates']);
  for (const path of ['/a', '/b'])
    expect((await contextFor({ url: `http://{{host}}${path}` })).session.scopes).toContainEqual({ host: 'a.test' });
  expect(read).toEqual(['certificates', 'variables p e']);
  await contextFor({ url: 'http://{{host}}' }, { ...place, environmentId: null as never });
  expect(read.at(-1)).toBe('variables p undefined');
});

test('what was read is kept for 15 seconds, for one project and environment', async () => {
  const { read, contextFor } = contexts();
  const now = vi.spyOn(performance, 'now');
  const at = async (ms: number, of = place) => {
    now.mockReturnValue(ms);
    read.length = 0;
    await contextFor({ url: 'http://{{host}}' }, of);
    return [...read];
  };
  const all = ['variables p e', 'certificates'];
  expect([await at(0), await at(14_999), await at(15_000), await at(15_001)]).toEqual([all, [], all, []]);
  expect(await at(15_002, { ...place, environmentId: 'f' })).toEqual(['variables p f']);
  expect(await at(15_003, { ...place, projectId: 'q' })).toEqual(['variables q e', 'certificates']);
  expect(await at(15_004)).toEqual([]);
  for (let count = 0; count < 5000; count += 1) await at(15_005, { ...place, environmentId: String(count) });
  // Too many are all forgotten.
  expect(await at(15_006)).toEqual(['variables p e']);
  now.mockRestore();
});

test('secrets of the environment are hidden too, and dynamic values are there where they are used', async () => {
  const { contextFor } = contexts({ isSecret: true });
  const { secrets, session } = await contextFor({
    url: 'http://{{host}}',
    authentication: { type: 'bearer', token: 't' },
  });
  expect(secrets).toEqual(['a.test', 't']);
  const dynamic = await contextFor({ url: 'http://a.test/{{$guid}}' });
  expect(Object.keys(dynamic.session).length).toBeGreaterThan(Object.keys(session).length);
});

test('a failed read is repeated by the next check', async () => {
  const { read, contextFor } = contexts({ fails: true });
  for (let time = 0; time < 2; time += 1)
    await expect(contextFor({ url: 'http://{{host}}' })).rejects.toThrow('The database is away.');
  expect(read).toEqual(['variables p e', 'variables p e']);
});

test('tokens are cached only for checks that sign in for one', async () => {
  const { contextFor } = contexts();
  expect((await contextFor({ authentication: { type: 'bearer', token: 'x' } })).session).not.toHaveProperty(
    'tokenCache',
  );
  expect((await contextFor({ authentication: { type: 'oauth2Grant' } })).session).toHaveProperty('tokenCache');
});

test('checks are made in the name of who saved the monitored API, as long as they may sign in', async () => {
  const { read, ownerOf } = contexts();
  for (const id of ['u', 'u', 'v'])
    expect(await ownerOf(id)).toMatchObject({
      userId: id,
      name: 'Ada Admin',
      requestId: 'monitor',
      address: 'monitor',
    });
  expect(read).toEqual(['user u', 'user v']);
  const gone = contexts({ isActive: false });
  for (let time = 0; time < 2; time += 1)
    await expect(gone.ownerOf('u')).rejects.toMatchObject({
      code: 'API_MONITORING_OWNER_GONE',
      message:
        'Ada Admin, in whose name it is checked, may not sign in here any more. Save the monitored API to have it checked in your name.',
    });
  expect(gone.read).toEqual(['user u', 'user u']);
});
