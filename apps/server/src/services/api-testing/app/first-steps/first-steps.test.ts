import { FakeClock, newId } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sampleSuites } from '../../domain/sample-suites.ts';
import { createFirstSteps } from './first-steps.ts';
import { createSampleWorkspaces } from './sample-workspace.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
});
afterAll(() => server.close());

const sample = { projectId: 'p', suiteId: 's', environmentId: 'e' };
const firstSteps = () =>
  createFirstSteps({
    platform: { ...server.platform, clock: new FakeClock('2026-03-04T05:06:07.008Z') },
    workspaces: { listVisible: async () => [] } as never,
    sampleWorkspaces: { find: async () => sample } as never,
  });

test('that a user has sent a request is stored once, in the organization', async () => {
  const [userId, organizationId] = [newId(), newId()];
  const steps = firstSteps();
  expect(await steps.get({ userId, organizationId } as never)).toEqual({ sample, hasImported: false, hasSent: false });
  await steps.noteSend({ userId, organizationId });
  await steps.noteSend({ userId, organizationId });
  await firstSteps().noteSend({ userId, organizationId });
  const { rows } = await server.platform.database.pool.query('select * from api_testing.sender where user_id = $1', [
    userId,
  ]);
  expect(rows).toEqual([
    { user_id: userId, organization_id: organizationId, first_sent_at: new Date('2026-03-04T05:06:07.008Z') },
  ]);
  expect(await steps.get({ userId, organizationId } as never)).toMatchObject({ hasSent: true });
  expect(await steps.get({ userId, organizationId: newId() } as never)).toMatchObject({ hasSent: false });
});

interface Given {
  visible?: { projectId: string; projectName: string }[];
  user?: object | null;
  active?: number;
  failure?: Error;
  environments?: { environmentId: string; environmentName: string }[];
}
/** Sample workspaces with replaced surroundings, and what was made in order. */
function samples({ visible = [], user = {}, active = 1, failure, environments = [] }: Given = {}) {
  const done: unknown[][] = [];
  let count = 0;
  const use = createSampleWorkspaces({
    platform: server.platform,
    workspaces: {
      listVisible: async () => visible,
      create: async (actor: unknown, project: object) => {
        done.push(['workspace', actor, project]);
        return { projectId: 'made' };
      },
      delete: async (_actor: unknown, ...given: unknown[]) => void done.push(['delete', ...given]),
    },
    suites: {
      create: async (_actor: unknown, { suiteName }: { suiteName: string }) => {
        count += 1;
        done.push(['suite', suiteName]);
        return { suiteId: `suite ${count}` };
      },
    },
    scripts: {
      save: async (_actor: unknown, suiteIds: string[], { scriptName }: { scriptName: string }) => {
        if (failure) throw failure;
        done.push(['script', ...suiteIds, scriptName]);
      },
    },
    environments: {
      create: async (_actor: unknown, given: object) => {
        done.push(['environment', given]);
        return { environmentId: 'environment' };
      },
      list: async () => environments,
    },
    users: {
      findUser: async () => user,
      countUsers: async () => ({ active }),
    },
  } as never);
  return { use, done };
}
const actor = { userId: 'u' } as never;

test('a sample workspace has an environment and the sample suites with their scripts', async () => {
  const { use, done } = samples();
  expect(await use.open(actor)).toEqual({ projectId: 'made', environmentId: 'environment', suiteId: 'suite 1' });
  const expected = sampleSuites.flatMap(({ suiteName, scripts }, index) => [
    ['suite', suiteName],
    ...scripts.map(({ scriptName }) => ['script', `suite ${index + 1}`, scriptName]),
  ]);
  expect(done.slice(2)).toEqual(expected);
  expect(done[1]?.[1]).toMatchObject({
    projectId: 'made',
    environmentName: 'Local sample',
    variables: [
      { name: 'baseUrl', value: '{{$serverUrl}}/sample/petstore', isSecret: false },
      { name: 'user', value: 'ana', isSecret: false },
      { name: 'password', isSecret: true },
    ],
  });
});

test('a sample workspace that cannot be completed is deleted again', async () => {
  const failure = new Error('broken');
  const { use, done } = samples({ failure });
  await expect(use.open(actor)).rejects.toBe(failure);
  expect(done.at(-1)).toEqual(['delete', 'made', { projectName: 'Petstore' }]);
});

test('an existing sample workspace is found by its name, with its environment', async () => {
  const projectId = newId();
  const visible = [
    { projectId: newId(), projectName: 'Other' },
    { projectId, projectName: 'Petstore' },
  ];
  const first = { environmentId: 'first', environmentName: 'Renamed' };
  const own = { environmentId: 'own', environmentName: 'Local sample' };
  const open = async (given: Given) => {
    const { use, done } = samples({ visible, ...given });
    const found = await use.open(actor);
    expect(done).toEqual([]);
    return found;
  };
  expect(await open({ environments: [first, own] })).toEqual({ projectId, suiteId: null, environmentId: 'own' });
  expect(await open({ environments: [first] })).toEqual({ projectId, suiteId: null, environmentId: 'first' });
  expect(await open({})).toEqual({ projectId, suiteId: null, environmentId: null });
  expect(await samples({ visible: visible.slice(0, 1) }).use.find(actor)).toBeNull();
});

const grace = {
  email: 'grace@navy.test',
  firstName: 'Grace',
  lastName: 'Hopper',
  role: 'ROLE_ADMIN',
  organizationId: 'o',
  plan: 'PRO',
  teams: [{ teamId: 't1' }, { teamId: 't2' }],
};
test.each<[string, Given, boolean]>([
  ['the first administrator', {}, true],
  ['a user who is no administrator', { user: { ...grace, role: 'ROLE_USER' } }, false],
  ['an unknown user', { user: null }, false],
  ['the second user', { active: 2 }, false],
  ['someone who already sees a workspace', { visible: [{ projectId: 'x', projectName: 'Own' }] }, false],
])('on activation, %s (%o) gets a sample workspace: %s', async (_name, given, isMade) => {
  const { use, done } = samples({ user: grace, ...given });
  await use.userActivated({ userId: 'u' });
  expect(done.filter(([what]) => what === 'workspace')).toEqual(
    isMade
      ? [
          [
            'workspace',
            {
              userId: 'u',
              email: 'grace@navy.test',
              role: 'ROLE_ADMIN',
              organizationId: 'o',
              plan: 'PRO',
              teamIds: ['t1', 't2'],
              teamId: 't1',
              name: 'Grace Hopper',
              requestId: 'first-steps',
              address: '',
            },
            expect.objectContaining({ projectName: 'Petstore' }),
          ],
        ]
      : [],
  );
});

test.each([
  [{ founder: { userId: 'u' } }, 1],
  [{}, 0],
])('seeding with %o makes %i sample workspaces', async (context, count) => {
  const { use, done } = samples();
  await use.seed(context as never);
  expect(done.filter(([what]) => what === 'workspace')).toHaveLength(count);
});
