/** How many faults of a room are tried; the seed says which. */
export interface Sample {
  size: number;
  seed: number;
}

/**
 * chosenFaults takes so many faults at even steps, so that each file and each part of it has its share. The seed says where the steps begin.
 */
export function chosenFaults<T>(faults: readonly T[], { size, seed }: Sample): T[] {
  if (size >= faults.length) return [...faults];
  const step = faults.length / size;
  // Multiples of the golden ratio: neighbouring seeds begin far from each other.
  const start = step * ((seed * 0.618_033_988_75) % 1);
  const chosen = new Set(Array.from({ length: size }, (_, index) => Math.floor(start + index * step)));
  return faults.filter((_, index) => chosen.has(index));
}

/** What Stryker asks before it runs the tests on a fault: one outside the sample counts as one that does not compile. */
class Sampler {
  readonly #chosen = new Set<string>();

  async init(): Promise<void> {}

  /** Stryker gives all faults at once, and checks them after that. */
  async group(faults: { id: string }[]) {
    const sample: Sample = JSON.parse(process.env.TOUCHSTONE_MUTATION_SAMPLE ?? '{}');
    for (const { id } of chosenFaults(faults, sample)) this.#chosen.add(id);
    return [faults.map(({ id }) => id)];
  }

  async check(faults: { id: string }[]) {
    const statusOf = (id: string) => (this.#chosen.has(id) ? 'passed' : 'compileError');
    return Object.fromEntries(faults.map(({ id }) => [id, { status: statusOf(id), reason: 'not in the sample' }]));
  }
}

/** How Stryker finds the sampler. */
export const strykerPlugins = [{ kind: 'Checker', name: 'sample', injectableClass: Sampler }];
