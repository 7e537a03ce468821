/** A server-sent event (HTML Living Standard, section 9.2). */
export interface ServerEvent {
  id: string | undefined;
  event: string;
  data: string;
}

/** createEventParser parses a text/event-stream in chunks cut anywhere (HTML standard §9.2.6). */
export function createEventParser(onEvent: (event: ServerEvent) => void): (chunk: string) => void {
  let rest = '';
  let endedInReturn = false;
  let data: string[] = [];
  let event = '';
  let id: string | undefined;

  const field = (name: string, value: string) => {
    if (name === 'data') data.push(value);
    else if (name === 'event') event = value;
    else if (name === 'id' && !value.includes('\0')) id = value;
  };
  const line = (text: string) => {
    if (text === '') {
      if (data.length > 0) onEvent({ id, event: event || 'message', data: data.join('\n') });
      data = [];
      event = '';
      return;
    }
    const colon = text.indexOf(':');
    if (colon < 0) field(text, '');
    else if (colon > 0) field(text.slice(0, colon), text.slice(colon + 1).replace(/^ /, ''));
  };

  return (chunk) => {
    if (chunk === '') return;
    // A two-character line ending may be cut in half.
    const text = rest + (endedInReturn && chunk.startsWith('\n') ? chunk.slice(1) : chunk);
    endedInReturn = chunk.endsWith('\r');
    const lines = text.split(/\r\n|\r|\n/);
    rest = lines.pop() ?? '';
    for (const item of lines) line(item);
  };
}

/** A stream without a heartbeat for this long counts as dead; the server sends one every 15 seconds. */
export const heartbeatTimeoutMs = 86_400_000;

/** How to open, read and reopen a stream. */
export interface FollowOptions {
  /** Opens the stream after the given event id. */
  open(lastEventId: string | undefined, signal: AbortSignal): Promise<Response>;
  /** Returns true once the stream is complete and must not be reopened. */
  onEvent(event: ServerEvent): boolean;
  onState?: (state: 'connecting' | 'open' | 'waiting') => void;
  signal: AbortSignal;
  /** Waits between attempts; the delay doubles from 500 ms to 15 s. An error thrown by it stops following. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Whether to give up, for example if the run has been deleted. */
  isFatal?: (error: unknown) => boolean;
}

/** followEvents reads a stream of server-sent events to its end, reopening it after the last event seen. */
export async function followEvents(options: FollowOptions): Promise<void> {
  const { signal, wait = pause } = options;
  let lastEventId: string | undefined;
  let delayMs = 500;
  let isDone = false;
  const onEvent = (event: ServerEvent) => {
    if (isDone) return;
    if (event.id !== undefined) lastEventId = event.id;
    delayMs = 500;
    isDone = options.onEvent(event);
  };
  while (!signal.aborted) {
    options.onState?.('connecting');
    try {
      const response = await options.open(lastEventId, signal);
      options.onState?.('open');
      await readEvents(response, onEvent, () => isDone);
    } catch (error) {
      if (signal.aborted) return;
      if (options.isFatal?.(error)) throw error;
    }
    if (isDone || signal.aborted) return;
    options.onState?.('waiting');
    await wait(delayMs, signal);
    delayMs = Math.min(delayMs * 2, 15_000);
  }
}

async function readEvents(response: Response, onEvent: (event: ServerEvent) => void, isDone: () => boolean) {
  const parse = createEventParser(onEvent);
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  while (reader && !isDone()) {
    const timer = setTimeout(() => void reader.cancel().catch(() => undefined), heartbeatTimeoutMs);
    const part = await reader.read().finally(() => clearTimeout(timer));
    if (part.done) break;
    parse(decoder.decode(part.value, { stream: true }));
  }
  if (isDone()) await reader?.cancel().catch(() => undefined);
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
