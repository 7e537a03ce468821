import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RunAnswer, RunEvent, RunStep } from '@touchstone/contracts/runs';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
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
  number: 128,
  label: 'main',
  commit: '4f2c1d9a7b3e5f60718293a4b5c6d7e8f9012345',
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
const up = stepOf({});

let run = runOf();
let top: RunStep[] = [];
let inHosts: RunStep[] = [];
let role = 'OWNER';
const sent: [string, unknown][] = [];

/** Events of the run so far, and the page's open streams. */
const published: RunEvent[] = [];
const streams = new Set<ReadableStreamDefaultController<string>>();
const lineOf = (event: RunEvent) =>
  `event: event\ndata: ${JSON.stringify({ kind: 'event', topic: `run:${runId}`, id: event.seq, event: event.type, data: event })}\n\n`;
const emit = (event: RunEvent) => {
  published.push(event);
  for (const stream of streams) stream.enqueue(lineOf(event));
};
async function answerLive({ request }: { request: Request }) {
  const { topics } = (await request.json()) as { topics: { topic: string; after: number }[] };
  const after = topics.find(({ topic }) => topic === `run:${runId}`)?.after;
  let own: ReadableStreamDefaultController<string>;
  const events = new ReadableStream<string>({
    start(controller) {
      own = controller;
      for (const event of published) if (after !== undefined && event.seq > after) controller.enqueue(lineOf(event));
      streams.add(controller);
    },
    cancel: () => void streams.delete(own),
  });
  return new HttpResponse(events.pipeThrough(new TextEncoderStream()), {
    headers: { 'content-type': 'text/event-stream' },
  });
}
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
  http.post('*/follow-topics', answerLive),
  http.get(runs, ({ request }) => {
    const asked = new URL(request.url).searchParams;
    const isOther =
      asked.get('searchTerm') === 'other' || asked.get('kind') === 'pong' || asked.get('status') === 'passed';
    if (!asked.has('parentRunId')) return HttpResponse.json(isOther ? page() : page(run));
    return HttpResponse.json(page(runOf({ runId: againId, name: 'Pong of up', kindTitle: 'Pong', link: '/pong' })));
  }),
  http.get('*/services/runs/api/run-kinds', () =>
    HttpResponse.json({
      kinds: [
        { kind: 'ping', title: 'Ping' },
        { kind: 'pong', title: 'Pong' },
      ],
    }),
  ),
  http.get(`${runs}/:runId`, ({ params }) =>
    params.runId === runId ? HttpResponse.json(run) : HttpResponse.json({ message: 'No such run.' }, { status: 404 }),
  ),
  http.get(`${runs}/:runId/steps`, ({ request }) =>
    HttpResponse.json(new URL(request.url).searchParams.get('parentId') === 'none' ? page(...top) : page(...inHosts)),
  ),
  http.get(`${runs}/:runId/attachments`, () =>
    HttpResponse.json(
      page(
        ...['answer.png', 'trace.zip'].map((name, index) => ({
          attachmentId: `01900000-0000-7000-8000-00000000001${index}`,
          stepId: index === 0 ? up.stepId : null,
          stepTitle: index === 0 ? 'up' : null,
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
        { type: 'text', lines: ['All quiet.', 'All quiet.'] },
        {
          type: 'checks',
          title: 'Rules',
          checks: [
            { status: 'failed', title: 'In time', expected: 3, actual: 5 },
            { status: 'passed', title: 'In time' },
          ],
        },
        { type: 'table', title: 'Twice', columns: ['Code', 'Code'], rows: [['200', '503']] },
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
  // Node's fetch needs an absolute URL, and the client captures `fetch` when it is created.
  const plain = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => plain(new URL(url, 'http://localhost:3000'), init));
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined }));
  const { session } = await import('../../../shared/session/browser-session.ts');
  await session.exchange({ code: 'c', code_verifier: 'v', redirect_uri: '/callback' });
  One = (await import('./run.page.tsx')).RunPage;
  List = (await import('./runs.page.tsx')).RunsPage;
});
beforeEach(() => {
  run = runOf();
  top = [hosts];
  inHosts = [up, stepOf({ title: 'down', subtitle: 'down.test', status: 'failed', message: 'No answer.' })];
});
afterEach(() => {
  sent.length = 0;
  role = 'OWNER';
  published.length = 0;
  streams.clear();
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
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return router;
}
const button = (name: string) => screen.findByRole('button', { name });

test('a finished run shows its step tree, parts, files and report sections', async () => {
  show(`/runs/${runId}`);
  const level = await screen.findByRole('list', { name: 'Hosts' });
  expect(await within(level).findByText('No answer.')).toBeTruthy();
  expect(within(level).getByText('up.test')).toBeTruthy();
  expect(await screen.findByRole('img', { name: 'answer.png' })).toHaveProperty('src', 'blob:picture');
  expect(screen.getByRole('button', { name: 'Download trace.zip' })).toBeTruthy();
  expect(screen.getByText('Step up')).toBeTruthy();
  expect(screen.getByText('Whole run')).toBeTruthy();
  const parts = screen.getByRole('table', { name: 'Parts' });
  expect(within(parts).getByRole('link', { name: 'Pong of up #128' }).getAttribute('href')).toBe('/pong');
  expect(within(await screen.findByRole('region', { name: 'Answers' })).getByText('3 ms')).toBeTruthy();
  expect(screen.getByText('image/png · 2.1 kB')).toBeTruthy();
});

test('J and K move through the steps, into the contents of a container', async () => {
  show(`/runs/${runId}`);
  const level = await screen.findByRole('list', { name: 'Hosts' });
  await within(level).findByText('No answer.');
  screen.getByRole('button', { name: /Hosts/ }).focus();
  const user = userEvent.setup();
  const seen: unknown[] = [];
  for (const key of ['j', 'j', 'k', 'k']) {
    await user.keyboard(key);
    seen.push(document.activeElement?.textContent);
  }
  expect(seen).toEqual([
    expect.stringContaining('up.test'),
    expect.stringContaining('down.test'),
    expect.stringContaining('up.test'),
    expect.stringContaining('Hosts'),
  ]);
});

test('what a report or step contains twice is shown twice', async () => {
  const complaints = vi.spyOn(console, 'error');
  inHosts = [stepOf({ badges: ['PING', 'PING'] })];
  show(`/runs/${runId}`);
  expect(await screen.findAllByText('All quiet.')).toHaveLength(2);
  expect(within(screen.getByRole('region', { name: 'Rules' })).getAllByText('In time')).toHaveLength(2);
  expect(screen.getByText('Expected 3')).toBeTruthy();
  expect(screen.getByText('Actual 5')).toBeTruthy();
  expect(screen.getAllByRole('columnheader', { name: 'Code' })).toHaveLength(2);
  expect(await screen.findAllByText('PING')).toHaveLength(2);
  // React reports duplicate keys: it might lose one of the parts later.
  expect(complaints).not.toHaveBeenCalled();
  complaints.mockRestore();
});

test('a container collapses and expands by its name', async () => {
  show(`/runs/${runId}`);
  const toggle = await screen.findByRole('button', { name: /Hosts$/ });
  expect(toggle.getAttribute('aria-expanded')).toBe('true');
  await userEvent.click(toggle);
  expect(screen.queryByRole('list', { name: 'Hosts' })).toBeNull();
  await userEvent.click(toggle);
  expect(await screen.findByRole('list', { name: 'Hosts' })).toBeTruthy();
});

test('whatever did not pass is retried, and the new run opens', async () => {
  const router = show(`/runs/${runId}`);
  await userEvent.click(await button('Retry failed'));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/runs/${againId}`));
  expect(sent).toEqual([['retry', { onlyFailed: true }]]);
});

test('a run in progress can be stopped, and has no report yet', async () => {
  run = runOf({ status: 'running', executionStatus: 'Pinging', finishedAt: null });
  show(`/runs/${runId}`);
  await userEvent.click(await button('Stop'));
  await waitFor(() => expect(sent).toEqual([['stop', runId]]));
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Report' })).toBeNull();
});

test('a live page updates counts, steps, new containers and the end without a reload', async () => {
  const at = { queued: 1, running: 1, passed: 0, failed: 0 };
  run = runOf({ status: 'running', executionStatus: 'Pinging', finishedAt: null, counts: { ...counts, ...at } });
  top = [{ ...hosts, status: 'running' }];
  inHosts = [{ ...up, status: 'running' }];
  show(`/runs/${runId}`);
  const level = await screen.findByRole('list', { name: 'Hosts' });
  expect(await within(level).findByRole('img', { name: 'Running' })).toBeTruthy();
  expect(await screen.findByText('Live')).toBeTruthy();

  const line = { stepId: up.stepId, status: 'running', message: '12,500 rows read' };
  emit({
    type: 'steps',
    seq: 1,
    steps: [line, { text: 'of another kind' }],
    runId,
    counts: run.counts,
    durationMs: 500,
  });
  expect(await within(level).findByText('12,500 rows read')).toBeTruthy();

  const later = stepOf({ stepId: projectId, index: -2, isContainer: true, title: 'Later hosts', status: 'queued' });
  top = [{ ...hosts, status: 'running' }, later];
  inHosts = [up, stepOf({ title: 'down', status: 'failed', message: 'No answer.' })];
  const totals = { runId, counts, durationMs: 1000 };
  emit({ type: 'steps', seq: 2, steps: [], ...totals });
  expect(await screen.findByRole('img', { name: '1 failed, 1 passed' })).toBeTruthy();
  expect(await within(level).findByText('No answer.')).toBeTruthy();
  expect(within(level).queryByRole('img', { name: 'Running' })).toBeNull();
  expect(within(level).queryByText('12,500 rows read')).toBeNull();
  // A waiting container is collapsed.
  expect((await screen.findByRole('button', { name: /Later hosts$/ })).getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('region', { name: 'Report' })).toBeNull();

  run = runOf();
  top = [hosts, { ...later, status: 'failed' }];
  emit({ type: 'COMPLETED', seq: 3, status: 'failed', executionStatus: 'Ping failed', message: null, ...totals });
  expect(await screen.findByText('Ping failed')).toBeTruthy();
  expect(await screen.findByRole('list', { name: 'Later hosts' })).toBeTruthy();
  expect(await screen.findByRole('region', { name: 'Report' })).toBeTruthy();
  expect(screen.queryByText('Live')).toBeNull();
  expect(await button('Retry failed')).toBeTruthy();
});

test('a viewer sees no button that changes something', async () => {
  role = 'VIEWER';
  show(`/runs/${runId}`);
  expect(await button('Download')).toBeTruthy();
  await screen.findByRole('region', { name: 'Answers' });
  for (const name of ['Retry', 'Retry failed', 'Delete…']) expect(screen.queryByRole('button', { name })).toBeNull();
});

test('a deleted run says so', async () => {
  show(`/runs/${againId}`);
  await screen.findByRole('heading', { level: 1, name: /^No such run./ });
  expect(screen.getByRole('link', { name: 'All runs' }).getAttribute('href')).toBe('/runs');
});

test('the list shows runs of every kind, and what to do if none matches', async () => {
  show(`/runs?project=${projectId}`);
  const table = await screen.findByRole('table', { name: 'Runs' });
  const link = await within(table).findByRole('link', { name: 'Nightly ping #128' });
  expect(link.getAttribute('href')).toBe(`/runs/${runId}`);
  expect(within(table).getByText('Ping failed')).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: 'Filter runs' }), 'other');
  expect(await screen.findByText('No runs match')).toBeTruthy();
});

test('the list is filtered by kind and status, which the address keeps', async () => {
  const router = show(`/runs?project=${projectId}&status=passed`);
  expect(await screen.findByText('No runs match')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Clear the filter' }));
  expect(await screen.findByRole('link', { name: 'Nightly ping #128' })).toBeTruthy();
  await userEvent.click(screen.getByRole('combobox', { name: 'Kind' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Pong' }));
  expect(await screen.findByText('No runs match')).toBeTruthy();
  expect(router.state.location.search).toContain('kind=pong');
});
