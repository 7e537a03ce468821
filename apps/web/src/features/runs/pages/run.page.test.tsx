import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RunAnswer, RunStep } from '@touchstone/contracts/runs';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { RunPage } from './run.page.tsx';
import type { RunsPage } from './runs.page.tsx';

const projectId = '01900000-0000-7000-8000-000000000001';
const runId = '01900000-0000-7000-8000-000000000003';
const againId = '01900000-0000-7000-8000-000000000004';
const at = '2026-03-02T10:00:00.000Z';
const page = <T,>(...content: T[]) => ({ content, totalElements: content.length, page: 0, size: 10 });
const counts = { total: 2, queued: 0, running: 0, passed: 1, failed: 1, error: 0, skipped: 0, cancelled: 0 };
const runOf = (given: Partial<RunAnswer> = {}): RunAnswer => ({
  runId,
  projectId,
  kind: 'ping',
  kindTitle: 'Ping',
  name: 'Nightly ping',
  status: 'failed',
  executionStatus: 'Ping failed',
  message: null,
  counts,
  startedBy: 'Ada',
  createdAt: at,
  startedAt: at,
  finishedAt: at,
  durationMs: 1200,
  retryNumber: 0,
  retryOf: null,
  parentRunId: null,
  parentStepId: null,
  canRetry: true,
  link: `/runs/${runId}`,
  ...given,
});
const stepOf = (given: Partial<RunStep>): RunStep => ({
  stepId: crypto.randomUUID(),
  index: 0,
  parentId: null,
  isContainer: false,
  kind: 'host',
  title: 'up',
  subtitle: 'up.test',
  badges: ['PING'],
  status: 'passed',
  message: null,
  durationMs: 3,
  startedAt: at,
  ...given,
});
const hosts = stepOf({
  stepId: againId,
  index: -1,
  isContainer: true,
  title: 'Hosts',
  subtitle: '',
  badges: [],
  status: 'failed',
});

let run = runOf();
let role = 'OWNER';
const sent: [string, unknown][] = [];
const account = { role: 'ROLE_USER', email: 'ana@example.test', teams: [{ teamId: 't1', teamName: 'One' }] };
const runs = '*/services/runs/api/runs';
const server = setupServer(
  http.post('*/services/identity/token', () => HttpResponse.json({ access_token: 'token', expires_in: 3600 })),
  http.get('*/services/identity/api/account', () => HttpResponse.json(account)),
  http.get('*/api/service-stores', () => HttpResponse.json([])),
  http.get('*/services/subscription/get-plan', () => HttpResponse.json({})),
  http.get('*/api/projects', () => HttpResponse.json(page({ projectId, projectName: 'Shop', role }))),
  http.get('*/api/project', () => HttpResponse.json({ projectId, projectName: 'Shop', role })),
  http.post('*/api/project-details', () => HttpResponse.json({ projectId, projectName: 'Shop', role })),
  http.post('*/follow-topics', () => new HttpResponse('', { headers: { 'content-type': 'text/event-stream' } })),
  http.get(runs, ({ request }) => {
    const asked = new URL(request.url).searchParams;
    if (!asked.has('parentRunId')) return HttpResponse.json(asked.get('searchTerm') === 'other' ? page() : page(run));
    return HttpResponse.json(page(runOf({ runId: againId, name: 'Pong of up', kindTitle: 'Pong', link: '/pong' })));
  }),
  http.get(`${runs}/:runId`, ({ params }) =>
    params.runId === runId ? HttpResponse.json(run) : HttpResponse.json({ message: 'No such run.' }, { status: 404 }),
  ),
  http.get(`${runs}/:runId/steps`, ({ request }) =>
    HttpResponse.json(
      new URL(request.url).searchParams.get('parentId') === 'none'
        ? page(hosts)
        : page(stepOf({}), stepOf({ title: 'down', subtitle: 'down.test', status: 'failed', message: 'No answer.' })),
    ),
  ),
  http.get(`${runs}/:runId/attachments`, () =>
    HttpResponse.json(
      page(
        ...['answer.png', 'trace.zip'].map((name, index) => ({
          attachmentId: `01900000-0000-7000-8000-00000000001${index}`,
          stepId: null,
          name,
          mediaType: name.endsWith('png') ? 'image/png' : 'application/zip',
          sizeBytes: 2100,
          contentHash: 'a',
          createdAt: at,
        })),
      ),
    ),
  ),
  http.get(`${runs}/:runId/attachments/:id`, () => HttpResponse.arrayBuffer(new ArrayBuffer(4))),
  http.get(`${runs}/:runId/sections`, () =>
    HttpResponse.json({
      facts: [{ label: 'By', text: 'Ada' }],
      sections: [
        { type: 'table', title: 'Answers', columns: ['Host', 'Time'], rows: [['up.test', '3 ms']] },
        { type: 'files', title: 'Pictures', files: [{ name: 'answer.png', mediaType: 'image/png', sizeBytes: 2100 }] },
      ],
    }),
  ),
  http.put(`${runs}/:runId/stop`, () => {
    sent.push(['stop', runId]);
    return HttpResponse.json({ message: 'Run canceled' });
  }),
  http.post(`${runs}/:runId/retry`, async ({ request }) => {
    sent.push(['retry', await request.json()]);
    return HttpResponse.json(runOf({ runId: againId, link: `/runs/${againId}` }));
  }),
);

