import type { Fault } from '../stub.ts';

/** MockAnswer is what is sent for a request, fully decided and rendered. */
export interface MockAnswer {
  status: number;
  statusMessage?: string | undefined;
  headers: [name: string, value: string][];
  body: string | Uint8Array;
  /** Milliseconds before the response starts. */
  delayMs: number;
  /** The body is sent in this many chunks over this many milliseconds. */
  dribble?: { chunks: number; durationMs: number };
  fault?: Fault;
  /** Server-sent events, each with the delay before it in milliseconds. */
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
  /** Whether every request that its stub answers gets this same object. */
  isFixed?: boolean;
}

/** A WebSocket message, with the delay before it in milliseconds. */
export interface SocketMessage {
  body: string | Uint8Array;
  delayMs: number;
}

/** Where a request is forwarded to. */
export interface ProxyTarget {
  url: string;
  /** Headers to add or replace. */
  addHeaders: [name: string, value: string][];
  removeHeaders: string[];
}

/** A request sent after the response. */
export interface PreparedWebhook {
  method: string;
  url: string;
  headers: [name: string, value: string][];
  body: string | Uint8Array | undefined;
  delayMs: number;
  /** Calls that led to this one; a chain of callbacks ends at 5. */
  hop: number;
}

/** plainAnswer makes a response from a string. */
export function plainAnswer(status: number, body: string, contentType = 'text/plain; charset=utf-8'): MockAnswer {
  return { status, headers: [['Content-Type', contentType]], body, delayMs: 0, webhooks: [] };
}

/** A WebSocket stub's response to a request that doesn't ask for an upgrade. */
export const upgradeRequired: MockAnswer = {
  ...plainAnswer(426, 'This stub answers WebSockets. Connect with ws:// or wss://.'),
  headers: [
    ['Content-Type', 'text/plain; charset=utf-8'],
    ['Upgrade', 'websocket'],
  ],
};

/** The response to a request that nothing has answered yet. */
export const notServed: MockAnswer = { status: 404, headers: [], body: '', delayMs: 0, webhooks: [] };

/** upstreamAnswer forwards a request to another server. */
export const upstreamAnswer = (target: string, url: string): MockAnswer => ({
  ...notServed,
  status: 200,
  proxy: { url: `${target.replace(/\/+$/, '')}${url}`, addHeaders: [], removeHeaders: [] },
});
