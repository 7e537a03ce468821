import type { FastifyReply, FastifyRequest } from 'fastify';

export interface StreamEvent {
  id: number;
  event: string;
  data: unknown;
}

/** EventStreams keeps the open server-sent-event answers, so that a stopping server can end them first. */
export class EventStreams {
  readonly #open = new Set<AbortController>();
  readonly #gauge: { inc(): void; dec(): void };

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
    const controller = new AbortController();
    this.#open.add(controller);
    this.#gauge.inc();
    request.raw.once('close', () => controller.abort());
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    raw.write('retry: 1000\n\n');
    const beat = setInterval(() => raw.write(': beat\n\n'), 15_000);
    try {
      for await (const event of read(controller.signal)) {
        const text = `id: ${event.id}\nevent: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`;
        if (!raw.write(text)) await drained(raw, controller.signal);
      }
    } catch (error) {
      if (!controller.signal.aborted) request.log.error({ err: error }, 'event stream failed');
    } finally {
      clearInterval(beat);
      this.#open.delete(controller);
      this.#gauge.dec();
      raw.end();
    }
  }

  endAll(): void {
    for (const controller of this.#open) controller.abort();
  }
}

function drained(raw: NodeJS.EventEmitter, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      raw.off('drain', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    raw.once('drain', done);
    signal.addEventListener('abort', done, { once: true });
  });
}
