import { type LoadFrame, mergeFrames } from '../core/index.ts';

/**
 * FrameMerger merges the frames of several threads, second by second, in order. A thread delivers one frame per second.
 */
export class FrameMerger {
  readonly #onFrame: (frame: LoadFrame) => void;
  /** Frames of each thread that wait for the other threads'. */
  readonly #waiting: LoadFrame[][];
  readonly #hasEnded: boolean[];

  constructor(threads: number, onFrame: (frame: LoadFrame) => void) {
    this.#onFrame = onFrame;
    this.#waiting = Array.from({ length: threads }, () => []);
    this.#hasEnded = this.#waiting.map(() => false);
  }

  add(thread: number, frame: LoadFrame): void {
    this.#waiting[thread]!.push(frame);
    this.#give();
  }

  /** A thread has delivered its last frame. */
  ended(thread: number): void {
    this.#hasEnded[thread] = true;
    this.#give();
  }

  #give(): void {
    while (this.#waiting.every((frames, thread) => frames.length > 0 || this.#hasEnded[thread])) {
      const second = Math.min(...this.#waiting.map((frames) => frames[0]?.second ?? Number.POSITIVE_INFINITY));
      if (second === Number.POSITIVE_INFINITY) return;
      const due = this.#waiting.flatMap((frames) => (frames[0]?.second === second ? [frames.shift()!] : []));
      this.#onFrame(mergeFrames(due));
    }
  }
}
