import type { HttpStep } from './plan.ts';

type Read = () => Promise<HttpStep | undefined>;

/** How many earlier steps of a group can be jumped back to; a group may be a data-driven run of any length. */
const maxHistory = 10_000;

/** StepFlow returns the steps of a source in order, and lets scripts jump to another step of the same group. */
export class StepFlow {
  readonly #read: Read;
  readonly #sequenceOf: (step: HttpStep) => string;
  /** The part of the current group read so far; `#position` is its next step. */
  #group: HttpStep[] = [];
  #position = 0;
  /** First step of the next group, if a jump had to read that far. */
  #ahead: HttpStep | undefined;

  /** `start` is the part of a group already read; `sequenceOf` names the group of a step. */
  constructor(
    read: Read,
    start: { group: readonly HttpStep[]; position: number } = { group: [], position: 0 },
    sequenceOf: (step: HttpStep) => string = ({ group }) => group,
  ) {
    this.#read = read;
    this.#sequenceOf = sequenceOf;
    this.#group = [...start.group];
    this.#position = start.position;
  }

  async next(): Promise<HttpStep | undefined> {
    if (this.#position >= this.#group.length && !(await this.#readOne())) {
      if (this.#ahead === undefined) return undefined;
      this.#group = [this.#ahead];
      this.#ahead = undefined;
      this.#position = 0;
    }
    const step = this.#group[this.#position]!;
    this.#position += 1;
    return step;
  }

  /** Continues with the named step, or ends the group for null and unknown names. Returns the skipped steps. */
  async jump(target: string | null): Promise<{ found: boolean; skipped: HttpStep[] }> {
    const from = this.#position;
    const isTarget = (step: HttpStep) => target === (step.iteration?.stepName ?? step.name) || target === step.id;
    let index = target === null ? -1 : this.#find(isTarget, from);
    while (index < 0 && (await this.#readOne())) {
      if (target !== null && isTarget(this.#group.at(-1)!)) index = this.#group.length - 1;
    }
    const found = index >= 0;
    this.#position = found ? index : this.#group.length;
    return { found, skipped: this.#group.slice(from, Math.max(from, this.#position)) };
  }

  /** Index of the next step with that name, or else of an earlier one. */
  #find(isTarget: (step: HttpStep) => boolean, from: number): number {
    const later = this.#group.findIndex((step, index) => index >= from && isTarget(step));
    return later >= 0 ? later : this.#group.findIndex(isTarget);
  }

  /** Reads one more step of the group; returns false at the end of the group. */
  async #readOne(): Promise<boolean> {
    if (this.#ahead !== undefined) return false;
    const step = await this.#read();
    if (step === undefined) return false;
    if (this.#sequenceOf(step) !== this.#sequenceOf(this.#group[0] ?? step)) {
      this.#ahead = step;
      return false;
    }
    if (this.#group.length >= maxHistory && this.#position >= this.#group.length) {
      this.#group.splice(0, maxHistory / 2);
      this.#position = this.#group.length;
    }
    this.#group.push(step);
    return true;
  }
}
