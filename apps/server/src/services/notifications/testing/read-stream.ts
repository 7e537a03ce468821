import { type AnyRoute, type CallInput, type Client, followEvents, type ServerEvent } from '@touchstone/contracts';

/** A stream that a test reads while it is open. */
export interface OpenStream {
  /** Data received so far. */
  data: unknown[];
  events: ServerEvent[];
  isOpen: boolean;
  /** Resolves when the server has ended the stream, or the test has disconnected. */
  ended: Promise<void>;
  leave(): void;
}

/** readStream opens a stream once; it isn't reopened when it ends. */
export function readStream<R extends AnyRoute>(
  client: Client,
  route: R,
  input: CallInput<R>,
  lastEventId?: string,
): OpenStream {
  const controller = new AbortController();
  const { signal } = controller;
  const stream: OpenStream = {
    data: [],
    events: [],
    isOpen: false,
    ended: Promise.resolve(),
    leave: () => controller.abort(),
  };
  const headers: Record<string, string> = lastEventId ? { 'Last-Event-ID': lastEventId } : {};
  stream.ended = followEvents({
    open: () => client.raw(route, input, { signal, headers }),
    onEvent(event) {
      stream.events.push(event);
      stream.data.push(JSON.parse(event.data));
      return false;
    },
    onState: (state) => {
      stream.isOpen = state === 'open';
    },
    wait: async () => controller.abort(),
    isFatal: () => true,
    signal,
  });
  return stream;
}
