import { createMatcher } from '@touchstone/kernel';
import type { LucideIcon } from 'lucide-react';

/** Action is a line of the palette. */
export interface Action {
  id: string;
  label: string;
  description?: string | undefined;
  icon: LucideIcon;
  keys?: string | undefined;
  /** Where it leads; actions without a path are not remembered. */
  path?: string | undefined;
  onPick: () => void;
}
/** Group shows the palette's actions under one title. */
export interface Group {
  title: string;
  actions: Action[];
}

const recentBonus = 15;
/** Penalty for a match by description only, which ranks below matches by name. */
const byDescription = 30;

function createScore(text: string, recentPaths: ReadonlySet<string>) {
  const score = createMatcher(text);
  return ({ label, description, path }: Action): number | undefined => {
    const own = score(label);
    const value = own ?? (description === undefined ? undefined : score(`${label} ${description}`));
    if (value === undefined) return undefined;
    return value - (own === undefined ? byDescription : 0) + (path && recentPaths.has(path) ? recentBonus : 0);
  };
}

/**
 * rank orders the palette: without a query, recent picks and then the groups as they are; with one, matches only, the
 * best first in each group, and the group with the best match first.
 */
export function rank(groups: readonly Group[], text: string, recent: readonly Action[]): Group[] {
  const present = groups.filter(({ actions }) => actions.length > 0);
  if (text.trim() === '') return recent.length > 0 ? [{ title: 'Recent', actions: [...recent] }, ...present] : present;
  const score = createScore(text, new Set(recent.flatMap(({ path }) => path ?? [])));
  return present
    .map(({ title, actions }) => ({
      title,
      scored: actions
        .flatMap((action) => {
          const value = score(action);
          return value === undefined ? [] : [{ action, value }];
        })
        .sort((a, b) => b.value - a.value),
    }))
    .filter(({ scored }) => scored.length > 0)
    .sort((a, b) => b.scored[0]!.value - a.scored[0]!.value)
    .map(({ title, scored }) => ({ title, actions: scored.map(({ action }) => action) }));
}
