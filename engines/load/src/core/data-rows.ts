import { type RandomSource, seededRandom } from '@touchstone/kernel';
import type { LoadScenario } from './plan.ts';
import { numberOf } from './share.ts';

export type DataRow = Record<string, string>;

/** DataRows supplies the row of each iteration of a scenario (or its slice). */
export interface DataRows {
  /** `iteration` counts the slice's iterations from 0. */
  next(iteration: number): { row: DataRow | undefined } | 'usedUp';
}

/** dataRows returns the source of a scenario's rows; without data, every iteration runs without a row. */
export function dataRows({ data, name, slice }: LoadScenario, seed: number): DataRows {
  if (data === undefined) return { next: () => ({ row: undefined }) };
  const { rows, mode } = data;
  switch (mode) {
    // A slice contains only its own rows.
    case 'unique':
      return { next: (iteration) => (iteration < rows.length ? { row: rows[iteration] } : 'usedUp') };
    case 'shared':
      return { next: (iteration) => ({ row: rows[numberOf(iteration, slice) % rows.length] }) };
    case 'random': {
      const random = scenarioRandom(name, slice?.index ?? 0, seed);
      return { next: () => ({ row: rows[Math.floor(random() * rows.length)] }) };
    }
  }
}

/** scenarioRandom returns a repeatable random source that differs between scenarios, slices and seeds. */
export function scenarioRandom(name: string, sliceIndex: number, seed: number): RandomSource {
  let hash = 0x811c9dc5;
  for (const character of `${seed}/${sliceIndex}/${name}`)
    hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193) >>> 0;
  return seededRandom(hash);
}
