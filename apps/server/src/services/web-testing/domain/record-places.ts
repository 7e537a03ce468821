import { newId } from '@touchstone/kernel';
import type { FinishedStep } from '../../runs/index.ts';

/** 2 to the power of −30: a position holds as many repetitions between two planned steps. */
const positionStep = 2 ** -30;

/** Where the record of one execution goes, and the id of its row. */
export interface RecordPlace extends Pick<FinishedStep, 'index' | 'repeat'> {
  stepId: string;
}

/**
 * RecordPlaces says where each execution of a planned step is recorded: the first in the planned row, further ones, as in loops, in rows of
 * their own. Executions that an earlier runner has recorded are not recorded again.
 */
export class RecordPlaces {
  /** Planned rows without a result: their ids by index. */
  readonly #open: Map<number, string>;
  /** Executions that are recorded, by index. */
  readonly #recorded: Map<number, number>;
  readonly #executed = new Map<number, number>();
  #nextIndex: number;
  #furthest = -1;
  #repeats = 0;

  constructor(before: {
    open: ReadonlyMap<number, string>;
    repeats: ReadonlyMap<number, number>;
    nextIndex: number;
    lastPosition: number | undefined;
  }) {
    this.#open = new Map(before.open);
    this.#recorded = new Map([...before.repeats].map(([index, count]) => [index, count + 1]));
    this.#nextIndex = before.nextIndex;
    if (before.lastPosition !== undefined) {
      this.#furthest = Math.floor(before.lastPosition);
      this.#repeats = Math.round((before.lastPosition - this.#furthest) / positionStep);
    }
  }

  /** The id of a planned row that has no result yet. */
  openId(index: number): string | undefined {
    return this.#open.get(index);
  }

  /** The place of a further execution of a planned step; undefined where it is recorded already. */
  next(index: number): RecordPlace | undefined {
    const nth = (this.#executed.get(index) ?? 0) + 1;
    this.#executed.set(index, nth);
    const stepId = this.#open.get(index);
    if (stepId !== undefined) {
      this.#open.delete(index);
      this.#recorded.set(index, nth);
      this.#advance(index);
      return { index, stepId };
    }
    if (nth <= (this.#recorded.get(index) ?? 1)) return undefined;
    this.#recorded.set(index, nth);
    this.#repeats += 1;
    this.#nextIndex += 1;
    const repeat = { of: index, stepId: newId(), position: this.#furthest + this.#repeats * positionStep };
    return { index: this.#nextIndex - 1, stepId: repeat.stepId, repeat };
  }

  #advance(index: number): void {
    if (index <= this.#furthest) return;
    this.#furthest = index;
    this.#repeats = 0;
  }
}
