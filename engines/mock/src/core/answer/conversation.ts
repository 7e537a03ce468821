import { fromBase64 } from '../match/text-matchers.ts';
import type { SocketMessageDefinition, WebSocketDefinition } from '../stub.ts';
import type { MockAnswer, SocketMessage } from './mock-answer.ts';

/** conversationOf returns what a stub sends over a WebSocket. */
export function conversationOf(
  { messages = [], close, pingIntervalMilliseconds, protocol }: WebSocketDefinition,
  render: (text: string) => string,
): NonNullable<MockAnswer['conversation']> {
  return {
    messages: messages.map((message) => ({ body: bodyOf(message, render), delayMs: message.delay ?? 0 })),
    ...(close && { close: { code: close.code ?? 1000, reason: render(close.reason ?? '') } }),
    ...(pingIntervalMilliseconds !== undefined && { pingMs: pingIntervalMilliseconds }),
    ...(protocol !== undefined && { protocol }),
  };
}

function bodyOf({ body, jsonBody, base64Body }: SocketMessageDefinition, render: (text: string) => string) {
  if (base64Body !== undefined) return fromBase64(base64Body) ?? '';
  return render(body ?? JSON.stringify(jsonBody) ?? '');
}

/** textOfMessages returns messages as the journal shows them. */
export const textOfMessages = (messages: readonly SocketMessage[]): string =>
  messages.map(({ body }) => (typeof body === 'string' ? body : `(${body.length} bytes)`)).join('\n');
