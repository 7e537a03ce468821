/** ImportProblem says what could not be imported from a document, where it is and why. */
export interface ImportProblem {
  place: string;
  reason: string;
}

/** Without a limit, a document that is wrong everywhere would have as many problems as lines. */
const problemLimit = 500;

/** ProblemList collects problems without duplicates. */
export class ProblemList {
  readonly #problems = new Map<string, ImportProblem>();

  add(place: string, reason: string): void {
    if (this.#problems.size < problemLimit) this.#problems.set(`${place}\0${reason}`, { place, reason });
  }

  list(): ImportProblem[] {
    return [...this.#problems.values()];
  }
}
