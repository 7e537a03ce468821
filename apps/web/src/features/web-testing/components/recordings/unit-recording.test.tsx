import { screen, within } from '@testing-library/react';
import type { RunAttachment } from '@touchstone/contracts/runs';
import type { UnitRecording as Recording } from '@touchstone/contracts/web-testing';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, test, vi } from 'vitest';
import { id, resultOf } from '../../testing/mocks.ts';
import { call, drawnInFull, serverFor, show } from '../../testing/show-page.tsx';
import { UnitRecording } from './unit-recording.tsx';

const begin = '2026-11-20T10:00:00.000Z';
const file = (number: number, name: string): RunAttachment => ({
  attachmentId: id(number),
  stepId: null,
  stepTitle: null,
  name,
  mediaType: 'application/octet-stream',
  sizeBytes: 2_100_000,
  contentHash: 'a',
  createdAt: begin,
});
const request = (url: string, status: number) => ({
  startedDateTime: begin,
  time: 120,
  request: {
    method: 'POST',
    url,
    headers: [{ name: 'authorization', value: '••••' }],
    queryString: [],
    postData: { mimeType: 'application/x-www-form-urlencoded', text: 'sku=7', params: [{ name: 'sku', value: '7' }] },
  },
  response: {
    status,
    statusText: 'Created',
    httpVersion: 'h2',
    headers: [{ name: 'content-type', value: 'application/json' }],
    bodySize: 812,
    content: { size: 812, mimeType: 'application/json', comment: 'Left out, because it holds a secret.' },
  },
  timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: 100, receive: 20 },
  _resourceType: 'fetch',
});
const har = {
  log: {
    version: '1.2',
    entries: [request('https://shop.example/cart', 201), request('https://shop.example/price', 500)],
  },
};
drawnInFull();
const server = serverFor(
  http.get(`*/services/runs/api/runs/${id(9)}/attachments/${id(2)}`, () => HttpResponse.json(har)),
);
afterEach(() => vi.unstubAllGlobals());

const open = (given: Partial<Recording> = {}) => {
  const recording = {
    unit: '0',
    startedAt: begin,
    film: null,
    network: file(2, 'x.har'),
    trace: file(3, 'x.trace.zip'),
    notes: [],
    ...given,
  };
  const chosen = resultOf('a', { startedAt: begin, durationMs: 500 });
  return show(
    <UnitRecording runId={id(9)} recording={recording} steps={[chosen]} chosen={chosen} onChoose={() => undefined} />,
  );
};

test('requests are listed with status, type, size and time, and filtered', async () => {
  const { user } = open();
  const list = within(await screen.findByRole('list', { name: 'Requests' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '201POST/cartjson812 B120 ms',
    '500POST/pricejson812 B120 ms',
  ]);
  expect(screen.getByRole('radio', { name: 'This step 2' })).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Failed 1' }));
  expect(list.getAllByRole('listitem')).toHaveLength(1);
  await user.type(screen.getByRole('textbox', { name: 'Filter requests' }), 'nothing');
  expect(await screen.findByText('No request matches the filter.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Download HAR' })).toBeTruthy();
});

test('a request shows its headers, what was sent and received, and its timing', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: /cart/ }));
  const details = within(screen.getByRole('region', { name: 'Request' }));
  expect(details.getByRole('heading', { name: 'POST https://shop.example/cart' })).toBeTruthy();
  expect(details.getByText('Response headers · 201 Created h2')).toBeTruthy();
  expect(details.getByRole('row', { name: 'authorization ••••' })).toBeTruthy();
  await user.click(details.getByRole('tab', { name: 'Sent' }));
  expect(details.getByRole('row', { name: 'sku 7' })).toBeTruthy();
  await user.click(details.getByRole('tab', { name: 'Response' }));
  expect(details.getByText('Left out, because it holds a secret.')).toBeTruthy();
  await user.click(details.getByRole('tab', { name: 'Timing' }));
  expect(details.getByText('Waiting').parentElement?.textContent).toContain('100 ms');
  await user.click(details.getByRole('button', { name: 'Close request' }));
  expect(screen.queryByRole('region', { name: 'Request' })).toBeNull();
});

test('a web socket shows when it was open, its close code and how many messages went each way', async () => {
  const closedAt = '2026-11-20T10:00:05.000Z';
  const socket = {
    ...request('wss://shop.example/chat', 101),
    _resourceType: 'websocket',
    _webSocket: { sent: 1200, received: 3, openedAt: begin, closedAt, code: 1001 },
  };
  server.use(http.get('*/attachments/:id', () => HttpResponse.json({ log: { entries: [socket] } })));
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: /chat/ }));
  const details = within(screen.getByRole('region', { name: 'Request' }));
  for (const row of ['Close code 1001 Going away', 'Messages sent 1,200', 'Messages received 3'])
    expect(details.getByRole('row', { name: row })).toBeTruthy();
  expect(details.getByRole('row', { name: /^Opened Nov 20, 2026/ })).toBeTruthy();
  expect(details.queryByRole('tab')).toBeNull();
});

test('requests are filtered by kind', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('combobox', { name: 'Kind' }));
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Data 2']);
});

test('the trace opens in a new tab', async () => {
  const tab = { location: { href: '' }, close: vi.fn() };
  vi.stubGlobal('open', () => tab);
  vi.stubGlobal('isSecureContext', true);
  const asked: unknown[] = [];
  server.use(
    http.post(call('trace-links'), async ({ request: sent }) => {
      asked.push(await sent.json());
      return HttpResponse.json({ address: '/viewer?trace=1' }, { status: 201 });
    }),
  );
  const { user } = open();
  await user.click(await screen.findByRole('tab', { name: 'Trace' }));
  expect(screen.getByText('2.1 MB')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Open trace' }));
  await vi.waitFor(() => expect(tab.location.href).toBe('/viewer?trace=1'));
  expect(asked).toEqual([{ runId: id(9), unit: '0' }]);
});

test('if the viewer cannot run, the trace can only be saved', async () => {
  vi.stubGlobal('isSecureContext', false);
  const { user } = open();
  await user.click(await screen.findByRole('tab', { name: 'Trace' }));
  expect(screen.getByText(/needs an https address/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Open trace' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Download trace' })).toBeTruthy();
});

test('missing recordings are reported', async () => {
  open({ trace: null, notes: ['There is no trace, because steps of this script use a secret variable.'] });
  expect(await screen.findByText(/use a secret variable/)).toBeTruthy();
  expect(screen.queryByRole('tab', { name: 'Trace' })).toBeNull();
});
