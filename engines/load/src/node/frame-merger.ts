import { type LoadFrame, mergeFrames } from '../core/index.ts';

/** FrameMerger puts the frames of several threads together, second by second, in order. A thread gives one frame for each second. */
export class FrameMerger {
  readonly #onFrame: (frame: LoadFrame) => void;
  /** Frames of each thread that wait for those of the others. */
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

  /** A thread has given its last frame. */
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
