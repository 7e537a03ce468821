import { type EvaluatedFlag, type PageFlag, pageFlags } from '@touchstone/contracts/feature-flags';
import { useSyncExternalStore } from 'react';

export type FlagValues = Record<PageFlag, boolean>;

const names = Object.keys(pageFlags) as PageFlag[];

/** readFlags picks the page's flags from the server's response; missing ones keep their defaults. */
export function readFlags(evaluated: readonly EvaluatedFlag[]): FlagValues {
  const values = { ...pageFlags };
  for (const { key, value } of evaluated) {
    const name = names.find((known) => known === key);
    if (name && typeof value === 'boolean') values[name] = value;
  }
  return values;
}

let current: FlagValues = pageFlags;
const listeners = new Set<() => void>();

/** flagValues is the flag values of the signed-in user; defaults until the server has responded. */
export const flagValues = {
  get: (): FlagValues => current,
  set(values: FlagValues): void {
    current = values;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** useFlags returns the flag values of the signed-in user, as a hook. */
export const useFlags = (): FlagValues => useSyncExternalStore(flagValues.subscribe, flagValues.get);

/** useFlag returns whether a flag is on for the signed-in user. */
export const useFlag = (name: PageFlag): boolean => useFlags()[name];
