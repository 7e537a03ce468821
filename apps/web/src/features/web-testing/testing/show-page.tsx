import { HttpResponse, http } from 'msw';
import type { setupServer } from 'msw/node';
import { afterEach, beforeEach, vi } from 'vitest';
import { pageOf, serverOf } from '../../../ui/testing/show-page.tsx';
import { moduleOf, projectOf, reportOf, runOf, scriptOf, stepsOf, variableOf } from './mocks.ts';

export { pageOf, show } from '../../../ui/testing/show-page.tsx';

const root = '*/services/web-testing/api';
/** call returns the address of a web testing call. */
export const call = (path: string): string => `${root}/${path}`;

/** sentCalls records the query and body of calls, each under a name, and answers them. */
export function sentCalls() {
  const sent: [call: string, body?: unknown][] = [];
  const keep =
    (name: string, answer: object, status = 200) =>
    async ({ request }: { request: Request }) => {
      const { search } = new URL(request.url);
      const text = await request.text();
      sent.push(text ? [name + search, JSON.parse(text)] : [name + search]);
      return HttpResponse.json(answer, { status });
    };
  return { sent, keep };
}

/** serverFor mocks the server for the tests of a file, and signs in a user with a team. */
export const serverFor = (...handlers: Parameters<typeof setupServer>) =>
  serverOf(
    ...handlers,
    http.post('*/api/follow-topics', () => new HttpResponse(new ReadableStream(), { status: 200 })),
    http.get(call('get-projects-by-team'), () => HttpResponse.json(pageOf(projectOf()))),
    http.get(call('recently-worked-project'), () => HttpResponse.json([])),
    http.get(call('projects/:id'), () => HttpResponse.json(projectOf())),
    http.get(call('get-module-repositories'), () => HttpResponse.json(pageOf(moduleOf()))),
    http.get(call('module-repositories/:id'), () => HttpResponse.json(moduleOf())),
    http.get(call('recently-worked-module-repository'), () => HttpResponse.json([])),
    http.get(call('recently-worked-script'), () => HttpResponse.json([])),
    http.get(call('get-test-scripts'), () => HttpResponse.json(pageOf(scriptOf()))),
    http.get(call('project-test-scripts'), () => HttpResponse.json(pageOf(scriptOf()))),
    http.get(call('test-scripts/:id'), () => HttpResponse.json(scriptOf())),
    http.get(call('tag-suggestion'), () => HttpResponse.json(['smoke'])),
    http.get(call('active-test-steps'), () => HttpResponse.json(stepsOf([]))),
    http.get(call('all-function'), () => HttpResponse.json({ functions: [] })),
    http.get(call('parameterized-data-tables'), () => HttpResponse.json({ tables: [] })),
    http.get(call('known-targets'), () => HttpResponse.json({ knownTargets: [] })),
    http.get(call('management-tool-configurations'), () => HttpResponse.json({ managementTools: [] })),
    http.get(call('run-configurations'), () => HttpResponse.json({ runConfigurations: [] })),
    http.get(call('devices'), () =>
      HttpResponse.json({ devices: [{ name: 'Pixel 7', viewport: { width: 412, height: 839 } }] }),
    ),
    http.get(call('nodes'), () => HttpResponse.json({ nodes: [] })),
    http.get(call('browsers'), () => HttpResponse.json({ browsers: [{ name: 'chromium', version: '156.0' }] })),
    http.get(call('test-report-details'), () => HttpResponse.json(reportOf([]))),
    http.get('*/services/runs/api/runs/:runId', () => HttpResponse.json(runOf())),
    http.get('*/services/api-testing/api/get-variables', () =>
      HttpResponse.json({ variables: [variableOf('shopUrl', 'https://shop.example')] }),
    ),
    http.get('*/api/get-environments-by-projectId', () => HttpResponse.json({ environments: [] })),
  );

/** drawnInFull gives every element a size in the tests of a file, so that virtualized lists render completely. */
export function drawnInFull(): void {
  beforeEach(() => {
    for (const size of ['clientHeight', 'clientWidth', 'offsetHeight', 'offsetWidth'] as const)
      vi.spyOn(HTMLElement.prototype, size, 'get').mockReturnValue(800);
  });
  afterEach(() => vi.restoreAllMocks());
}
