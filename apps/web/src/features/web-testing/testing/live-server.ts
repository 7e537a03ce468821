import { encodeLiveNews, type LiveNews } from '@touchstone/contracts/web-testing';
import { HttpResponse, http } from 'msw';
import { id } from './mocks.ts';
import { call } from './show-page.tsx';

/** Id of the browser that `liveServer` opens. */
export const liveId = id(40);

/** liveServer mocks the calls of a live browser: records what is sent, and emits the events of a test. */
export function liveServer() {
  const sent: unknown[] = [];
  const requests: unknown[] = [];
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  const keep = async ({ request }: { request: Request }) => {
    sent.push(await request.json());
    return HttpResponse.json({ message: 'Done', text: '' });
  };
  const handlers = [
    http.post(call('live-recordings'), async ({ request }) => {
      stream = undefined;
      requests.push(await request.json());
      return HttpResponse.json({ liveId }, { status: 201 });
    }),
    http.delete(call('live-recordings/:liveId'), () => {
      sent.push('closed');
      return HttpResponse.json({ message: 'Browser closed' });
    }),
    http.get(call('live-view'), () => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          stream = controller;
        },
      });
      return new HttpResponse(body, { status: 200 });
    }),
    http.post(call('live-command'), keep),
    http.post(call('live-input'), keep),
    http.post(call('live-steps'), keep),
    http.put(call('live-control'), keep),
  ];
  return {
    sent,
    /** Requests that opened browsers. */
    requests,
    handlers,
    isWatched: (): boolean => stream !== undefined,
    send: (bytes: Uint8Array) => stream?.enqueue(bytes),
    end: () => stream?.close(),
    emit(...news: LiveNews[]) {
      for (const one of news) stream?.enqueue(encodeLiveNews(one));
    },
  };
}
