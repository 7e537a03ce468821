import { urlOf } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { expect, test } from 'vitest';
import { firstCalls } from '../first-calls.ts';

const [editor] = firstCalls;
const urlsOf = (path: string, search = '', preferences: Record<string, unknown> = {}) => {
  const [, ...parts] = editor!.page.exec(path)!;
  const urls = editor!.urls!({ parts, search: new URLSearchParams(search), preferences, teamId: 't' });
  return urls.filter((url) => url !== undefined);
};
const suite = '/api-testing/api-test-suite/s-1';
const page = { page: 0, size: 200 };

test('the editor of a suite starts with these calls', () => {
  expect(urlsOf(suite, 'project=p-1&script=c-1')).toEqual([
    urlOf(workspaceRoutes.listProjects, { query: { size: 200 } }),
    urlOf(apiTestingRoutes.listScripts, { query: { suiteId: 's-1', ...page } }),
    urlOf(apiTestingRoutes.listSuites, { query: { projectId: 'p-1', ...page } }),
    urlOf(apiTestingRoutes.getScript, { query: { scriptId: 'c-1' } }),
    urlOf(apiTestingRoutes.listFolders, { query: { suiteId: 's-1' } }),
    urlOf(workspaceRoutes.listEnvironments, { query: { projectId: 'p-1' } }),
    urlOf(workspaceRoutes.listVariables, { query: { projectId: 'p-1' } }),
    urlOf(apiTestingRoutes.listSuiteVariables, { query: { suiteId: 's-1' } }),
  ]);
});

test('project and script come from the address, or from the last visit', () => {
  const preferences = { projectId: 'p-2', openTabs: { 's-1': { scriptIds: ['c-2'], active: 'c-2' } } };
  expect(urlsOf(suite, '', preferences)).toContain('/services/api-testing/api/script?scriptId=c-2');
  expect(urlsOf(suite, 'project=p-1', preferences).join()).not.toContain('p-2');
});

test('nothing is requested for unknown or invalid ids', () => {
  expect(urlsOf(suite)).toHaveLength(4);
  expect(urlsOf(suite, 'project=a%26b&script=..%2F', { openTabs: 'x' })).toHaveLength(4);
  expect(editor!.page.test('/api-testing/api-test-suite/a%2Fb')).toBe(false);
});
