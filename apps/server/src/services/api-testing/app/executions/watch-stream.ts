import { createEventParser } from '@touchstone/contracts';
import type { LiveEvent, LiveHead } from '@touchstone/contracts/api-testing';
import type { StreamWatcher } from '@touchstone/engine-http';
import type { Mask } from '@touchstone/report';
import type { StopOfStream } from './stream-stops.ts';

/** LiveStream receives the events of an event stream while it is read, with secrets masked. */
export interface LiveStream {
  begin(head: LiveHead): void;
  event(event: LiveEvent): void;
}

/** toLiveStream sends each notification of a live stream as an event of the response. */
export const toLiveStream = (send: (event: { event: string; data: unknown }) => void): LiveStream => ({
  begin: (head) => send({ event: 'begin', data: head }),
  event: (event) => send({ event: 'event', data: event }),
});

/** How many characters of an event are shown live; the response contains it in full. */
const longestEvent = 64 * 1024;

/** createStreamWatcher parses the events of a stream as its bytes arrive, and masks secrets in each. */
export function createStreamWatcher(
  live: LiveStream,
  { streamId, until }: Pick<StopOfStream, 'streamId' | 'until'>,
  createMask: () => Mask,
): StreamWatcher {
  let mask: Mask | undefined;
  const decoder = new TextDecoder();
  const parse = createEventParser(({ id, event, data }) => {
    const hide = (text: string) => (mask ? mask(text.slice(0, longestEvent)) : '');
    live.event({ ...(id === undefined ? {} : { id: hide(id) }), event: hide(event), data: hide(data) });
  });
  return {
    until,
    begin({ headers, ...head }) {
      // By now, any tokens fetched for the request are known.
      const hide = createMask();
      mask = hide;
      live.begin({ streamId, ...head, headers: headers.map(([name, value]) => [name, hide(value)]) });
    },
    take: (bytes) => parse(decoder.decode(bytes, { stream: true })),
  };
}
