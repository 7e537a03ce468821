import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const server = setupServer();
const streams: { send(text: string): void; signal: AbortSignal }[] = [];
beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' });
  const plain = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => plain(new URL(url, 'http://localhost:3000'), init));
  server.use(
    http.post('*/services/notifications/api/follow-topics', ({ request }) => {
      const { readable, writable } = new TransformStream<string, string>();
      const writer = writable.getWriter();
      writer.closed.catch(() => undefined);
      streams.push({ send: (text) => void writer.write(text).catch(() => undefined), signal: request.signal });
      return new HttpResponse(readable.pipeThrough(new TextEncoderStream()));
    }),
  );
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
  await waitFor(() => expect(streams).toHaveLength(1), { timeout: 60_000 });
  streams[0]?.send(unread(1));
  await waitFor(() => expect(count()).toBe(1), { timeout: 60_000 });
  streams[0]?.send(news({ other: 1 }));
  streams[0]?.send(unread(2));
  await waitFor(() => expect(count()).toBe(2));
  show('hidden');
  await waitFor(() => expect(streams[0]?.signal.aborted).toBe(true), { timeout: 60_000 });
  show('visible');
  await waitFor(() => expect(streams).toHaveLength(2));
  streams[1]?.send(unread(5));
  await waitFor(() => expect(count()).toBe(5));
  unmount();
  await waitFor(() => expect(streams[1]?.signal.aborted).toBe(true), { timeout: 60_000 });
  show('visible');
  expect(streams).toHaveLength(2);
});
