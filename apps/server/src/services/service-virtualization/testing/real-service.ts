import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The service's answer. */
export interface RealAnswer {
  status?: number;
  headers?: Record<string, string | string[]>;
  body?: string | Uint8Array;
}
/** A request received by the service. */
export interface RealRequest {
  method: string;
  url: string;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
}

/**
 * startRealService starts a local service; `count` is the number of identical requests so far, including this one.
 * `end` can be called twice.
 */
export async function startRealService(
  answer: (asked: RealRequest, count: number) => RealAnswer | Promise<RealAnswer>,
) {
  const asked: RealRequest[] = [];
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const { method = '', url = '', headers } = request;
      const one = { method, url, headers, body: Buffer.concat(chunks).toString() };
      asked.push(one);
      const key = `${method} ${url} ${one.body}`;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      const { status = 200, headers: given = {}, body = '' } = await answer(one, count);
      response.writeHead(status, given).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    end: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
