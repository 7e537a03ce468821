import type { Channel } from './channel.ts';

type Callback = (...input: unknown[]) => unknown;
interface Timer {
  callback: Callback;
  input: unknown[];
  delayMs: number;
  repeats: boolean;
}

/** setTimeout and its family; the worker keeps the time, within the script's limit. */
export class Timers {
  readonly #channel: Channel;
  readonly #timers = new Map<number, Timer>();
  #next = 1;

  constructor(channel: Channel) {
    this.#channel = channel;
  }

  start(callback: unknown, delay: unknown, input: unknown[], repeats: boolean): number {
    if (typeof callback !== 'function') throw new TypeError('The timer needs a function');
    const id = this.#next;
    this.#next += 1;
    const delayMs = Math.max(repeats ? 1 : 0, Number(delay) || 0);
    this.#timers.set(id, { callback: callback as Callback, input, delayMs, repeats });
    this.#channel.send({ type: 'timer', id, delayMs });
    return id;
  }

  clear(id: unknown): void {
    if (this.#timers.delete(Number(id))) this.#channel.send({ type: 'clearTimer', id: Number(id) });
  }

  fire(id: number): void {
    const timer = this.#timers.get(id);
    if (timer === undefined) return;
    if (timer.repeats) this.#channel.send({ type: 'timer', id, delayMs: timer.delayMs });
    else this.#timers.delete(id);
    timer.callback(...timer.input);
  }
}
