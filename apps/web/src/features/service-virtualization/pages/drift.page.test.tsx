import { screen, waitFor, within } from '@testing-library/react';
import type { DriftCheck, DriftFinding } from '@touchstone/contracts/service-virtualization';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { id } from '../testing/mocks.ts';
import { call, pageOf, serverFor, show } from '../testing/show-page.tsx';
import { DriftPage } from './drift.page.tsx';

const at = '2026-11-20T08:00:00.000Z';
const checkOf = (given: Partial<DriftCheck> = {}): DriftCheck => ({
  checkId: id(70),
  projectId: id(1),
  targetUrl: 'https://api.example.com',
  status: 'finished',
  isSafeOnly: true,
  compares: 'values',
  total: 3,
  counts: { waiting: 0, same: 1, changed: 2, unreachable: 0, skipped: 0 },
  message: null,
  startedAt: at,
  startedByName: 'Ana Lima',
  finishedAt: at,
  ...given,
});
const findingOf = (end: number, url: string, given: Partial<DriftFinding> = {}): DriftFinding => ({
  findingId: id(end),
  assetId: id(3),
  assetName: `GET ${url}`,
  method: 'GET',
  url,
  verdict: 'changed',
  message: 'Body changed.',
  differences: [{ place: 'body $.name', mock: '"Ann"', service: null }],
  durationMs: 12,
  canApply: true,
  appliedAt: null,
  ...given,
});
let checks: DriftCheck[] = [];
let isApplied = false;
const sent: [call: string, body?: unknown][] = [];
const server = serverFor(
  http.get(call('recordings/all/:id'), () => HttpResponse.json(pageOf())),
  http.get(call('drift-checks/all/:id'), () => HttpResponse.json(pageOf(...checks))),
  http.get(call('drift-checks/:id/findings'), ({ request }) => {
    const changed = [
      findingOf(80, '/users/1', isApplied ? { appliedAt: at, canApply: false } : {}),
      findingOf(81, '/text'),
    ];
    const same = findingOf(82, '/same', { verdict: 'same', differences: [], message: '', canApply: false });
    const isAll = new URL(request.url).searchParams.get('verdict') === null;
    return HttpResponse.json(pageOf(...changed, ...(isAll ? [same] : [])));
  }),
  http.post(call('drift-checks'), async ({ request }) => {
    sent.push(['start', await request.json()]);
    checks = [checkOf({ status: 'running', counts: { waiting: 3, same: 0, changed: 0, unreachable: 0, skipped: 0 } })];
    return HttpResponse.json(checks[0], { status: 202 });
  }),
  http.post(call('drift-checks/:id/cancel'), () => {
    sent.push(['cancel']);
    checks = [checkOf({ status: 'cancelled' })];
    return HttpResponse.json(checks[0]);
  }),
  http.post(call('drift-checks/:id/apply'), async ({ request }) => {
    sent.push(['apply', await request.json()]);
    isApplied = true;
    return HttpResponse.json({ applied: 1, left: [] });
  }),
);
beforeEach(() => {
  sent.length = 0;
  checks = [];
  isApplied = false;
});
const open = () => show(<DriftPage />, '/service-virtualization/drift');

test('a check is started with its own headers, shows its progress, and is cancelled', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Check drift' }));
  expect(await screen.findByText('Give an address such as https://api.example.com.')).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: 'Service address' }), 'https://api.example.com');
  await user.click(screen.getByRole('radio', { name: 'Members and types' }));
  await user.type(screen.getByRole('combobox', { name: 'Key of header 1' }), 'Authorization');
  await user.type(screen.getByRole('textbox', { name: 'Value of header 1' }), 'Bearer x');
  await user.click(screen.getByRole('button', { name: 'Check drift' }));
  expect(await screen.findByRole('progressbar', { name: 'Checked assets' })).toBeTruthy();
  expect(screen.getByText('0 of 3 checked')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cancel check' }));
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  expect(sent).toEqual([
    [
      'start',
      {
        projectId: id(1),
        targetUrl: 'https://api.example.com',
        isSafeOnly: true,
        compares: 'shape',
        headers: [{ name: 'Authorization', value: 'Bearer x' }],
      },
    ],
    ['cancel'],
  ]);
});

test('changes are shown with both sides, and applied to the asset', async () => {
  checks = [checkOf()];
  const { user } = open();
  const table = within(await screen.findByRole('table', { name: 'Differences of GET /users/1' }));
  expect(table.getByText('body $.name')).toBeTruthy();
  expect(table.getByText('Missing')).toBeTruthy();
  expect(screen.queryByText('/same')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Apply the new answer to GET /users/1' }));
  expect(await screen.findByText(/^Applied\. · /)).toBeTruthy();
  expect(sent).toEqual([['apply', { findingIds: [id(80)] }]]);
  await user.click(screen.getByRole('radio', { name: 'All 3' }));
  expect(await screen.findByText('/same')).toBeTruthy();
});

test('all changed responses are applied together', async () => {
  checks = [checkOf()];
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Apply 2 answers' }));
  await waitFor(() => expect(sent).toEqual([['apply', { findingIds: [id(80), id(81)] }]]));
});

test('an error loading the mock is shown, with a retry', async () => {
  server.use(
    http.get(call('mocks/:id'), () => HttpResponse.json({ message: 'Not at the moment.' }, { status: 503 }), {
      once: true,
    }),
  );
  const { user } = open();
  await screen.findByText('Not at the moment.');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: /^Check/ });
});
