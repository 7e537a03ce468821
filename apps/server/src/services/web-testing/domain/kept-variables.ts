const mostCharacters = 1_000_000;

/** Parts in the order of the plan, also where they were executed in another one. */
const inPlan = new Intl.Collator('en', { numeric: true });

/** What is kept of a run: for each part that has a browser of its own, the wanted variables that it has set. */
type Kept = [unitKey: string, values: Record<string, string>][];

/** KeptVariables keeps those variables of a run for whoever started it that were asked for; secrets in them are masked. */
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

  /** A part begins: `variables` gets what it sets. */
  begin(unitKey: string, variables: ReadonlyMap<string, string>): void {
    this.#before.delete(unitKey);
    this.#own.set(unitKey, variables);
  }

  /** What is to be kept now; nothing once it is too large. */
  read(): Kept {
    const own = [...this.#own].map(([key, variables]): Kept[number] => [key, this.#wantedOf(variables)]);
    const kept: Kept = [...this.#before, ...own].toSorted(([a], [b]) => inPlan.compare(a, b));
    return JSON.stringify(kept).length > mostCharacters ? [] : kept;
  }

  /** Why the run can't hand its variables on; undefined where it can. */
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

/** keptValues are the variables that a run handed on; of several parts that set one the last counts. */
export const keptValues = (state: unknown): Record<string, string> =>
  Object.assign({}, ...((state as Kept | undefined) ?? []).map(([, values]) => values));
