import type { LoadTimer } from '../core/load-timer.ts';

interface Entry {
  tick: number;
  callback: (() => void) | undefined;
}

const slotCount = 1024;

/**
 * TimerWheel runs many timers on one of Node's: adding and cancelling take constant time. It fires at most once a
 * millisecond, never before a timer is due.
 */
export class TimerWheel implements LoadTimer {
  readonly #slots: Entry[][] = Array.from({ length: slotCount }, () => []);
  readonly #originMs = performance.now();
  #count = 0;
  /** All timers up to this tick have fired. */
  #doneTick = 0;
  #armedTick = Number.POSITIVE_INFINITY;
  #timeout: NodeJS.Timeout | undefined;
  #isFiring = false;

  nowMs(): number {
    return performance.now();
  }

  at(ms: number, callback: () => void): () => void {
    const tick = Math.max(this.#doneTick + (this.#isFiring ? 0 : 1), Math.ceil(ms - this.#originMs));
    const entry: Entry = { tick, callback };
    this.#slots[tick % slotCount]!.push(entry);
    this.#count += 1;
    if (!this.#isFiring && tick < this.#armedTick) this.#arm(tick);
    return () => {
      entry.callback = undefined;
    };
  }

  /** Drops all timers. */
  close(): void {
    clearTimeout(this.#timeout);
    for (const slot of this.#slots) slot.length = 0;
    this.#count = 0;
  }

  #arm(tick: number): void {
    clearTimeout(this.#timeout);
    this.#armedTick = tick;
    this.#timeout = setTimeout(this.#wake, Math.max(1, Math.ceil(this.#originMs + tick - performance.now())));
  }

  readonly #wake = (): void => {
    const nowTick = Math.floor(performance.now() - this.#originMs);
    this.#isFiring = true;
    try {
      while (this.#doneTick < nowTick) {
        if (nowTick - this.#doneTick > slotCount) this.#doneTick = nowTick - slotCount;
        this.#doneTick += 1;
        this.#fire(this.#slots[this.#doneTick % slotCount]!);
      }
    } finally {
      this.#isFiring = false;
      this.#armedTick = Number.POSITIVE_INFINITY;
      const next = this.#nextTick();
      if (next !== undefined) this.#arm(next);
    }
  };

  #fire(slot: Entry[]): void {
    if (slot.length === 0) return;
    let kept = 0;
    // Callbacks may add to the slot while it is read.
    for (let index = 0; index < slot.length; index += 1) {
      const entry = slot[index]!;
      if (entry.tick > this.#doneTick) {
        slot[kept] = entry;
        kept += 1;
        continue;
      }
      this.#count -= 1;
      const { callback } = entry;
      entry.callback = undefined;
      callback?.();
    }
    slot.length = kept;
  }

  #nextTick(): number | undefined {
    if (this.#count === 0) return undefined;
    for (let tick = this.#doneTick + 1; tick <= this.#doneTick + slotCount; tick += 1) {
      for (const entry of this.#slots[tick % slotCount]!) if (entry.tick <= tick) return tick;
    }
    return this.#doneTick + slotCount;
  }
}
