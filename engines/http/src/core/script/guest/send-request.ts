import type { ScriptRequest, ScriptResponse } from '../script-types.ts';
import type { Channel } from './channel.ts';
import { looseRequest } from './request.ts';
import { Response } from './response.ts';

type Callback = (error: Error | null, response?: Response) => unknown;

/** `pm.sendRequest` in both forms; the host sends, under its address policy. */
export class RequestSender {
  readonly #channel: Channel;
  readonly #resolve: (request: ScriptRequest) => ScriptRequest;
  readonly #to: (response: Response) => unknown;
  readonly #waiting = new Map<number, (error: Error | null, response?: Response) => void>();
  #next = 1;

  constructor(
    channel: Channel,
    resolve: (request: ScriptRequest) => ScriptRequest,
    to: (response: Response) => unknown,
  ) {
    this.#channel = channel;
    this.#resolve = resolve;
    this.#to = to;
  }

  send(given: unknown, callback?: unknown): Promise<Response> | undefined {
    if (typeof callback === 'function') {
      this.#start(given, callback as Callback);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      this.#start(given, (error, response) => (error === null ? resolve(response!) : reject(error)));
    });
  }

  receive(id: number, given: { response?: unknown; error?: string }): void {
    const settle = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (given.error !== undefined) settle?.(new Error(given.error));
    else settle?.(null, new Response(given.response as ScriptResponse, this.#to));
  }

  #start(given: unknown, settle: Callback): void {
    const id = this.#next;
    this.#next += 1;
    this.#waiting.set(id, settle);
    this.#channel.send({ type: 'request', id, request: this.#resolve(looseRequest(given)) });
  }
}
