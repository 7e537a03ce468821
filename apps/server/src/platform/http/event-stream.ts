import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from './caller.ts';

export interface StreamEvent {
  /** Missing where a client that reconnects does not need the event again. */
  id?: number;
  event: string;
  data: unknown;
}

/** lastSeenEvent gives the number of the last event that a client has seen, by its header or, where it can set none, its query; 0 for none. */
export function lastSeenEvent(request: FastifyRequest, query: { lastEventId?: number | undefined }): number {
  const header = Number(request.headers['last-event-id']);
  return Number.isInteger(header) && header > 0 ? header : (query.lastEventId ?? 0);
}

/** Whose stream is open, and since when. */
export interface StreamOwner {
  sessionId: string;
  userId: string;
  since: Date;
}
/** FindEnded answers the ids of those sessions that have ended. */
export type FindEnded = (owners: StreamOwner[]) => Promise<ReadonlySet<string>>;

/** How long a stream may outlive its session. */
const watchEveryMs = 5000;

/** A client that reads nothing would hold up the stop of the server; its connection is cut after this. */
const endWithinMs = 1000;

/** EventStreams keeps the answers that go on, those of server-sent events and of live pictures: they end with the session of their caller, and before a server that stops. */
export class EventStreams {
  readonly #open = new Map<AbortController, StreamOwner | undefined>();
  #watch: NodeJS.Timeout | undefined;
  readonly #gauge: { inc(): void; dec(): void };
  #ended = false;

  constructor(gauge: { inc(): void; dec(): void }) {
    this.#gauge = gauge;
  }

  /**
   * Answers with the events that `read` yields until it ends, the client leaves, or the server stops.
   * A comment line every 15 s keeps proxies from closing the connection.
   */
  async serve(
    request: FastifyRequest,
    reply: FastifyReply,
    read: (signal: AbortSignal) => AsyncIterable<StreamEvent>,
  ): Promise<void> {
    await this.#answer(request, reply, 'text/event-stream; charset=utf-8', async (raw, signal) => {
      raw.write('retry: 1000\n\n');
      const beat = setInterval(() => raw.write(': beat\n\n'), 15_000);
      try {
        for await (const event of read(signal)) {
          if (signal.aborted) break;
          const id = event.id === undefined ? '' : `id: ${event.id}\n`;
          const text = `${id}event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`;
          if (!raw.write(text)) await drained(raw, signal);
        }
      } finally {
        clearInterval(beat);
      }
    });
  }

  /** Answers with what `write` writes until it ends, the client leaves, or the server stops. */
  serveBytes(
    request: FastifyRequest,
    reply: FastifyReply,
    write: (raw: ServerResponse, signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    return this.#answer(request, reply, 'application/octet-stream', write);
  }

  async #answer(
    request: FastifyRequest,
    reply: FastifyReply,
    mediaType: string,
    write: (raw: ServerResponse, signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    const { raw } = reply;
    const { caller } = request;
    this.#open.set(controller, caller && { ...pick(caller), since: new Date() });
    this.#gauge.inc();
    raw.once('close', () => controller.abort());
    raw.on('error', () => controller.abort());
    // The client may have left, and the server may stop, before the stream begins.
    if (this.#ended || raw.destroyed || raw.socket?.destroyed) controller.abort();
    reply.hijack();
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': mediaType,
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      // A stream that ended leaves no idle connection for a stopping server to wait for.
      connection: 'close',
    });
    try {
      await write(raw, signal);
    } catch (error) {
      if (!signal.aborted) request.log.error({ err: error }, 'stream failed');
    } finally {
      this.#open.delete(controller);
      this.#gauge.dec();
      end(raw);
    }
  }

  /** From now on streams end within five seconds of the session to which they belong. */
  watchSessions(findEnded: FindEnded, everyMs = watchEveryMs): void {
    clearInterval(this.#watch);
    let running = false;
    const check = async () => {
      const owners = [...this.#open.values()].filter((owner) => owner !== undefined);
      if (running || !owners.length) return;
      running = true;
      try {
        const ended = await findEnded(owners);
        for (const [controller, owner] of this.#open) if (owner && ended.has(owner.sessionId)) controller.abort();
      } catch {
        // The database is away: whoever reads from it notices; the next look is soon.
      } finally {
        running = false;
      }
    };
    this.#watch = setInterval(() => void check(), everyMs);
    this.#watch.unref();
  }

  /** Ends every open stream, and at once any that begins later. */
  endAll(): void {
    this.#ended = true;
    clearInterval(this.#watch);
    for (const controller of this.#open.keys()) controller.abort();
  }
}

const pick = ({ sessionId, userId }: Caller) => ({ sessionId, userId });

function end(raw: ServerResponse): void {
  const timer = setTimeout(() => raw.destroy(), endWithinMs);
  raw.once('close', () => clearTimeout(timer));
  if (raw.destroyed) clearTimeout(timer);
  else raw.end();
}

function drained(raw: ServerResponse, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      raw.off('drain', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    if (signal.aborted) return resolve();
    raw.once('drain', done);
    signal.addEventListener('abort', done, { once: true });
  });
}
