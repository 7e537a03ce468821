import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { signIn, signInHandlers } from '../../../../shared/session/testing/signed-in.ts';
import { SummaryDialog } from './summary-dialog.tsx';

const stream = (...events: [string, object][]) =>
  new HttpResponse(events.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join(''), {
    headers: { 'content-type': 'text/event-stream' },
  });
const server = setupServer(
  ...signInHandlers,
  http.post('*/api/get_summary', () =>
    stream(
      ['text', { source: 'model', text: 'Reads ' }],
      ['text', { source: 'model', text: 'the pets.' }],
      ['end', {}],
    ),
  ),
);
beforeAll(async () => {
  server.listen({ onUnhandledRequest: 'error' });
  const plain = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => plain(new URL(url, 'http://localhost:3000'), init));
  await signIn();
});
afterEach(() => server.resetHandlers());
afterAll(() => {
  server.close();
  vi.unstubAllGlobals();
});
const show = () =>
  render(
    <MantineProvider env="test">
      <SummaryDialog flowId="f" name="Pets" onClose={vi.fn()} />
    </MantineProvider>,
  );

test('a summary is streamed piece by piece, and names its author', async () => {
  show();
  expect(await screen.findByText('Reads the pets.')).toBeTruthy();
  expect(screen.getByText(/^Written by the language model/)).toBeTruthy();
});

test('without a model it says so, and a failure is shown', async () => {
  server.use(
    http.post('*/api/get_summary', () => stream(['text', { source: 'product', text: 'One block.' }], ['end', {}]), {
      once: true,
    }),
  );
  const { unmount } = show();
  expect(await screen.findByText(/No language model is configured/)).toBeTruthy();
  unmount();
  server.use(
    http.post('*/api/get_summary', () => HttpResponse.json({ message: 'No such workflow.' }, { status: 404 })),
  );
  show();
  expect((await screen.findByRole('alert')).textContent).toContain('No such workflow.');
});
