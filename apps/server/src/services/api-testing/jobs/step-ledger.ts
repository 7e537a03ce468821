import { newId } from '@touchstone/kernel';
import type { Mask } from '@touchstone/report';
import type { FinishedStep, OpenStep } from '../../runs/index.ts';

/** A step that was read, with what its record needs. */
export interface LedgerEntry {
  step: OpenStep;
  /** Group of the plan: a suite, or one iteration of it. */
  group: string;
  mask: Mask;
}

/** Where an execution is recorded. */
export interface RecordPlace extends Pick<FinishedStep, 'index' | 'repeat'> {
  /** Absent for the first execution of a step. */
  occurrence?: number;
}

/** 2^−30: between two planned steps of a run with a million of them, a position has room for that many repetitions. */
const positionStep = 2 ** -30;

/**
 * StepLedger tracks the steps that were read, and where each execution is recorded: the first in the planned row,
 * further ones in their own rows between that step and the next.
 */
export class StepLedger {
  readonly #entries = new Map<string, LedgerEntry & { records: number }>();
  readonly #mayRepeat: boolean;
  #groups: string[] = [];
  #nextIndex: number;
  /** Highest index of a planned step with a record, and repetitions since. */
  #furthest = -1;
  #repeats = 0;

  /** `nextIndex` is the first index without a row; ended steps are kept only if scripts `mayRepeat` them. */
  constructor(options: { nextIndex: number; mayRepeat: boolean }) {
    this.#nextIndex = options.nextIndex;
    this.#mayRepeat = options.mayRepeat;
  }

  /** Adds a step that was read; `records` is how often an earlier runner recorded it. */
  add(entry: LedgerEntry, records = 0): void {
    if (this.#groups.at(-1) !== entry.group) this.#beginGroup(entry.group);
    this.#entries.set(entry.step.stepId, { ...entry, records });
    if (records > 0) this.#advance(entry.step.index);
  }

  /** Continues after the last record of an earlier runner. */
  restore(last: { position: number }): void {
    if (Math.floor(last.position) === this.#furthest)
      this.#repeats = Math.round((last.position - this.#furthest) / positionStep);
  }

  find(stepId: string): (LedgerEntry & { isFirst: boolean; records: number }) | undefined {
    const entry = this.#entries.get(stepId);
    return entry && { ...entry, isFirst: entry.records === 0 };
  }

  /** Returns where an execution that ended is recorded. */
  record(stepId: string): RecordPlace | undefined {
    const entry = this.#entries.get(stepId);
    if (entry === undefined) return undefined;
    const { index } = entry.step;
    entry.records += 1;
    if (!this.#mayRepeat) this.#entries.delete(stepId);
    if (entry.records === 1) {
      this.#advance(index);
      return { index };
    }
    this.#repeats += 1;
    this.#nextIndex += 1;
    const position = this.#furthest + this.#repeats * positionStep;
    return {
      index: this.#nextIndex - 1,
      repeat: { of: index, stepId: newId(), position },
      occurrence: entry.records,
    };
  }

  #advance(index: number): void {
    if (index <= this.#furthest) return;
    this.#furthest = index;
    this.#repeats = 0;
  }

  /** Keeps the previous group: its last steps may still be skipped after the next group was read. */
  #beginGroup(group: string): void {
    this.#groups.push(group);
    if (!this.#mayRepeat || this.#groups.length <= 2) return;
    const oldest = this.#groups.shift();
    for (const [id, entry] of this.#entries) if (entry.group === oldest) this.#entries.delete(id);
  }
}
