import { PassThrough } from 'node:stream';
import type { HeaderList } from '@touchstone/engine-assert/core';
import { WebSocket } from 'ws';
import {
  clientMessages,
  closingProblem,
  readServerMessage,
  subscriptionProtocol,
} from '../../core/graphql/transport-ws.ts';
import { HttpError, RefusedSubscription } from '../../core/http-error.ts';
import { type BodyReader, contentDecoders } from '../body/read-body.ts';
import { headerList, toWire } from './header-wire.ts';
import { headOf } from './http1-transport.ts';
import { maxHeaderBytes, type OpenRequest, openSocket } from './lines.ts';
import { headerValue, incomingBody, type Transfer } from './transfer.ts';

/** Time for the server's part of the closing handshake, in milliseconds. */
const closingMs = 1000;
/** Not sent by any server: the connection ended without a closing handshake. */
const brokenOff = 1006;

interface Subscription {
  /** Payload that starts the connection. */
  init: Record<string, string>;
  /** JSON with query, variables and operation name. */
  operation: string;
  opening: OpenRequest;
  maxMessageBytes: number;
}

/**
 * sendSubscription runs a GraphQL subscription over a WebSocket. Its results become the event stream that the server
 * would send as server-sent events, so that both are read, shown and evaluated alike. A refused handshake results in
 * the response that refused it.
 */
export async function sendSubscription(transfer: Transfer, subscription: Subscription): Promise<void> {
  const socket = await openSocket(subscription.opening);
  transfer.limits.connected();
  const { url, headers, stop } = transfer;
  // The connection is already secure if required.
  const webSocket = new WebSocket(`ws://${url.host}${url.pathname}${url.search}`, subscriptionProtocol, {
    createConnection: () => socket,
    perMessageDeflate: false,
    maxPayload: subscription.maxMessageBytes,
    maxHeaderSize: maxHeaderBytes,
    finishRequest: (request) => {
      for (const [name, values] of Object.entries(groupHeaders(headers))) request.setHeader(name, values);
      request.end();
    },
  });
  transfer.trace.sent();
  transfer.limits.responding();
  try {
    await new Conversation(webSocket, transfer, subscription).end;
  } finally {
    stop.onStop = undefined;
    finish(webSocket);
  }
}

class Conversation {
  /** Resolves when the subscription has ended or is no longer read; rejects if it failed. */
  readonly end: Promise<void>;
  readonly #webSocket: WebSocket;
  readonly #transfer: Transfer;
  readonly #operation: string;
  readonly #events = new PassThrough();
  #isAcknowledged = false;
  #problem: HttpError | undefined;
  #body: BodyReader | undefined;

  constructor(webSocket: WebSocket, transfer: Transfer, { init, operation }: Subscription) {
    this.#webSocket = webSocket;
    this.#transfer = transfer;
    this.#operation = operation;
    this.end = new Promise((resolve, reject) => {
      transfer.stop.onStop = reject;
      webSocket.on('error', (error: NodeJS.ErrnoException) => reject(failureOf(error)));
      webSocket.on('unexpected-response', (_request, response) => {
        const encodings = contentDecoders(headerValue(headerList(response), 'content-encoding'));
        this.#begin(headOf(response))
          .read(
            incomingBody(response, () => response.complete),
            encodings,
          )
          .then(() => {
            if ((response.statusCode ?? 0) < 300) throw protocolError(noWebSocket);
            resolve();
          })
          .catch(reject);
      });
      webSocket.on('upgrade', (response) => {
        this.#body = this.#begin({ ...headOf(response), bodyType: 'text/event-stream' });
        this.#body
          .read(
            incomingBody(this.#events, () => this.#events.readableEnded),
            [],
          )
          .then(() => this.#assertServed())
          .then(resolve, reject);
      });
    });
    webSocket.on('open', () => webSocket.send(clientMessages.init(init)));
    webSocket.on('message', (data) => this.#take(String(data)));
    webSocket.on('close', (code, reason) => this.#closed(code, reason.toString()));
  }

  #begin(head: Parameters<Transfer['begin']>[0]): BodyReader {
    this.#transfer.limits.done();
    return this.#transfer.begin(head);
  }

  #take(text: string): void {
    const message = readServerMessage(text);
    switch (message.kind) {
      case 'acknowledged':
        if (!this.#isAcknowledged) this.#webSocket.send(clientMessages.subscribe(this.#operation));
        this.#isAcknowledged = true;
        break;
      case 'ping':
        this.#webSocket.send(clientMessages.pong);
        break;
      case 'next':
        this.#pass('next', message.data);
        break;
      case 'end':
        this.#endAfter(message.event, message.data, message.problem);
        break;
      case 'invalid':
        this.#endWith(protocolError(message.problem));
    }
  }

  #closed(code: number, reason: string): void {
    const problem = closingProblem(code, reason);
    if (problem === undefined || code === brokenOff)
      this.#endWith(problem === undefined ? undefined : protocolError(problem));
    else this.#endAfter('close', JSON.stringify({ code, reason }), problem);
  }

  #endAfter(event: string, data: string, problem: string | undefined): void {
    this.#pass(event, data);
    this.#endWith(problem === undefined ? undefined : new RefusedSubscription(problem, eventText(event, data)));
  }

  #pass(event: string, data: string): void {
    if (this.#events.destroyed || this.#events.writableEnded) return;
    if (this.#events.write(eventText(event, data))) return;
    this.#webSocket.pause();
    this.#events.once('drain', () => this.#webSocket.resume());
  }

  #endWith(problem: HttpError | undefined): void {
    if (this.#events.destroyed || this.#events.writableEnded) return;
    this.#problem = problem;
    this.#events.end();
  }

  #assertServed(): void {
    if (this.#problem !== undefined) throw this.#problem;
    if (this.#isAcknowledged || this.#body?.stream?.endedBy === 'user') return;
    throw protocolError('The server accepted the WebSocket but did not acknowledge the connection (connection_ack).');
  }
}

const eventText = (event: string, data: string) => `event: ${event}\ndata: ${data}\n\n`;

const protocolError = (message: string, cause?: unknown) => new HttpError('PROTOCOL', message, cause);

const noWebSocket =
  'The server answered without opening a WebSocket. Check the address, or choose server-sent events for the subscription.';

function failureOf(error: NodeJS.ErrnoException): unknown {
  if (/subprotocol/.test(error.message)) {
    const text = `The server opened a WebSocket but does not speak ${subscriptionProtocol}. Choose server-sent events, or check the address.`;
    return protocolError(text, error);
  }
  if (error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH')
    return protocolError('The server sent a message that is larger than a response may be.', error);
  if (error.code?.startsWith('WS_ERR_') || /^Invalid .*header$/.test(error.message))
    return protocolError(`The server does not speak WebSocket properly: ${error.message}.`, error);
  return error;
}

function finish(webSocket: WebSocket): void {
  webSocket.on('error', () => undefined);
  if (webSocket.readyState !== webSocket.OPEN) {
    webSocket.terminate();
    return;
  }
  // A paused connection would never receive the server's part of the closing handshake.
  webSocket.resume();
  webSocket.send(clientMessages.complete);
  webSocket.close(1000);
  const timer = setTimeout(() => webSocket.terminate(), closingMs);
  webSocket.once('close', () => clearTimeout(timer));
}

function groupHeaders(list: HeaderList): Record<string, string[]> {
  const grouped: Record<string, string[]> = {};
  for (const [name, value] of list) {
    grouped[name] ??= [];
    grouped[name].push(toWire(value));
  }
  return grouped;
}
