const maxCharacters = 1_000_000;

/** Orders parts as in the plan, even if they were executed in another order. */
const inPlan = new Intl.Collator('en', { numeric: true });

/** What is stored of a run: for each part with its own browser, the wanted variables that it set. */
type Kept = [unitKey: string, values: Record<string, string>][];

/** KeptVariables stores the requested variables of a run for whoever started it; secrets in them are masked. */
export class KeptVariables {
  readonly #wanted: readonly string[];
  readonly #mask: (text: string) => string;
  /** Parts that an earlier runner executed. */
  readonly #before: Map<string, Record<string, string>>;
  readonly #own = new Map<string, ReadonlyMap<string, string>>();

  constructor(wanted: readonly string[], mask: (text: string) => string, checkpoint: unknown) {
    this.#wanted = wanted;
    this.#mask = mask;
    this.#before = new Map((checkpoint as Kept | undefined) ?? []);
  }

  /** Starts a part; `variables` receives what it sets. */
  begin(unitKey: string, variables: ReadonlyMap<string, string>): void {
    this.#before.delete(unitKey);
    this.#own.set(unitKey, variables);
  }

  /** What to store now; empty if it is too large. */
  read(): Kept {
    const own = [...this.#own].map(([key, variables]): Kept[number] => [key, this.#wantedOf(variables)]);
    const kept: Kept = [...this.#before, ...own].toSorted(([a], [b]) => inPlan.compare(a, b));
    return JSON.stringify(kept).length > maxCharacters ? [] : kept;
  }

  /** Why the run can't pass its variables on; undefined if it can. */
  get problem(): string | undefined {
    const hasAny = [...this.#own.values()].some((variables) => Object.keys(this.#wantedOf(variables)).length > 0);
    return hasAny && this.read().length === 0
      ? 'The variables that this run hands on are larger than 1 MB together. Hand on fewer or shorter ones.'
      : undefined;
  }

  #wantedOf(variables: ReadonlyMap<string, string>): Record<string, string> {
    return Object.fromEntries(
      this.#wanted.flatMap((name) => {
        const value = variables.get(name);
        return value === undefined ? [] : [[name, this.#mask(value)]];
      }),
    );
  }
}

/** keptValues returns the variables a run passed on; if several parts set one, the last wins. */
export const keptValues = (state: unknown): Record<string, string> =>
  Object.assign({}, ...((state as Kept | undefined) ?? []).map(([, values]) => values));
