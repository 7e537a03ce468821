import type { QueryKey } from '@tanstack/react-query';

/** Choice is an option of a list. */
export interface Choice {
  value: string;
  label: string;
  /** Shown, but not selectable. */
  isDisabled?: boolean;
}

/** Query of a list of choices. */
export interface ChoiceQuery {
  /** Part of the name; empty for all. */
  searchTerm: string;
  /** Counts from 0. */
  page: number;
  size: number;
}

/** Source of a list of choices that is too long to load whole. */
export interface ChoiceSource {
  queryKey: QueryKey;
  load: (query: ChoiceQuery, signal: AbortSignal) => Promise<{ choices: Choice[]; total: number }>;
}
