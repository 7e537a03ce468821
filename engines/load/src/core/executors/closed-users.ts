import { scenarioRandom } from '../data-rows.ts';
import type { LoadTimer } from '../load-timer.ts';
import type { LoadScenario } from '../plan.ts';
import { drawThinkTime } from '../think-time.ts';
import type { IterationControl, IterationRules } from './iteration-control.ts';

/**
 * ClosedUsers are virtual users that iterate one iteration after another, with think time and pacing, while they are
 * present.
 */
export class ClosedUsers implements IterationRules {
  readonly #scenario: LoadScenario;
  readonly #control: IterationControl;
  readonly #timer: LoadTimer;
  readonly #mayStart: (vu: number) => boolean;
  readonly #random: () => number;
  readonly #present = new Set<number>();
  readonly #startedMs: number[] = [];
  /** Cancels the pause of a thinking user. */
  readonly #pauses = new Map<number, () => void>();
  /** Cancels the deadline of an iteration whose user was removed. */
  readonly #deadlines = new Map<number, () => void>();

  /** `mayStart` is checked before each iteration; a user that may not start leaves. */
  constructor(
    scenario: LoadScenario,
    control: IterationControl,
    options: { timer: LoadTimer; seed: number; mayStart?: (vu: number) => boolean },
  ) {
    this.#scenario = scenario;
    this.#control = control;
    this.#timer = options.timer;
    this.#mayStart = options.mayStart ?? (() => true);
    this.#random = scenarioRandom(`${scenario.name} pauses`, scenario.slice?.index ?? 0, options.seed);
  }

  /** Users that are present, and removed users whose last iteration still runs. */
  get active(): number {
    return this.#control.isClosing ? this.#control.running.size : this.#present.size + this.#deadlines.size;
  }

  /** Adds a user, which starts immediately; one that was just removed continues its iteration. */
  join(vu: number): void {
    if (this.#control.isClosing) return;
    this.#present.add(vu);
    if (this.#control.running.has(vu)) this.#drop(this.#deadlines, vu);
    else this.#start(vu, this.#timer.nowMs());
  }

  /** Adds users 0 to `count` - 1 together: all are present before the first one finishes. */
  joinAll(count: number): void {
    for (let vu = 0; vu < count; vu += 1) this.#present.add(vu);
    for (let vu = 0; vu < count; vu += 1) this.join(vu);
  }

  /** Removes a user; its iteration may continue for `graceMs`. */
  leave(vu: number, graceMs: number): void {
    if (!this.#present.delete(vu)) return;
    if (!this.#control.running.has(vu)) {
      this.#drop(this.#pauses, vu);
      this.#control.idle(vu);
    } else if (graceMs <= 0) this.#cutOff(vu);
    else
      this.#deadlines.set(
        vu,
        this.#timer.at(this.#timer.nowMs() + graceMs, () => this.#cutOff(vu)),
      );
  }

  freed(vu: number): void {
    if (!this.#present.has(vu)) {
      this.#drop(this.#deadlines, vu);
      this.#control.idle(vu);
      return;
    }
    const nowMs = this.#timer.nowMs();
    const { thinkTime, pacingMs = 0 } = this.#scenario;
    const resumeMs = Math.max(nowMs + drawThinkTime(thinkTime, this.#random), this.#startedMs[vu]! + pacingMs);
    if (resumeMs <= nowMs) this.#start(vu, nowMs, nowMs);
    else
      this.#pauses.set(
        vu,
        this.#timer.at(resumeMs, () => this.#start(vu, resumeMs)),
      );
  }

  closing(): void {
    for (const cancel of this.#pauses.values()) cancel();
    this.#pauses.clear();
  }

  over(): void {
    for (const cancel of this.#deadlines.values()) cancel();
    this.#deadlines.clear();
    this.#present.clear();
  }

  #start(vu: number, dueMs: number, nowMs = this.#timer.nowMs()): void {
    this.#pauses.delete(vu);
    if (this.#control.isClosing) return;
    if (!this.#mayStart(vu)) {
      this.#present.delete(vu);
      this.#control.idle(vu);
      if (this.#present.size === 0 && this.#control.running.size === 0) this.#control.close('finished');
      return;
    }
    this.#startedMs[vu] = nowMs;
    this.#control.begin(vu, { intendedMs: nowMs, dueMs, nowMs }, true);
  }

  #cutOff(vu: number): void {
    this.#drop(this.#deadlines, vu);
    this.#control.interrupt(vu);
    this.#control.idle(vu);
  }

  #drop(timers: Map<number, () => void>, vu: number): void {
    timers.get(vu)?.();
    timers.delete(vu);
  }
}
