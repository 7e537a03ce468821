import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';

/** State of a page's WebSocket, reported on every change; times in milliseconds since 1970. */
export interface ObservedSocket {
  id: string;
  url: string;
  startedAt: number;
  openedAt: number | null;
  closedAt: number | null;
  code: number | null;
  sent: number;
  received: number;
}

/**
 * Counts the messages of a page's WebSockets. Runs in the page before its scripts: browsers don't report close codes
 * and, in Firefox, don't report WebSockets at all. While many reports are pending, changes are included in a later one.
 */
function watchSockets([bound, prefix]: [bound: string, prefix: string]): void {
  const page = globalThis as unknown as Record<string, unknown> & { WebSocket: typeof WebSocket };
  const reportToHost = page[bound] as ((socket: ObservedSocket) => Promise<void>) | undefined;
  delete page[bound];
  if (!reportToHost) return;
  const Native = page.WebSocket;
  const { send } = Native.prototype;
  const now = Date.now;
  const maxInFlight = 20;
  const frame = String(Math.random()).slice(2);
  const watched = new WeakMap<WebSocket, () => void>();
  let count = 0;
  const watch = (socket: WebSocket) => {
    count += 1;
    const id = `${prefix}-${frame}-${count}`;
    const observed: ObservedSocket = {
      id,
      url: socket.url,
      startedAt: now(),
      openedAt: null,
      closedAt: null,
      code: null,
      sent: 0,
      received: 0,
    };
    let isStale = false;
    let inFlight = 0;
    const report = async (): Promise<void> => {
      isStale = inFlight >= maxInFlight;
      if (isStale) return;
      inFlight += 1;
      await reportToHost({ ...observed }).catch(() => undefined);
      inFlight -= 1;
      if (isStale) await report();
    };
    watched.set(socket, () => {
      observed.sent += 1;
      void report();
    });
    socket.addEventListener('open', () => {
      observed.openedAt = now();
      void report();
    });
    socket.addEventListener('message', () => {
      observed.received += 1;
      void report();
    });
    socket.addEventListener('close', ({ code }) => {
      observed.closedAt = now();
      observed.code = code;
      void report();
    });
    void report();
  };
  page.WebSocket = new Proxy(Native, {
    construct(target, args, newTarget) {
      const socket = Reflect.construct(target, args, newTarget) as WebSocket;
      watch(socket);
      return socket;
    },
  });
  Native.prototype.constructor = page.WebSocket;
  Native.prototype.send = function counted(this: WebSocket, data) {
    send.call(this, data);
    watched.get(this)?.();
  };
}

/** observeSockets makes the pages of a context report their WebSockets; workers' WebSockets are not included. */
export async function observeSockets(
  context: BrowserContext,
  onSocket: (page: Page, socket: ObservedSocket) => void,
): Promise<void> {
  const bound = `heard${randomUUID().replaceAll('-', '')}`;
  await context.exposeBinding(bound, ({ page }, socket: ObservedSocket) => onSocket(page, socket));
  await context.addInitScript(watchSockets, [bound, randomUUID()] as [string, string]);
}
