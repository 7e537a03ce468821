import { screen, waitFor, within } from '@testing-library/react';
import type { GraphPoint, Incident } from '@touchstone/contracts/api-monitoring';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { monitorOf, projectOf } from '../testing/monitors.ts';
import { call, latencyOf, pageOf, serverFor, show } from '../testing/show-page.tsx';
import { DetailsPage } from './details.page.tsx';
import { IncidentsPage } from './incidents.page.tsx';

vi.mock('../../../ui/chart/time-chart-view.tsx', () => ({
  TimeChartView: ({ label }: { label: string }) => <div role="img" aria-label={label} />,
}));

const id = (end: number) => `01900000-0000-7000-8000-${String(end).padStart(12, '0')}`;
const at = '2026-11-20T08:00:00.000Z';
const point: GraphPoint = {
  at,
  up: 98,
  degraded: 1,
  down: 1,
  unknown: 0,
  maintenance: 0,
  retried: 0,
  averageMs: 120,
  p50Ms: 110,
  p95Ms: 180,
  p99Ms: 240,
  maxMs: 250,
};
const graph = { from: '2026-11-19T08:00:00.000Z', to: at, stepSeconds: 300, points: [point], regions: [] };
const failing = {
  resultId: id(20),
  monitorId: id(3),
  region: '',
  at,
  verdict: 'DOWN',
  durationMs: 44,
  statusCode: 500,
  code: 'STATUS',
  message: 'Status is 500, expected below 400.',
  attempt: 2,
  isInMaintenance: false,
  runId: null,
} as const;
const detail = {
  findings: [{ name: 'Status equals 200', passed: false, message: 'It is 500.' }],
  exchange: {
    request: { method: 'GET', url: 'https://api.example.com/orders', headers: [['accept', '*/*']], body: null },
    response: { status: 500, headers: [], body: 'Oops', sizeBytes: 4, isCut: false },
  },
  certificate: null,
  values: [],
} as const;
const incident: Incident = {
  incidentId: id(30),
  number: 7,
  projectId: id(1),
  monitorId: id(3),
  monitorName: 'Orders',
  state: 'OPEN',
  severity: 'DOWN',
  cause: 'Status is 500, expected below 400.',
  regions: [''],
  openedAt: at,
  acknowledgedAt: null,
  acknowledgedByName: null,
  closedAt: null,
  durationSeconds: 125,
  entries: [{ entryId: id(31), kind: 'opened', at, text: 'Status is 500.', byName: null }],
  failing: { ...failing, phases: { dnsMs: 1, firstByteMs: 40 }, detail: structuredClone(detail) as never },
  lastGood: { at, status: 200, durationMs: 40 },
  changes: [{ path: '$.state', before: 'ok', after: null }],
  postMortem: '',
  runLink: null,
};
const sent: [call: string, body?: unknown][] = [];
const server = serverFor(
  http.get(call('fetchperformance'), () =>
    HttpResponse.json({
      ...graph,
      latency: latencyOf(),
      baselineMs: 150,
      distribution: [{ fromMs: 0, toMs: 100, count: 4 }],
      phases: { dnsMs: 2, connectMs: 3, firstByteMs: 90 },
    }),
  ),
  http.get(call('test-result-graph'), () => HttpResponse.json(graph)),
  http.get(call('results'), () => HttpResponse.json(pageOf(failing))),
  http.get(call('results/:id'), () => HttpResponse.json({ ...failing, phases: { dnsMs: 1, firstByteMs: 40 }, detail })),
  http.get(call('incidents'), () => HttpResponse.json(pageOf(incident))),
  http.get(call('incidents/:id'), () => HttpResponse.json(incident)),
  http.post(call('retry-test'), async ({ request }) => {
    sent.push(['retry', await request.json()]);
    return HttpResponse.json({ message: 'Checked' }, { status: 202 });
  }),
  http.get(call('monitored-apis/stop/:id'), ({ params }) => {
    sent.push(['stop', params.id]);
    return HttpResponse.json(monitorOf({ state: 'STOPPED' }));
  }),
  http.post(call('incidents/:id/acknowledge'), async ({ request }) => {
    sent.push(['acknowledge', await request.json()]);
    return HttpResponse.json({ ...incident, state: 'ACKNOWLEDGED' });
  }),
  http.get('*/api/comment-counts', () =>
    HttpResponse.json({ content: [{ subjectId: id(30), comments: 2, openThreads: 1, unread: 1 }] }),
  ),
  http.get('*/api/comments', ({ request }) => {
    sent.push(['comments', Object.fromEntries(new URL(request.url).searchParams)]);
    return HttpResponse.json({ ...pageOf(), projectId: id(1), related: [], relatedComments: 0 });
  }),
);
beforeEach(() => {
  sent.length = 0;
});
const path = `/api-monitoring-details?monitor=${id(3)}`;

