import { useSyncExternalStore } from 'react';
import type { CreateKind } from './create-target.ts';

let wanted: CreateKind | null = null;
const listeners = new Set<() => void>();
const want = (kind: CreateKind | null) => {
  wanted = kind;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** openCreate opens the global create dialog over the current screen. */
export const openCreate = (kind: CreateKind): void => want(kind);
export const closeCreate = (): void => want(null);
export const useCreateRequest = (): CreateKind | null => useSyncExternalStore(subscribe, () => wanted);
