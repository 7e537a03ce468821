import type { ComparedValues } from './compared-values.ts';

/** Messages from the sandbox to its worker; the only way out. */
export type GuestMessage =
  | { type: 'log'; level: 'log' | 'info' | 'warn' | 'error'; text: string }
  | { type: 'test'; index: number; name: string; passed: boolean; message: string; values?: ComparedValues | undefined }
  | { type: 'timer'; id: number; delayMs: number }
  | { type: 'clearTimer'; id: number }
  | { type: 'request'; id: number; request: unknown }
  | { type: 'cookies'; id: number; call: unknown };

/** Messages from the worker to the sandbox; `response` answers a request, `value` is the cookie jar's result. */
export type HostMessage =
  | { type: 'timer'; id: number }
  | { type: 'response'; id: number; response?: unknown; value?: unknown; error?: string };

// Captured before any script runs, so that a script that replaces them doesn't cut itself off.
const { stringify, parse } = JSON;

/** Channel sends messages as JSON text. */
export class Channel {
  readonly #post: (text: string) => void;

  constructor(post: (text: string) => void) {
    this.#post = post;
  }

  send(message: GuestMessage): void {
    this.#post(stringify(message));
  }

  read(text: string): HostMessage {
    return parse(text) as HostMessage;
  }
}

interface Answer {
  response?: unknown;
  value?: unknown;
  error?: string;
}

/** Calls are requests to the host that wait for an answer. */
export class Calls {
  readonly #channel: Channel;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #next = 1;

  constructor(channel: Channel) {
    this.#channel = channel;
  }

  request(request: unknown, settle: (answer: Answer) => void): void {
    this.#channel.send({ type: 'request', id: this.#wait(settle), request });
  }

  cookies(call: unknown, settle: (answer: Answer) => void): void {
    this.#channel.send({ type: 'cookies', id: this.#wait(settle), call });
  }

  receive(id: number, answer: Answer): void {
    const settle = this.#waiting.get(id);
    this.#waiting.delete(id);
    settle?.(answer);
  }

  #wait(settle: (answer: Answer) => void): number {
    const id = this.#next;
    this.#next += 1;
    this.#waiting.set(id, settle);
    return id;
  }
}
