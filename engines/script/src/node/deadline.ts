/** Deadline counts time only between `start` and `pause`, and calls back once when it is used up. */
export class Deadline {
  #leftMs: number;
  #startedMs: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #onEnd: () => void;

  constructor(limitMs: number, onEnd: () => void) {
    this.#leftMs = limitMs;
    this.#onEnd = onEnd;
  }

  start(): void {
    if (this.#timer !== undefined) return;
    this.#startedMs = performance.now();
    this.#timer = setTimeout(this.#onEnd, Math.max(0, this.#leftMs));
  }

  pause(): void {
    if (this.#startedMs !== undefined) this.#leftMs -= performance.now() - this.#startedMs;
    this.stop();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#startedMs = undefined;
  }
}
