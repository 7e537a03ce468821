import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { id, reportOf, resultOf, runOf } from '../../testing/mocks.ts';
import { call, drawnInFull, serverFor, show } from '../../testing/show-page.tsx';
import { ResultPage } from './result.page.tsx';

const steps = [
  resultOf('a', { title: 'Open URL', subtitle: 'https://shop.example/' }),
  resultOf('b', {
    title: 'Verify Text',
    status: 'failed',
    message: 'The text of Total is "€ 41.00", not "€ 42.00".',
    expected: '€ 42.00',
    actual: '€ 41.00',
    locatorUsed: 'css="#total"',
    path: ['Buy a lamp', 'For Each', 'Lamp'],
    console: [{ level: 'error', text: 'price is missing' }],
    failedRequests: [{ method: 'GET', url: 'https://shop.example/price', reason: '500 Internal Server Error' }],
  }),
];
drawnInFull();
const server = serverFor(http.get(call('test-report-details'), () => HttpResponse.json(reportOf(steps))));
const open = (query = `?run=${id(9)}`) => show(<ResultPage />, `/web-testing/web-final-result${query}`);

test('the first failed step is open, with the expected and actual value [web-execution-4]', async () => {
  open();
  expect(await screen.findByText('The text of Total is "€ 41.00", not "€ 42.00".')).toBeTruthy();
  expect(screen.getByText('€ 42.00')).toBeTruthy();
  expect(screen.getByText('€ 41.00')).toBeTruthy();
  expect(screen.getByText('css="#total"')).toBeTruthy();
  expect(screen.getByText('error: price is missing')).toBeTruthy();
  expect(screen.getByText('GET https://shop.example/price: 500 Internal Server Error')).toBeTruthy();
  expect(screen.getByText('For Each › Lamp')).toBeTruthy();
  expect(screen.getByText('Chromium · 1280 × 720')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open script' }).getAttribute('href')).toContain(id(3));
});

test('another step is opened, and the list is filtered to failed ones', async () => {
  const { user, address } = open();
  await user.click(await screen.findByRole('button', { name: /Open URL/ }));
  expect(address()).toContain('step=run-a');
  expect(screen.getByRole('heading', { name: 'Open URL' })).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Failed 1' }));
  expect(screen.queryByRole('button', { name: /Open URL/ })).toBeNull();
});

test('a run in several targets is filtered to one of them', async () => {
  const phone = { browser: 'chromium', viewport: { width: 412, height: 839 }, device: 'Pixel 7' } as const;
  const inTarget = (target: number, title: string) =>
    resultOf(`${target}`, { target, title: 'Open URL', path: [title, 'Buy a lamp'] });
  const both = reportOf([inTarget(0, 'Chromium · 1280 × 720'), inTarget(1, 'Chromium · Pixel 7')]);
  server.use(
    http.get(call('test-report-details'), () => HttpResponse.json({ ...both, targets: [...both.targets, phone] })),
  );
  const { user, address } = open();
  expect(await screen.findByText('Chromium · 1280 × 720, Chromium · Pixel 7')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: /Open URL/ })).toHaveLength(2);
  await user.click(screen.getByRole('combobox', { name: 'Target' }));
  await user.click(await screen.findByRole('option', { name: 'Chromium · Pixel 7' }));
  await waitFor(() => expect(screen.getAllByRole('button', { name: /Open URL/ })).toHaveLength(1));
  expect(address()).toContain('target=1');
});

test('measured times are above the steps, and link to the slowest one', async () => {
  const measured = (sourceStepId: string, ms: number) =>
    resultOf(sourceStepId, { measure: { name: 'Sign in', ms }, title: 'End Measure' });
  const both = [measured('a', 800), measured('b', 1200), resultOf('c', { measure: { name: 'Pay', ms: 90 } })];
  server.use(http.get(call('test-report-details'), () => HttpResponse.json(reportOf(both))));
  const { user, address } = open();
  const list = within(await screen.findByRole('list', { name: 'Measures' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Sign in 800 ms – 1.2 s 2 times',
    'Pay 90 ms',
  ]);
  await user.click(list.getByRole('link', { name: 'Sign in' }));
  expect(address()).toContain('step=run-b');
});

test('during a run, nothing is said about missing results', async () => {
  server.use(
    http.get('*/services/runs/api/runs/:runId', () =>
      HttpResponse.json(runOf({ status: 'running', executionStatus: 'Running', finishedAt: null })),
    ),
    http.get(call('test-report-details'), () =>
      HttpResponse.json(reportOf([resultOf('a', { status: 'running', durationMs: null })])),
    ),
  );
  open();
  expect(await screen.findByText('Results appear here as the run goes on.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Stop' })).toBeTruthy();
});

test('without a run the page says where to find one', async () => {
  open('');
  expect(await screen.findByRole('heading', { name: 'No run is chosen' })).toBeTruthy();
});
