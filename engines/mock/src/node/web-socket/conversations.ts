import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import type { MockAnswer, SocketMessage } from '../../core/answer/mock-answer.ts';
import type { MockRequest } from '../../core/request/request-view.ts';
import { messageMethod } from '../../core/request/web-socket.ts';
import type { Upgrade } from './upgrades.ts';

/** An accepted WebSocket, and how its messages are answered. */
interface Accepted {
  mock: MockRequest;
  answer: MockAnswer;
  /** Decides the response to a message; resolves when its changes are persisted. */
  serve(message: MockRequest): Promise<MockAnswer>;
  /** Whether another message is admitted. */
  admits: (() => boolean) | undefined;
}

const goingAway = 1001;
const tryAgainLater = 1013;
const failed = 1011;

/**
 * Conversations are the WebSockets of a mock: each incoming message is a request with the method MESSAGE, at the
 * address of the conversation.
 */
export class Conversations {
  readonly #server: WebSocketServer;

  /** `messageLimit` is the largest message in bytes. */
  constructor(messageLimit: number) {
    this.#server = new WebSocketServer({
      noServer: true,
      maxPayload: messageLimit,
      perMessageDeflate: false,
      handleProtocols: (offered, request) => this.#protocols.get(request) ?? [...offered][0] ?? false,
    });
    this.#server.on('headers', (lines, request) => lines.push(...(this.#headers.get(request) ?? [])));
  }
  readonly #protocols = new WeakMap<IncomingMessage, string>();
  readonly #headers = new WeakMap<IncomingMessage, string[]>();

  /** Accepts a WebSocket according to the response and continues the conversation. */
  accept(
    accepted: Accepted,
    { request, response, upgrade }: { request: IncomingMessage; response: ServerResponse; upgrade: Upgrade },
  ): void {
    const { answer } = accepted;
    const { conversation } = answer;
    if (conversation?.protocol !== undefined) this.#protocols.set(request, conversation.protocol);
    this.#headers.set(
      request,
      answer.headers.map(([name, value]) => `${name}: ${value}`),
    );
    response.detachSocket(upgrade.socket);
    this.#server.handleUpgrade(request, upgrade.socket, upgrade.head, (socket) => this.#converse(socket, accepted));
  }

  /** Ends all conversations. */
  end(): void {
    for (const socket of this.#server.clients) socket.close(goingAway);
  }

  #converse(socket: WebSocket, { mock, answer: greeting, serve, admits }: Accepted): void {
    // Messages are answered in order, one after the other.
    let answered = this.#send(socket, greeting);
    socket.on('error', () => undefined);
    socket.on('message', (data: Buffer) => {
      if (admits?.() === false) {
        socket.close(tryAgainLater, 'Slow down.');
        return;
      }
      const message = { ...mock, method: messageMethod, protocol: 'WebSocket', body: data };
      answered = answered
        .then(async () => {
          if (socket.readyState === socket.OPEN) await this.#send(socket, await serve(message));
        })
        .catch(() => socket.close(failed));
    });
    const pingMs = greeting.conversation?.pingMs;
    if (pingMs === undefined) return;
    const timer = setInterval(() => socket.readyState === socket.OPEN && socket.ping(), pingMs);
    socket.on('close', () => clearInterval(timer));
  }

  async #send(socket: WebSocket, answer: MockAnswer): Promise<void> {
    if (answer.delayMs > 0) await pause(answer.delayMs);
    if (answer.fault !== undefined) {
      socket.terminate();
      return;
    }
    for (const { body, delayMs } of messagesOf(answer)) {
      if (delayMs > 0) await pause(delayMs);
      if (socket.readyState !== socket.OPEN) return;
      socket.send(body);
    }
    const close = answer.conversation?.close;
    if (close !== undefined) socket.close(close.code, close.reason);
  }
}

/** A stub without messages sends its body as one message, or nothing if it has no body. */
function messagesOf({ conversation, body }: MockAnswer): SocketMessage[] {
  if (conversation !== undefined) return conversation.messages;
  return body.length === 0 ? [] : [{ body, delayMs: 0 }];
}
