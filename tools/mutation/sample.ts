/** How many faults of a room to try; the seed determines which. */
export interface Sample {
  size: number;
  seed: number;
}

/**
 * chosenFaults picks faults at even intervals, so that each file and each part of it is represented. The seed
 * determines the first one.
 */
export function chosenFaults<T>(faults: readonly T[], { size, seed }: Sample): T[] {
  if (size >= faults.length) return [...faults];
  const step = faults.length / size;
  // Multiples of the golden ratio: neighbouring seeds start far from each other.
  const start = step * ((seed * 0.618_033_988_75) % 1);
  const chosen = new Set(Array.from({ length: size }, (_, index) => Math.floor(start + index * step)));
  return faults.filter((_, index) => chosen.has(index));
}

/** Stryker's checker, called before the tests run on a fault: faults outside the sample count as compile errors. */
class Sampler {
  readonly #chosen = new Set<string>();

  async init(): Promise<void> {}

  /** Stryker passes all faults at once, and checks them after that. */
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

/** Registers the sampler with Stryker. */
export const strykerPlugins = [{ kind: 'Checker', name: 'sample', injectableClass: Sampler }];
