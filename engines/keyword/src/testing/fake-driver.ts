import type { FakeClock } from '@touchstone/kernel';
import type { Driver, DriverCall, Evidence, Outcome, StateAnswer, StateQuestion } from '../core/run/driver.ts';

const fine: Outcome = { status: 'passed', message: '' };

/** Records its calls, returns a test's answers, and advances a fake clock by 10 ms per call. */
export class FakeDriver implements Driver {
  readonly calls: DriverCall[] = [];
  readonly questions: StateQuestion[] = [];
  pictures = 0;
  readonly #clock: FakeClock;
  /** Answers in order by the name of the target or the keyword; the last one repeats. */
  readonly #answers = new Map<string, (Outcome | Error)[]>();
  readonly #states: StateAnswer[] = [];

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }
  answer(name: string, ...outcomes: (Partial<Outcome> | Error)[]): this {
    this.#answers.set(
      name,
      outcomes.map((outcome) => (outcome instanceof Error ? outcome : { ...fine, ...outcome })),
    );
    return this;
  }
  answerStates(...answers: (boolean | string)[]): this {
    this.#states.push(...answers.map((given) => (typeof given === 'string' ? { error: given } : { holds: given })));
    return this;
  }
  /** The calls as short lines: keyword, target and non-empty arguments. */
  get lines(): string[] {
    return this.calls.map(({ keyword, target, args }) =>
      [keyword, target?.name, ...Object.values(args).filter((text) => text !== '')].filter(Boolean).join(' '),
    );
  }
  async perform(call: DriverCall): Promise<Outcome> {
    this.calls.push(call);
    this.#clock.advance(10);
    const answers = this.#answers.get(call.target?.name ?? '') ?? this.#answers.get(call.keyword);
    const outcome = (answers && answers.length > 1 ? answers.shift() : answers?.[0]) ?? fine;
    if (outcome instanceof Error) throw outcome;
    return outcome;
  }
  async state(question: StateQuestion): Promise<StateAnswer> {
    this.questions.push(question);
    return this.#states.shift() ?? { holds: false };
  }
  async screenshot(): Promise<Evidence> {
    this.pictures += 1;
    return { name: `Picture ${this.pictures}`, mediaType: 'image/jpeg', bytes: new Uint8Array([this.pictures]) };
  }
}
