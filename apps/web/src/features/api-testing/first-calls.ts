import type { FirstCalls } from '../../shared/session/early/first-calls.ts';

const calls = '/services/api-testing/api';
const id = (value: unknown) => (typeof value === 'string' && /^[\w-]+$/.test(value) ? value : undefined);

/** The last opened script. */
function lastScript(openTabs: unknown, suiteId: string): unknown {
  return (openTabs as Record<string, { active?: unknown }> | undefined)?.[suiteId]?.active;
}

export const firstCalls: FirstCalls[] = [
  {
    page: /^\/api-testing\/api-test-suite\/([\w-]+)$/,
    urls({ parts: [suiteId = ''], search, preferences }) {
      const projectId = id(search.get('project') ?? preferences.projectId);
      const scriptId = id(search.get('script') ?? lastScript(preferences.openTabs, suiteId));
      return [
        `${calls}/projects?size=200`,
        `${calls}/scripts?suiteId=${suiteId}&page=0&size=200`,
        projectId && `${calls}/suites?projectId=${projectId}&page=0&size=200`,
        scriptId && `${calls}/script?scriptId=${scriptId}`,
        `${calls}/suite-folders?suiteId=${suiteId}`,
        projectId && `${calls}/get-environments-by-projectId?projectId=${projectId}`,
        projectId && `${calls}/get-variables?projectId=${projectId}`,
        `${calls}/suite-variables?suiteId=${suiteId}`,
      ];
    },
  },
];
