import type { QueryKey } from '@tanstack/react-query';

/** Choice is an entry of a list that is chosen from. */
export interface Choice {
  value: string;
  label: string;
  /** Shown, but cannot be chosen. */
  isDisabled?: boolean;
}

/** What is asked of a list of choices. */
export interface ChoiceQuery {
  /** Part of the name; empty for all. */
  searchTerm: string;
  /** Counts from 0. */
  page: number;
  size: number;
}

/** Where the choices of a list come from that is too long to be loaded whole. */
export interface ChoiceSource {
  queryKey: QueryKey;
  load: (query: ChoiceQuery, signal: AbortSignal) => Promise<{ choices: Choice[]; total: number }>;
}
