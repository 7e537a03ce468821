/** What the sandbox can say to its worker; the only way out. */
export type GuestMessage =
  | { type: 'log'; level: 'log' | 'info' | 'warn' | 'error'; text: string }
  | { type: 'test'; index: number; name: string; passed: boolean; message: string }
  | { type: 'timer'; id: number; delayMs: number }
  | { type: 'clearTimer'; id: number }
  | { type: 'request'; id: number; request: unknown };

/** What the worker says to the sandbox. */
export type HostMessage =
  | { type: 'timer'; id: number }
  | { type: 'response'; id: number; response?: unknown; error?: string };

// Kept from before any script runs, so that a script that replaces them does not cut itself off.
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
