import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

/** A server whose streams stay open until the page leaves them. */
function fakeServer() {
  const streams: { send(text: string): void; signal: AbortSignal | null | undefined }[] = [];
  const fetch = async (_url: string, init?: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        init?.signal?.addEventListener('abort', () => controller.error(new Error('aborted')));
        streams.push({ send: (text) => controller.enqueue(new TextEncoder().encode(text)), signal: init?.signal });
      },
    });
    return new Response(body);
  };
  vi.stubGlobal('fetch', fetch);
  return streams;
}
function show(state: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}
const unread = (notifications: number) =>
  `event: unread\ndata: ${JSON.stringify({ notifications, broadcasts: 0 })}\n\n`;

test('counts come as they change; a hidden tab gives its stream back, and opens one when it is seen again', async () => {
  const streams = fakeServer();
  // The client takes the fetch that is there when it is made.
  const { useLiveUnread } = await import('./live-unread.ts');
  const { unreadQuery } = await import('./notifications.queries.ts');
  const client = new QueryClient();
  const Tab = () => {
    useLiveUnread('organization');
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
  streams[0]?.send('event: unread\ndata: {"other":1}\n\n');
  streams[0]?.send(unread(2));
  await waitFor(() => expect(count()).toBe(2));
  show('hidden');
  expect(streams[0]?.signal?.aborted).toBe(true);
  show('visible');
  await waitFor(() => expect(streams).toHaveLength(2));
  streams[1]?.send(unread(5));
  await waitFor(() => expect(count()).toBe(5));
  unmount();
  expect(streams[1]?.signal?.aborted).toBe(true);
  show('visible');
  expect(streams).toHaveLength(2);
});
