import type { Fault } from '../stub.ts';

/** MockAnswer is what is sent for a request: everything is decided, nothing is a template any more. */
export interface MockAnswer {
  status: number;
  statusMessage?: string | undefined;
  headers: [name: string, value: string][];
  body: string | Uint8Array;
  /** Milliseconds before the answer begins. */
  delayMs: number;
  /** The body is sent in so many pieces over so many milliseconds. */
  dribble?: { chunks: number; durationMs: number };
  fault?: Fault;
  /** Texts of server-sent events, each with the milliseconds before it. */
  events?: { text: string; delayMs: number }[];
  /** What is sent over a WebSocket. */
  conversation?: {
    messages: SocketMessage[];
    close?: { code: number; reason: string };
    pingMs?: number;
    protocol?: string;
  };
  proxy?: ProxyTarget;
  webhooks: PreparedWebhook[];
  /** Whether every request that its stub answers gets this very object. */
  isFixed?: boolean;
}

/** A message of a WebSocket, with the milliseconds before it. */
export interface SocketMessage {
  body: string | Uint8Array;
  delayMs: number;
}

/** Where a request is sent on to. */
export interface ProxyTarget {
  url: string;
  /** Headers that are added or replaced. */
  addHeaders: [name: string, value: string][];
  removeHeaders: string[];
}

/** A request that is sent after the answer. */
export interface PreparedWebhook {
  method: string;
  url: string;
  headers: [name: string, value: string][];
  body: string | Uint8Array | undefined;
  delayMs: number;
  /** Calls that led here; a chain of callbacks ends at 5. */
  hop: number;
}

/** plainAnswer makes an answer of a text. */
export function plainAnswer(status: number, body: string, contentType = 'text/plain; charset=utf-8'): MockAnswer {
  return { status, headers: [['Content-Type', contentType]], body, delayMs: 0, webhooks: [] };
}

/** The answer of a stub for WebSockets to a request that asks for none. */
export const upgradeRequired: MockAnswer = {
  ...plainAnswer(426, 'This stub answers WebSockets. Connect with ws:// or wss://.'),
  headers: [
    ['Content-Type', 'text/plain; charset=utf-8'],
    ['Upgrade', 'websocket'],
  ],
};

/** The answer of a request that nothing answered yet. */
export const notServed: MockAnswer = { status: 404, headers: [], body: '', delayMs: 0, webhooks: [] };

/** upstreamAnswer sends a request on to another server. */
export const upstreamAnswer = (target: string, url: string): MockAnswer => ({
  ...notServed,
  status: 200,
  proxy: { url: `${target.replace(/\/+$/, '')}${url}`, addHeaders: [], removeHeaders: [] },
});
