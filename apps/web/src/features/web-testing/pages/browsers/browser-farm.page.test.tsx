import { screen, waitFor, within } from '@testing-library/react';
import type { CallOutput } from '@touchstone/contracts';
import type { webTestingRoutes } from '@touchstone/contracts/web-testing';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { session } from '../../../../shared/session/browser-session.ts';
import { liveId, liveServer } from '../../testing/live-server.ts';
import { id } from '../../testing/mocks.ts';
import { call, sentCalls, serverFor, show } from '../../testing/show-page.tsx';
import { BrowserFarmPage } from './browser-farm.page.tsx';

type Farm = CallOutput<typeof webTestingRoutes.getBrowserFarm>;

const at = '2026-11-20T10:00:00.000Z';
const farm: Farm = {
  runners: [
    {
      host: 'build-3',
      system: 'linux',
      labels: ['eu'],
      browsers: [{ name: 'chromium', version: '156.0' }],
      places: { total: 2, taken: 1, waiting: 3 },
    },
    { host: '', system: '', labels: [], browsers: [], places: null },
  ],
  recordingPlaces: { total: 2, taken: 1, waiting: 0 },
  runs: [
    {
      runId: id(9),
      number: 7,
      name: 'Buy a lamp',
      status: 'running',
      projectUUID: id(1),
      projectName: 'Shop',
      targets: ['Chromium · 1280 × 720'],
      startedBy: 'Grace',
      createdAt: at,
      mayStop: true,
    },
  ],
  recordings: [
    {
      liveId,
      projectUUID: id(1),
      projectName: 'Shop',
      scriptUUID: id(3),
      testScriptName: 'Sign in',
      browser: 'firefox',
      openedBy: 'Grace',
      openedAt: at,
      mayClose: true,
    },
  ],
};
const live = liveServer();
const { sent, keep } = sentCalls();
const server = serverFor(
  ...live.handlers,
  http.get(call('browser-farm'), () => HttpResponse.json(farm)),
  http.put(call('stop-execution'), keep('stop', { message: 'Run canceled' })),
);
beforeEach(() => {
  sent.length = 0;
  live.sent.length = 0;
});
const open = () => show(<BrowserFarmPage />, '/web-testing/browser-farm');
const rowsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );

test('runners show their browsers and places, and missing browsers with an install command for their system', async () => {
  open();
  expect(await rowsOf('Runners')).toEqual([
    ['build-3', 'Linux', 'eu', 'Chromium 156.0', '1 of 2 · 3 waiting'],
    ['Unknown machine', '', 'None', 'None', 'Not told'],
  ]);
  const runners = within(screen.getByRole('region', { name: 'Runners' }));
  expect(runners.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Firefox on build-3sudo apt-get install firefox-esr',
    'WebKit on build-3sudo apt-get install webkit2gtk-driver xvfb',
    'Chromium on Unknown machine',
    'Firefox on Unknown machine',
  ]);
});

test('a run is watched on its page, and stopped after confirmation', async () => {
  const { user } = open();
  const runs = within(await screen.findByRole('table', { name: 'Runs' }));
  expect(runs.getByRole('link', { name: 'Watch' }).getAttribute('href')).toBe(`/execution-preview?run=${id(9)}`);
  await user.click(runs.getByRole('button', { name: 'Stop run Buy a lamp' }));
  const question = within(await screen.findByRole('dialog', { name: 'Stop run Buy a lamp?' }));
  expect(question.getByText(/Grace started it/)).toBeTruthy();
  await user.click(question.getByRole('button', { name: 'Stop run' }));
  await waitFor(() => expect(sent).toEqual([[`stop?runId=${id(9)}`]]));
});

test('the browser of someone else is watched, taken over, and left only after confirmation while in control', async () => {
  const { user, go, address } = open();
  await user.click(await screen.findByRole('button', { name: 'Watch the browser of Grace' }));
  const watched = within(await screen.findByRole('region', { name: 'Browser of Grace' }));
  await waitFor(() => expect(live.isWatched()).toBe(true));
  live.emit({ type: 'control', userId: id(99), name: 'Grace' });
  await watched.findByText('Grace is in control.');
  await user.click(watched.getByRole('button', { name: 'Take over' }));
  await waitFor(() => expect(live.sent).toContainEqual({ liveId, action: 'take' }));
  live.emit({ type: 'control', userId: session.getState().account?.userId ?? '', name: 'Ada' });
  await watched.findByText('You are in control.');
  go('/web-testing/modules');
  await user.click(await screen.findByRole('button', { name: 'Hand back and leave' }));
  await waitFor(() => expect(live.sent).toContainEqual({ liveId, action: 'release' }));
  expect(address()).toBe('/web-testing/modules');
});

test('a browser is closed after confirmation, by users who may', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Close the browser of Grace' }));
  await user.click(await screen.findByRole('button', { name: 'Close browser' }));
  await waitFor(() => expect(live.sent).toEqual(['closed']));
});

test('users without access are offered nothing', async () => {
  const runs = farm.runs.map((run) => ({ ...run, mayStop: false }));
  const recordings = farm.recordings.map((one) => ({ ...one, mayClose: false }));
  server.use(http.get(call('browser-farm'), () => HttpResponse.json({ ...farm, runs, recordings })));
  open();
  await screen.findByRole('table', { name: 'Runs' });
  expect(screen.queryByRole('button', { name: /^(Stop run|Close the browser)/ })).toBeNull();
});

test('without runners and open browsers the page says so', async () => {
  server.use(
    http.get(call('browser-farm'), () => HttpResponse.json({ ...farm, runners: [], runs: [], recordings: [] })),
  );
  open();
  expect(await screen.findByText('No runner is connected')).toBeTruthy();
  expect(screen.getByText('No run waits or goes on in your projects.')).toBeTruthy();
});
