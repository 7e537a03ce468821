import { useSyncExternalStore } from 'react';
import { preferencesKey, readStoredPreferences } from './stored-preferences.ts';

/** RecentPick is something with an address that was picked in the palette. */
export interface RecentPick {
  label: string;
  description?: string | undefined;
  path: string;
}

/** What one user on one browser chose; kept in local storage. */
export interface Preferences {
  density: 'auto' | 'compact' | 'comfortable';
  projectId: string | null;
  /** Project chosen in each area that has projects of its own. */
  areaProjects: Readonly<Record<string, string>>;
  teamId: string | null;
  /** Environment chosen per project. */
  environments: Record<string, string | null>;
  /** Run configuration chosen per project. */
  runConfigurations: Record<string, string>;
  /** Share of the first pane of each split, in percent. */
  splits: Record<string, number>;
  /** Whether the response lies under or beside the request. */
  editorLayout: 'under' | 'beside';
  /** Open script tabs per suite. */
  openTabs: Record<string, { scriptIds: string[]; active: string | null }>;
  /** What was picked in the palette, the newest first, by the user who picked it. */
  recentPicks: Record<string, RecentPick[]>;
  /** Whether the list of screens is folded to icons: on most pages, and on those that need the width. */
  foldedNavigation: { usual: boolean; wide: boolean };
}

const defaults: Preferences = {
  density: 'auto',
  projectId: null,
  areaProjects: {},
  teamId: null,
  environments: {},
  runConfigurations: {},
  splits: {},
  editorLayout: 'under',
  openTabs: {},
  recentPicks: {},
  foldedNavigation: { usual: false, wide: true },
};

let current: Preferences = { ...defaults, ...readStoredPreferences() };
const listeners = new Set<() => void>();

export const preferences = {
  get: (): Preferences => current,
  set(patch: Partial<Preferences>): void {
    current = { ...current, ...patch };
    try {
      localStorage.setItem(preferencesKey, JSON.stringify(current));
    } catch {
      // Full or blocked storage: the choice lives until the page is closed.
    }
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** usePreferences reads the preferences and follows their changes. */
export const usePreferences = (): Preferences => useSyncExternalStore(preferences.subscribe, preferences.get);