test('a monitored API shows status, uptime, percentiles, days, phases and regions', async () => {
  show(<DetailsPage />, path);
  expect(await screen.findByRole('heading', { level: 1, name: 'Orders' })).toBeTruthy();
  expect(await screen.findByRole('img', { name: 'Percentiles of the response time' })).toBeTruthy();
  const tiles = screen.getByText('p95').closest('dl')!;
  expect(tiles.textContent).toContain('Uptime99 %');
  expect(tiles.textContent).toContain('p95180 ms');
  const days = await screen.findByRole('listbox', { name: 'Uptime of the last 90 days: 99 %' });
  expect(within(days).getByRole('option', { name: 'Nov 20, 2026: 99 % up, 1 down, 1 degraded' })).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Phases' })).getByText('Waiting')).toBeTruthy();
  expect(within(screen.getByRole('table', { name: 'Regions' })).getByText('Any runner')).toBeTruthy();
});

test('a check is opened with its assertions, request and response', async () => {
  const { user, address } = show(<DetailsPage />, path);
  const list = within(await screen.findByRole('table', { name: 'Results' }));
  await user.click(await list.findByRole('button'));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('It is 500.')).toBeTruthy();
  expect(dialog.getByText('GET https://api.example.com/orders')).toBeTruthy();
  expect(dialog.getByText('Oops')).toBeTruthy();
  expect(address()).toContain(`result=${id(20)}`);
});

test('it is checked immediately and stopped', async () => {
  const { user } = show(<DetailsPage />, path);
  await user.click(await screen.findByRole('button', { name: 'Check now' }));
  expect(await screen.findByText('Orders is being checked.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Stop checks' }));
  await waitFor(() =>
    expect(sent).toEqual([
      ['retry', { monitorId: id(3) }],
      ['stop', id(3)],
    ]),
  );
});

test('a viewer sees reports but no buttons', async () => {
  server.use(http.get(call('projects/:id'), () => HttpResponse.json(projectOf({ role: 'VIEWER' }))));
  show(<DetailsPage />, path);
  await screen.findByRole('table', { name: 'Results' });
  expect(screen.queryByRole('button', { name: 'Check now' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
});

test('a deleted one says so and links back', async () => {
  server.use(
    http.get(call('monitored-apis/:id'), () =>
      HttpResponse.json(
        { code: 'X', message: 'No such monitored API, or you have no access to it.', details: [] },
        { status: 404 },
      ),
    ),
  );
  show(<DetailsPage />, path);
  expect(await screen.findByText(/No such monitored API/)).toBeTruthy();
});

test('an incident shows its timeline, the failing check and what changed; it is acknowledged, and its comments open', async () => {
  const { user } = show(<IncidentsPage />, `/api-monitoring/incidents?incident=${id(30)}`);
  expect(await screen.findByRole('heading', { level: 1, name: 'Incident #7: Orders' })).toBeTruthy();
  expect(screen.getByText('2 min 5 s')).toBeTruthy();
  const changes = within(screen.getByRole('table', { name: 'Changes of the response' }));
  expect(changes.getByRole('row', { name: '$.state ok absent' })).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Time line' })).getByText('Status is 500.')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Acknowledge' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Acknowledge incident #7' }));
  await user.click(dialog.getByRole('button', { name: 'Acknowledge' }));
  await waitFor(() => expect(sent).toEqual([['acknowledge', { comment: '' }]]));
  await user.click(await screen.findByRole('button', { name: '2 comments, 1 unread on Incident #7' }));
  await waitFor(() =>
    expect(sent.find(([name]) => name === 'comments')?.[1]).toMatchObject({ kind: 'incident', subjectId: id(30) }),
  );
});
