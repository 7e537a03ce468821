import { createServer, type ServerResponse } from 'node:http';

export interface LedgerServer {
  url: string;
  /** Paths by `Idempotency-Key`, in booking order: a key is booked once, however often it is sent. */
  booked: ReadonlyMap<string, string>;
  /** Requests per path, including repeated keys. */
  sent: ReadonlyMap<string, number>;
  /** Releases the answers of `/held/*`. */
  release(): void;
  close(): Promise<void>;
}

/**
 * startLedger starts a server that books requests like services that honour `Idempotency-Key`; requests without one are
 * booked each time.
 */
export async function startLedger(): Promise<LedgerServer> {
  const booked = new Map<string, string>();
  const sent = new Map<string, number>();
  const held = new Set<() => void>();
  let isOpen = false;
  let unnamed = 0;
  const answer = (response: ServerResponse, key: string) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ entry: [...booked.keys()].indexOf(key) + 1 }));
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    unnamed += 1;
    const key = String(request.headers['idempotency-key'] ?? `unnamed ${unnamed}`);
    sent.set(path, (sent.get(path) ?? 0) + 1);
    if (!booked.has(key)) booked.set(key, path);
    request.resume();
    if (path.startsWith('/held/') && !isOpen) held.add(() => answer(response, key));
    else answer(response, key);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    booked,
    sent,
    release() {
      isOpen = true;
      for (const go of held) go();
      held.clear();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** bookedTimes returns the number of bookings of each path. */
export function bookedTimes({ booked }: Pick<LedgerServer, 'booked'>): Map<string, number> {
  const times = new Map<string, number>();
  for (const path of booked.values()) times.set(path, (times.get(path) ?? 0) + 1);
  return times;
}
