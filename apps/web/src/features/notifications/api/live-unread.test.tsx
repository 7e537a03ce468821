import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, waitFor } from '@testing-library/react';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const server = setupServer();
/** Streams in the order the page opened them, each with the page's signal. */
const streams: { send(text: string): void; signal: AbortSignal }[] = [];

// Replaces a mock server, which would only see an abort through a copy of the signal, lost once the request is
// garbage-collected.
function openStream(signal: AbortSignal): Response {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  writer.closed.catch(() => undefined);
  signal.addEventListener('abort', () => void writer.abort(signal.reason));
  const encoder = new TextEncoder();
  streams.push({ send: (text) => void writer.write(encoder.encode(text)).catch(() => undefined), signal });
  return new Response(readable);
}

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' });
  const plain = globalThis.fetch;
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path.endsWith('/follow-topics') && init?.signal) return openStream(init.signal);
    return plain(new URL(path, 'http://localhost:3000'), init);
  });
});
afterAll(() => {
  server.close();
  vi.unstubAllGlobals();
});

function show(state: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}
const news = (data: unknown) =>
  `event: event\ndata: ${JSON.stringify({ kind: 'event', topic: 'unread', event: 'unread', data })}\n\n`;
const unread = (notifications: number) => news({ notifications, broadcasts: 0 });

test('counts arrive as they change; a hidden tab that cannot share closes its stream, and reopens one when visible', async () => {
  const { signIn, signInHandlers } = await import('../../../shared/session/testing/signed-in.ts');
  server.use(...signInHandlers);
  await signIn();
  // The client captures `fetch` when its module loads.
  const { useLiveUnread } = await import('./live-unread.ts');
  const { unreadQuery } = await import('./notifications.queries.ts');
  const client = new QueryClient();
  const Tab = () => {
    useLiveUnread();
    return null;
  };
  const { unmount } = render(
    <QueryClientProvider client={client}>
      <Tab />
    </QueryClientProvider>,
  );
  const count = () => client.getQueryData(unreadQuery.queryKey)?.notifications;
  await waitFor(() => expect(streams).toHaveLength(1));
  streams[0]?.send(unread(1));
  await waitFor(() => expect(count()).toBe(1));
  streams[0]?.send(news({ other: 1 }));
  streams[0]?.send(unread(2));
  await waitFor(() => expect(count()).toBe(2));
  show('hidden');
  await waitFor(() => expect(streams[0]?.signal.aborted).toBe(true));
  show('visible');
  await waitFor(() => expect(streams).toHaveLength(2));
  streams[1]?.send(unread(5));
  await waitFor(() => expect(count()).toBe(5));
  unmount();
  await waitFor(() => expect(streams[1]?.signal.aborted).toBe(true));
  show('visible');
  expect(streams).toHaveLength(2);
});
