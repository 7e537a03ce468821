import { screen, waitFor, within } from '@testing-library/react';
import type { KeptSession } from '@touchstone/contracts/web-testing';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { id, projectOf } from '../testing/mocks.ts';
import { call, pageOf, sentCalls, serverFor, show } from '../testing/show-page.tsx';
import { SavedSessionsPage } from './saved-sessions.page.tsx';

const sessionOf = (given: Partial<KeptSession> = {}): KeptSession => ({
  uuid: id(95),
  projectUUID: id(1),
  environmentUUID: null,
  name: 'Admin',
  sites: ['login.example', 'shop.example'],
  cookieCount: 4,
  storageCount: 2,
  expiry: { first: '2026-12-01T10:00:00.000Z', last: '2027-01-05T10:00:00.000Z' },
  savedBy: 'Ada Admin',
  savedAt: '2026-11-20T10:00:00.000Z',
  runId: id(9),
  ...given,
});

const { sent, keep } = sentCalls();
const server = serverFor(
  http.get(call('kept-sessions'), () =>
    HttpResponse.json({
      sessions: [
        sessionOf(),
        sessionOf({ uuid: id(96), name: 'Guest', environmentUUID: id(30), expiry: null, runId: null }),
      ],
    }),
  ),
  http.get('*/api/get-environments-by-projectId', () =>
    HttpResponse.json({ environments: [{ environmentId: id(30), environmentName: 'Staging' }] }),
  ),
  http.delete(call('kept-sessions/:id'), ({ params, request }) =>
    keep(`delete ${params.id}`, { message: '' })({ request }),
  ),
  http.delete(call('kept-sessions'), keep('delete all', { message: '' })),
);
beforeEach(() => {
  sent.length = 0;
});
const open = () => show(<SavedSessionsPage />, '/web-testing/saved-sessions');

test('saved sessions are listed with sites, counts, expiry and the run that saved them', async () => {
  open();
  const admin = within((await screen.findByText('Admin')).closest('tr') as HTMLElement);
  for (const text of ['None', 'login.example, shop.example', '4', '2', 'Dec 1, 2026 – Jan 5, 2027'])
    expect(admin.getByText(text)).toBeTruthy();
  expect(admin.getByRole('link', { name: 'Ada Admin' }).getAttribute('href')).toContain(`run=${id(9)}`);
  const guest = within(screen.getByText('Guest').closest('tr') as HTMLElement);
  expect(await guest.findByText('Staging')).toBeTruthy();
  expect(guest.getByText('With the browser')).toBeTruthy();
  expect(guest.queryByRole('link')).toBeNull();
});

test('one session is deleted, or all of them, after a confirmation that names them', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Actions for Guest' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete session…' }));
  const one = within(await screen.findByRole('dialog', { name: 'Delete session Guest?' }));
  await user.click(one.getByRole('button', { name: 'Delete session' }));
  await waitFor(() => expect(sent).toEqual([[`delete ${id(96)}`]]));
  await user.click(screen.getByRole('button', { name: 'Delete all' }));
  const all = within(await screen.findByRole('dialog', { name: 'Delete all 2 sessions?' }));
  await user.click(all.getByRole('button', { name: 'Delete all sessions' }));
  await waitFor(() => expect(sent[1]).toEqual([`delete all?projectUUID=${id(1)}`]));
});

test('a project without sessions says how to save one', async () => {
  server.use(http.get(call('kept-sessions'), () => HttpResponse.json({ sessions: [] })));
  open();
  expect(await screen.findByText('No saved session yet')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Delete all' })).toBeNull();
});

test('viewers see the sessions but delete none', async () => {
  server.use(http.get(call('get-projects-by-team'), () => HttpResponse.json(pageOf(projectOf({ role: 'VIEWER' })))));
  open();
  expect(await screen.findByText('Admin')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Delete|Actions/ })).toBeNull();
});
