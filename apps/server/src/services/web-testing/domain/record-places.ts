import { newId } from '@touchstone/kernel';
import type { FinishedStep } from '../../runs/index.ts';

/** 2 to the power of −30: a position holds as many repetitions between two planned steps. */
const positionStep = 2 ** -30;

/** What earlier runners have recorded of a run, by index of its planned rows. */
export interface Recorded {
  /** Ids of those without a result. */
  open: ReadonlyMap<number, string>;
  /** How many further executions each has. */
  repeats: ReadonlyMap<number, number>;
  /** How many further executions, of whichever, stand behind each. */
  behind: ReadonlyMap<number, number>;
}

/** Where the record of one execution goes. */
export interface RecordPlace {
  /** Id of its row. */
  stepId: string;
  /**
   * Takes the row, to be recorded at once: new rows are counted in the order in which they are recorded, so that after the loss of a runner
   * none is missing between others.
   */
  take(): Pick<FinishedStep, 'index' | 'repeat'>;
}

/**
 * RecordPlaces says where each execution of the planned rows of one unit is recorded: the first in the planned row, further ones, as in loops,
 * in rows of their own behind the furthest one of the unit, whatever other units do at the same time. Executions that an earlier runner has
 * recorded are not recorded again: of each row it has recorded the first ones, because a unit records one after the other.
 */
export class RecordPlaces {
  /** Planned rows without a result: their ids by index. */
  readonly #open = new Map<number, string>();
  /** Executions that are recorded, by index. */
  readonly #recorded = new Map<number, number>();
  readonly #executed = new Map<number, number>();
  readonly #takeIndex: () => number;
  #furthest = -1;
  #repeats: number;

  /** `indexes` are those of the rows of the unit; `takeIndex` gives the next index of the run that no row has. */
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

  /** Whether rows are left without a result. */
  get hasOpen(): boolean {
    return this.#open.size > 0;
  }

  isOpen(index: number): boolean {
    return this.#open.has(index);
  }

  /** The place of a further execution of a planned row; undefined where it is recorded already. */
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
