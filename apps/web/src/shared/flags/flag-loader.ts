import { type EvaluatedFlag, pageFlags } from '@touchstone/contracts/feature-flags';
import { type FlagValues, readFlags } from './flag-values.ts';

/** Dependencies of the loader; tests supply their own. */
export interface FlagPorts {
  evaluate(): Promise<readonly EvaluatedFlag[]>;
  /** Key of the user, organization and team that flags are evaluated for; null while signed out. */
  whom(): string | null;
  nowMs(): number;
  put(values: FlagValues): void;
}

/** After this time flags are loaded again on the next occasion, such as a session renewal. */
const staleMs = 60_000;

/** createFlagLoader loads flags once per user, and again when stale; without a response the defaults apply. */
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
    /** Loads the flags for the current user if needed. */
    follow(): void {
      const person = whom();
      if (person === null) {
        asked = undefined;
        if (shownFor !== undefined) show(undefined, pageFlags);
      } else if (asked?.whom !== person || nowMs() - asked.atMs >= staleMs) ask(person);
    },
    /** Loads the flags again after one was changed. */
    reload(): void {
      asked = undefined;
      this.follow();
    },
    /** Waits for the first response; if it fails, the defaults apply. */
    async ready(): Promise<void> {
      this.follow();
      await asked?.answer;
    },
  };
}
