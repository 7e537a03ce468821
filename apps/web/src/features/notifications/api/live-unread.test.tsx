import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, waitFor } from '@testing-library/react';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const server = setupServer();
/** Streams in the order in which the page opened them, each with the signal that the page gave. */
const streams: { send(text: string): void; signal: AbortSignal }[] = [];

// A server would hear of an abort by a copy of the signal, which lasts only until the request is collected as garbage.
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

test('counts come as they change; a hidden tab that cannot share gives its stream back, and opens one when it is seen again', async () => {
  const { signIn, signInHandlers } = await import('../../../shared/session/testing/signed-in.ts');
  server.use(...signInHandlers);
  await signIn();
  // The client takes the fetch that is there when it is made.
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
