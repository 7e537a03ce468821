import { type EvaluatedFlag, type PageFlag, pageFlags } from '@touchstone/contracts/feature-flags';
import { useSyncExternalStore } from 'react';

export type FlagValues = Record<PageFlag, boolean>;

const names = Object.keys(pageFlags) as PageFlag[];

/** readFlags picks the flags that the page knows out of the server's answer; what is missing keeps its default. */
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

/** flagValues is what flags decided for the signed-in user; the defaults until the server has answered. */
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

/** useFlags is what flags decided for the signed-in user, and follows it. */
export const useFlags = (): FlagValues => useSyncExternalStore(flagValues.subscribe, flagValues.get);

/** useFlag tells whether a flag is on for the signed-in user. */
export const useFlag = (name: PageFlag): boolean => useFlags()[name];