let One: typeof RunPage;
let List: typeof RunsPage;
beforeAll(async () => {
  server.listen();
  // Node's fetch needs a whole address, and the client takes the fetch that is there when it is made.
  const plain = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => plain(new URL(url, 'http://localhost:3000'), init));
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined }));
  const { session } = await import('../../../shared/session/browser-session.ts');
  await session.exchange({ code: 'c', code_verifier: 'v', redirect_uri: '/callback' });
  One = (await import('./run.page.tsx')).RunPage;
  List = (await import('./runs.page.tsx')).RunsPage;
});
afterEach(() => {
  sent.length = 0;
  run = runOf();
  role = 'OWNER';
});
afterAll(() => {
  server.close();
  vi.unstubAllGlobals();
});

function show(path: string) {
  const router = createMemoryRouter(
    [
      { path: '/runs', Component: List },
      { path: '/runs/:runId', Component: One },
      { path: '*', element: null },
    ],
    { initialEntries: [path] },
  );
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return router;
}
const button = (name: string) => screen.findByRole('button', { name });

test('a finished run shows its tree of steps, parts, files and the sections of its report', async () => {
  show(`/runs/${runId}`);
  const level = await screen.findByRole('list', { name: 'Hosts' });
  expect(await within(level).findByText('No answer.')).toBeTruthy();
  expect(within(level).getByText('up.test')).toBeTruthy();
  expect(await screen.findByRole('img', { name: 'answer.png' })).toHaveProperty('src', 'blob:picture');
  expect(screen.getByRole('button', { name: 'Download trace.zip' })).toBeTruthy();
  const parts = screen.getByRole('table', { name: 'Parts' });
  expect(within(parts).getByRole('link', { name: 'Pong of up' }).getAttribute('href')).toBe('/pong');
  expect(within(await screen.findByRole('region', { name: 'Answers' })).getByText('3 ms')).toBeTruthy();
  expect(screen.getByText('image/png · 2.1 kB')).toBeTruthy();
});

test('a container closes and opens by its name', async () => {
  show(`/runs/${runId}`);
  const toggle = await screen.findByRole('button', { name: /Hosts$/ });
  expect(toggle.getAttribute('aria-expanded')).toBe('true');
  await userEvent.click(toggle);
  expect(screen.queryByRole('list', { name: 'Hosts' })).toBeNull();
  await userEvent.click(toggle);
  expect(await screen.findByRole('list', { name: 'Hosts' })).toBeTruthy();
});

test('what did not pass is run again, and the new run opens', async () => {
  const router = show(`/runs/${runId}`);
  await userEvent.click(await button('Retry failed'));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/runs/${againId}`));
  expect(sent).toEqual([['retry', { onlyFailed: true }]]);
});

test('a run that goes on can be stopped, and has no report yet', async () => {
  run = runOf({ status: 'running', executionStatus: 'Pinging', finishedAt: null });
  show(`/runs/${runId}`);
  await userEvent.click(await button('Stop'));
  await waitFor(() => expect(sent).toEqual([['stop', runId]]));
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Report' })).toBeNull();
});

test('who may only look sees no button that changes something', async () => {
  role = 'VIEWER';
  show(`/runs/${runId}`);
  expect(await button('Download')).toBeTruthy();
  await screen.findByRole('region', { name: 'Answers' });
  for (const name of ['Retry', 'Retry failed', 'Delete…']) expect(screen.queryByRole('button', { name })).toBeNull();
});

test('a run that is gone says so', async () => {
  show(`/runs/${againId}`);
  expect((await screen.findByRole('alert')).textContent).toContain('No such run.');
});

test('the list shows runs of every kind, and what to do where none matches', async () => {
  show(`/runs?project=${projectId}`);
  const table = await screen.findByRole('table', { name: 'Runs' });
  const link = await within(table).findByRole('link', { name: 'Nightly ping' });
  expect(link.getAttribute('href')).toBe(`/runs/${runId}`);
  expect(within(table).getByText('Ping failed')).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: 'Filter runs' }), 'other');
  expect(await screen.findByText('No run matches')).toBeTruthy();
});
