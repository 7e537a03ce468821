import type { MonitorDefinition } from '@touchstone/contracts/api-monitoring';
import { expect, test } from 'vitest';
import { createCheckContexts } from './check-context.ts';

const place = { organizationId: 'o', projectId: 'p', environmentId: 'e' };
const ada = async () => ({ name: 'Ada' }) as never;

/** Contexts of a project with one variable; records each read. */
function contexts({ fails = false } = {}) {
  const read: string[] = [];
  const made = createCheckContexts({
    platform: { config: { publicUrl: 'https://t.test' }, databaseAddresses: { list: () => [] } } as never,
    users: {} as never,
    variables: {
      async plan(_caller: unknown, projectId: string, environmentId: string | undefined) {
        read.push(`variables ${projectId} ${environmentId}`);
        if (fails) throw new Error('The database is away.');
        return { scopes: [[{ name: 'host', value: 'a.test' }]] };
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
  return { read, contextFor };
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
