import { useSyncExternalStore } from 'react';
import { preferencesKey, readStoredPreferences } from './stored-preferences.ts';

/** RecentPick is an entry with an address that was picked in the palette. */
export interface RecentPick {
  label: string;
  description?: string | undefined;
  path: string;
}

/** A user's choices in this browser; kept in local storage. */
export interface Preferences {
  density: 'auto' | 'compact' | 'comfortable';
  projectId: string | null;
  /** Selected project of each area that has its own projects. */
  areaProjects: Readonly<Record<string, string>>;
  teamId: string | null;
  /** Selected environment per project. */
  environments: Record<string, string | null>;
  /** Selected run configuration per project. */
  runConfigurations: Record<string, string>;
  /** Share of the first pane of each split, in percent. */
  splits: Record<string, number>;
  /** Whether the response is below or beside the request. */
  editorLayout: 'under' | 'beside';
  /** Open script tabs per suite. */
  openTabs: Record<string, { scriptIds: string[]; active: string | null }>;
  /** Recent palette picks by user, newest first. */
  recentPicks: Record<string, RecentPick[]>;
  /** Whether the list of screens is folded to icons: on most pages, and on pages that need the width. */
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
      // Storage is full or blocked: the choice lasts until the page is closed.
    }
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** usePreferences returns the preferences, as a hook. */
export const usePreferences = (): Preferences => useSyncExternalStore(preferences.subscribe, preferences.get);
