import { type EvaluatedFlag, pageFlags } from '@touchstone/contracts/feature-flags';
import { type FlagValues, readFlags } from './flag-values.ts';

/** What loading needs of the world; tests give their own. */
export interface FlagPorts {
  evaluate(): Promise<readonly EvaluatedFlag[]>;
  /** For whom flags are decided: another one for another user, organization or team; null while nobody is signed in. */
  whom(): string | null;
  nowMs(): number;
  put(values: FlagValues): void;
}

/** After this time flags are asked for again at the next occasion, such as the renewal of the session. */
const staleMs = 60_000;

/** createFlagLoader asks for flags once for each person, and again when they are old; where no answer comes, the defaults hold. */
export function createFlagLoader({ evaluate, whom, nowMs, put }: FlagPorts) {
  let asked: { whom: string; atMs: number; answer: Promise<void> } | undefined;
  let shownFor: string | undefined;

  const show = (person: string | undefined, values: FlagValues) => {
    shownFor = person;
    put(values);
  };
  const ask = (person: string) => {
    const mine = { whom: person, atMs: nowMs(), answer: Promise.resolve() };
    asked = mine;
    mine.answer = evaluate().then(
      (flags) => {
        if (asked === mine) show(person, readFlags(flags));
      },
      () => {
        if (asked !== mine) return;
        mine.atMs = Number.NEGATIVE_INFINITY;
        if (shownFor !== person) show(undefined, pageFlags);
      },
    );
  };

  return {
    /** Brings the flags up to date with who is signed in. */
    follow(): void {
      const person = whom();
      if (person === null) {
        asked = undefined;
        if (shownFor !== undefined) show(undefined, pageFlags);
      } else if (asked?.whom !== person || nowMs() - asked.atMs >= staleMs) ask(person);
    },
    /** Asks again, because a flag was changed. */
    reload(): void {
      asked = undefined;
      this.follow();
    },
    /** Waits for the first answer; without one the defaults hold. */
    async ready(): Promise<void> {
      this.follow();
      await asked?.answer;
    },
  };
}
