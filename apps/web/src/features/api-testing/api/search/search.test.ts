import { QueryClient } from '@tanstack/react-query';
import type { Project } from '@touchstone/contracts/workspaces';
import { expect, test } from 'vitest';
import type { AccessState } from '../../../../shared/access/access-rule.ts';
import { projectsQuery } from '../projects.queries.ts';
import { suitesQuery } from '../suites.queries.ts';
import { searchApiTesting } from './search.ts';

const mayAll: AccessState = { role: 'ROLE_USER', isPlanExpired: false, expiredServices: new Set() };
const projectOf = (projectId: string, role: Project['role']) =>
  ({ projectId, projectName: `Project ${projectId}`, role }) as Project;
const page = <T>(content: T[]) => ({ content, totalElements: content.length, page: 0, size: 200 });

async function groupsOf(role: Project['role'], access: AccessState = mayAll) {
  // Recently read data isn't fetched again.
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(projectsQuery().queryKey, page([projectOf('a', 'OWNER'), projectOf('b', role)]));
  const listing = { projectId: 'b', searchTerm: '', page: 0, size: 8 };
  const suite = { suiteId: 's', suiteName: 'Orders', suiteDescription: '', projectId: 'b' };
  client.setQueryData(suitesQuery(listing).queryKey, page([suite]) as never);
  const groups = await searchApiTesting({ text: '', project: 'b', access, client });
  return Object.fromEntries(groups.map(({ title, hits }) => [title, hits.map(({ label }) => label)]));
}

test.each(['OWNER', 'EDITOR'] as const)('%s can search suites, other projects and the import', async (role) => {
  expect(await groupsOf(role)).toEqual({ Suites: ['Orders'], Actions: ['Import requests'], Projects: ['Project a'] });
});

test('a viewer finds the same, but no actions that change anything', async () => {
  expect(await groupsOf('VIEWER')).toEqual({ Suites: ['Orders'], Actions: [], Projects: ['Project a'] });
});

test.each<[string, Partial<AccessState>]>([
  ['whose plan has ended', { isPlanExpired: true }],
  ['whose licence has ended', { expiredServices: new Set(['API Testing']) }],
  ['who is a guest', { role: 'ROLE_GUEST' }],
])('an editor %s is not offered the import', async (_name, access) => {
  expect((await groupsOf('EDITOR', { ...mayAll, ...access })).Actions).toEqual([]);
});
