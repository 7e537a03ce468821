import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from './caller.ts';

export interface StreamEvent {
  /** Absent if a reconnecting client doesn't need the event again. */
  id?: number;
  event: string;
  data: unknown;
}

/**
 * lastSeenEvent returns the number of the last event a client has seen, from its header or, if it can't set one, its
 * query; 0 for none.
 */
export function lastSeenEvent(request: FastifyRequest, query: { lastEventId?: number | undefined }): number {
  const header = Number(request.headers['last-event-id']);
  return Number.isInteger(header) && header > 0 ? header : (query.lastEventId ?? 0);
}

/** The owner of an open stream, and when it was opened. */
export interface StreamOwner {
  sessionId: string;
  userId: string;
  since: Date;
}
/** FindEnded returns the ids of those sessions that have ended. */
export type FindEnded = (owners: StreamOwner[]) => Promise<ReadonlySet<string>>;

/** How long a stream may outlive its session. */
const watchEveryMs = 5000;

/** A client that doesn't read would delay the stop of the server; its connection is cut after this time. */
const endWithinMs = 1000;

/**
 * EventStreams manages long-lived responses: server-sent events and live pictures. They end with their caller's
 * session, and before the server stops.
 */
export class EventStreams {
  readonly #open = new Map<AbortController, StreamOwner | undefined>();
  #watch: NodeJS.Timeout | undefined;
  readonly #gauge: { inc(): void; dec(): void };
  #ended = false;

  constructor(gauge: { inc(): void; dec(): void }) {
    this.#gauge = gauge;
  }

  /**
   * Responds with the events that `read` yields until it ends, the client disconnects, or the server stops. A comment
   * line every 15 s keeps proxies from closing the connection.
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

  /** Responds with the output of `write` until it ends, the client disconnects, or the server stops. */
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
    // The client may have disconnected, and the server may be stopping, before the stream starts.
    if (this.#ended || raw.destroyed || raw.socket?.destroyed) controller.abort();
    reply.hijack();
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': mediaType,
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      // An ended stream leaves no idle connection for a stopping server to wait for.
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

  /** Ends streams within five seconds after their session. */
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
        // The database is away; other readers report it, and the next check follows soon.
      } finally {
        running = false;
      }
    };
    this.#watch = setInterval(() => void check(), everyMs);
    this.#watch.unref();
  }

  /** Ends all open streams, and later ones immediately. */
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
