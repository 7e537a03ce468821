/** ImportProblem says what of a document could not be imported, where it stands and why. */
export interface ImportProblem {
  place: string;
  reason: string;
}

/** A document that is wrong everywhere would otherwise give as many problems as it has lines. */
const problemLimit = 500;

/** ProblemList collects problems, each once. */
export class ProblemList {
  readonly #problems = new Map<string, ImportProblem>();

  add(place: string, reason: string): void {
    if (this.#problems.size < problemLimit) this.#problems.set(`${place}\0${reason}`, { place, reason });
  }

  list(): ImportProblem[] {
    return [...this.#problems.values()];
  }
}
