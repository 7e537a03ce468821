import type { HeaderList } from '@touchstone/engine-assert/core';
import { parseExactJson, stringifyExactJson } from '@touchstone/engine-assert/core';

/** Subprotocol of GraphQL over WebSocket (github.com/enisdenjo/graphql-ws, PROTOCOL.md). */
export const subscriptionProtocol = 'graphql-transport-ws';

/** The only subscription of a connection. */
const id = '1';

/** What a server message requires of the client. */
export type ServerMessage =
  | { kind: 'acknowledged' }
  | { kind: 'ping' }
  /** A result of the subscription. */
  | { kind: 'next'; data: string }
  /** The server ended the subscription; `problem` is set if it refused it. */
  | { kind: 'end'; event: 'complete' | 'error'; data: string; problem?: string }
  | { kind: 'nothing' }
  | { kind: 'invalid'; problem: string };

/** readServerMessage parses a message of the server. */
export function readServerMessage(text: string): ServerMessage {
  let message: { type?: unknown; id?: unknown; payload?: unknown };
  try {
    message = Object(parseExactJson(text));
  } catch {
    return { kind: 'invalid', problem: `The server sent a message that is not JSON: ${shortened(text)}` };
  }
  const data = () => stringifyExactJson(message.payload ?? null);
  switch (message.type) {
    case 'connection_ack':
      return { kind: 'acknowledged' };
    case 'ping':
      return { kind: 'ping' };
    case 'pong':
      return { kind: 'nothing' };
    case 'next':
      return message.id === id ? { kind: 'next', data: data() } : { kind: 'nothing' };
    case 'complete':
      return message.id === id ? { kind: 'end', event: 'complete', data: '' } : { kind: 'nothing' };
    case 'error':
      if (message.id !== id) return { kind: 'nothing' };
      return { kind: 'end', event: 'error', data: data(), problem: refusal(message.payload) };
    default:
      return {
        kind: 'invalid',
        problem: `The server sent a message that ${subscriptionProtocol} does not have: ${shortened(text)}`,
      };
  }
}

function refusal(payload: unknown): string {
  const errors: unknown[] = Array.isArray(payload) ? payload : [payload];
  const messages = errors.map((error) => (error as { message?: unknown } | null)?.message);
  const texts = messages.filter((message) => typeof message === 'string');
  return texts.length === 0
    ? 'The server refused the subscription, without a reason.'
    : `The server refused the subscription: ${texts.join(' ')}`;
}

const shortened = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

/** Client messages; `subscribe` takes the JSON of the operation as is, so that long numbers stay exact. */
export const clientMessages = {
  init: (payload: Record<string, string>) => JSON.stringify({ type: 'connection_init', payload }),
  subscribe: (operation: string) => `{"id":"${id}","type":"subscribe","payload":${operation}}`,
  complete: JSON.stringify({ id, type: 'complete' }),
  pong: JSON.stringify({ type: 'pong' }),
} as const;

const technical =
  /^(?:host|user-agent|accept|accept-encoding|connection|upgrade|cookie|content-.*|transfer-encoding|proxy-.*|sec-websocket-.*|expect)$/i;
/** Logins that belong to one request or connection. */
const signedOnce = /^(?:NTLM|Negotiate|Digest) /i;

/**
 * initPayload returns the payload that starts a connection: the headers of the user and of the authentication, because
 * browsers can't send them any other way and many servers read them only here.
 */
export function initPayload(headers: HeaderList): Record<string, string> {
  return Object.fromEntries(
    headers.filter(
      ([name, value]) => !technical.test(name) && !(/^authorization$/i.test(name) && signedOnce.test(value)),
    ),
  );
}

/** handshakeHeaders leaves out headers about the body or the connection: the handshake has its own. */
export const handshakeHeaders = (headers: HeaderList): HeaderList =>
  headers.filter(
    ([name]) =>
      !/^(?:connection|upgrade|content-.*|transfer-encoding|expect|accept|accept-encoding|sec-websocket-.*)$/i.test(
        name,
      ),
  );

const closings: Record<number, string> = {
  1001: 'it is going away',
  1002: 'it found the messages not valid',
  1003: 'it does not take such messages',
  1006: 'the connection broke off',
  1008: 'the messages break its rules',
  1009: 'a message was too large for it',
  1011: 'it met an error',
  1012: 'it is being restarted',
  1013: 'it is too busy. Try again later',
  4400: 'it did not understand a message',
  4401: 'it does not accept the credentials. Check the authentication and the headers of the request',
  4403: 'it forbids this connection. Check the authentication and the headers of the request',
  4406: `it does not speak ${subscriptionProtocol}. Choose server-sent events`,
  4408: 'the connection was not set up in time',
  4409: 'it has such a subscription already',
  4429: 'the connection was set up twice',
  4500: 'it met an error',
  4504: 'it was waiting for an acknowledgement for too long',
};

/**
 * closingProblem says why the server closed a connection before its subscription ended; undefined if that is allowed.
 */
export function closingProblem(code: number, reason: string): string | undefined {
  if (code === 1000) return undefined;
  const why = closings[code];
  const closure = reason === '' ? String(code) : `${code} ${reason}`;
  return `The server closed the connection (${closure})${why === undefined ? '' : `: ${why}`}.`;
}
