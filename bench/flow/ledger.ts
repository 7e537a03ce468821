import { createServer } from 'node:http';

/** A service that books each `Idempotency-Key` once, however often it is sent. */
export interface Ledger {
  url: string;
  /** Paths by key, in the order in which they were booked. */
  booked: ReadonlyMap<string, string>;
  /** When each path was first booked, by `performance.now`. */
  bookedAt: ReadonlyMap<string, number>;
  /** Number of bookings of each path. */
  times(): Map<string, number>;
  /** Number of all requests. */
  sent(): number;
  untilBooked(count: number): Promise<void>;
  close(): Promise<void>;
}

/** startLedger responds to each request with its path after a delay in milliseconds, for all requests or by path. */
export async function startLedger(answering: number | ((path: string) => number)): Promise<Ledger> {
  const booked = new Map<string, string>();
  const bookedAt = new Map<string, number>();
  const waiting = new Set<() => void>();
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    const key = String(request.headers['idempotency-key']);
    if (!booked.has(key)) booked.set(key, request.url ?? '');
    if (!bookedAt.has(request.url ?? '')) bookedAt.set(request.url ?? '', performance.now());
    for (const check of waiting) check();
    request.resume();
    const body = JSON.stringify({ path: request.url });
    const answer = () => response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    const answerMs = typeof answering === 'number' ? answering : answering(request.url ?? '');
    // A response that nothing waits for any more keeps no process alive.
    if (answerMs > 0) setTimeout(answer, answerMs).unref();
    else answer();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    booked,
    bookedAt,
    times() {
      const times = new Map<string, number>();
      for (const path of booked.values()) times.set(path, (times.get(path) ?? 0) + 1);
      return times;
    },
    sent: () => requests,
    untilBooked: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (booked.size < count) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
