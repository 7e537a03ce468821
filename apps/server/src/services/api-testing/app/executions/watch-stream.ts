import { createEventParser } from '@touchstone/contracts';
import type { LiveEvent, LiveHead } from '@touchstone/contracts/api-testing';
import type { StreamWatcher } from '@touchstone/engine-http';
import type { Mask } from '@touchstone/report';
import type { StopOfStream } from './stream-stops.ts';

/** LiveStream is told of an event stream while it is read, without secrets. */
export interface LiveStream {
  begin(head: LiveHead): void;
  event(event: LiveEvent): void;
}

/** toLiveStream sends what is told as events of an answer. */
export const toLiveStream = (send: (event: { event: string; data: unknown }) => void): LiveStream => ({
  begin: (head) => send({ event: 'begin', data: head }),
  event: (event) => send({ event: 'event', data: event }),
});

/** Characters of one event that are shown while it is live; the response has it whole. */
const longestEvent = 64 * 1024;

/** createStreamWatcher reads the events of a stream as its bytes come, and hides secrets in each. */
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
      // Tokens that were fetched for the request are known by now.
      const hide = createMask();
      mask = hide;
      live.begin({ streamId, ...head, headers: headers.map(([name, value]) => [name, hide(value)]) });
    },
    take: (bytes) => parse(decoder.decode(bytes, { stream: true })),
  };
}
