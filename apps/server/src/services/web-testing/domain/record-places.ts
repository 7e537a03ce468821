import { newId } from '@touchstone/kernel';
import type { FinishedStep } from '../../runs/index.ts';

/** 2^−30: a position has room for that many repetitions between two planned steps. */
const positionStep = 2 ** -30;

/** What earlier runners recorded of a run, by index of the planned rows. */
export interface Recorded {
  /** Ids of the rows without a result. */
  open: ReadonlyMap<number, string>;
  /** Number of repetitions of each row. */
  repeats: ReadonlyMap<number, number>;
  /** Number of repetitions, of any row, that are placed after each row. */
  behind: ReadonlyMap<number, number>;
}

/** Where an execution is recorded. */
export interface RecordPlace {
  /** Id of its row. */
  stepId: string;
  /**
   * Takes the row; the caller must record it immediately. New rows are numbered in the order they are recorded, so that
   * after a runner is lost there are no gaps between others.
   */
  take(): Pick<FinishedStep, 'index' | 'repeat'>;
}

/**
 * RecordPlaces decides where each execution of a unit's planned rows is recorded: the first in the planned row,
 * repetitions, as in loops, in their own rows after the furthest one of the unit, whatever other units do at the same
 * time. Executions recorded by an earlier runner aren't recorded again: these are the first ones of each row, because a
 * unit records them in order.
 */
export class RecordPlaces {
  /** Planned rows without a result: their ids by index. */
  readonly #open = new Map<number, string>();
  /** Number of recorded executions, by index. */
  readonly #recorded = new Map<number, number>();
  readonly #executed = new Map<number, number>();
  readonly #takeIndex: () => number;
  #furthest = -1;
  #repeats: number;

  /** `indexes` are the unit's rows; `takeIndex` returns the next unused index of the run. */
  constructor(indexes: Iterable<number>, { open, repeats, behind }: Recorded, takeIndex: () => number) {
    this.#takeIndex = takeIndex;
    for (const index of indexes) {
      const stepId = open.get(index);
      if (stepId !== undefined) {
        this.#open.set(index, stepId);
        continue;
      }
      this.#recorded.set(index, (repeats.get(index) ?? 0) + 1);
      this.#furthest = Math.max(this.#furthest, index);
    }
    this.#repeats = behind.get(this.#furthest) ?? 0;
  }

  /** Whether any row has no result yet. */
  get hasOpen(): boolean {
    return this.#open.size > 0;
  }

  isOpen(index: number): boolean {
    return this.#open.has(index);
  }

  /** The place of the next execution of a planned row; undefined if it has already been recorded. */
  next(index: number): RecordPlace | undefined {
    const nth = (this.#executed.get(index) ?? 0) + 1;
    this.#executed.set(index, nth);
    const stepId = this.#open.get(index);
    if (stepId !== undefined) {
      this.#open.delete(index);
      this.#recorded.set(index, nth);
      this.#advance(index);
      return { stepId, take: () => ({ index }) };
    }
    if (nth <= (this.#recorded.get(index) ?? 1)) return undefined;
    this.#recorded.set(index, nth);
    this.#repeats += 1;
    const repeat = { of: index, stepId: newId(), position: this.#furthest + this.#repeats * positionStep };
    return { stepId: repeat.stepId, take: () => ({ index: this.#takeIndex(), repeat }) };
  }

  #advance(index: number): void {
    if (index <= this.#furthest) return;
    this.#furthest = index;
    this.#repeats = 0;
  }
}
