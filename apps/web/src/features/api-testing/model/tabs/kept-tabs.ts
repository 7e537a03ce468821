import type { ScriptInput } from '@touchstone/contracts/api-testing';
import { privatePrefix } from '../../../../shared/session/private-storage.ts';
import { type EditorTab, isUnsaved } from './editor-tabs.ts';

/** Owner of the tabs. Tabs without a suite don't belong to one yet. */
export interface TabOwner {
  userId: string;
  projectId: string | undefined;
  suiteId: string | undefined;
}
export interface KeptTab {
  id: string;
  saved: ScriptInput | null;
  draft: ScriptInput;
  /** When `saved` was saved. */
  version?: string | null;
}
interface Entry extends KeptTab {
  atMs: number;
}

const prefix = `${privatePrefix}unsaved`;
const longestKeptMs = 30 * 24 * 60 * 60 * 1000;
const maxTabs = 20;
const longestTab = 300_000;

const placeOf = ({ userId, projectId, suiteId }: TabOwner): string =>
  [prefix, userId, projectId ?? '', suiteId ?? 'requests', ''].join(':');

const keysOf = (storage: Storage, start: string): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) => key.startsWith(start));

function entryOf(storage: Storage, key: string): Entry | undefined {
  try {
    const entry = JSON.parse(storage.getItem(key) ?? 'null') as Entry | null;
    return entry && typeof entry.id === 'string' && typeof entry.draft?.url === 'string' ? entry : undefined;
  } catch {
    return undefined;
  }
}

/** keptTabs returns the tabs with unsaved changes in this browser, in creation order. */
export function keptTabs(storage: Storage, owner: TabOwner, nowMs: number): KeptTab[] {
  const entries: Entry[] = [];
  for (const key of keysOf(storage, placeOf(owner))) {
    const entry = entryOf(storage, key);
    if (entry && nowMs - entry.atMs < longestKeptMs) entries.push(entry);
    else storage.removeItem(key);
  }
  return entries
    .sort((left, right) => left.atMs - right.atMs)
    .map(({ id, saved, draft, version = null }) => ({ id, saved, draft, version }));
}

function keep(storage: Storage, place: string, tab: EditorTab, nowMs: number): boolean {
  const key = place + tab.id;
  const atMs = entryOf(storage, key)?.atMs ?? nowMs;
  const text = JSON.stringify({ id: tab.id, saved: tab.saved, draft: tab.draft, version: tab.version, atMs });
  if (text.length > longestTab || keysOf(storage, place).filter((each) => each !== key).length >= maxTabs) return false;
  try {
    storage.setItem(key, text);
    return true;
  } catch {
    // Storage is full or blocked.
    return false;
  }
}

/**
 * createTabKeeper stores an owner's unsaved tabs separately, so that two windows don't overwrite each other. `update`
 * returns whether all of them are stored: a tab that is too large, or beyond the 20th, lasts until the page is closed.
 */
export function createTabKeeper(storage: Storage, owner: TabOwner, now: () => number) {
  const place = placeOf(owner);
  const kept = new Map<string, { draft: ScriptInput | null; isKept: boolean }>();
  return {
    update(tabs: readonly EditorTab[]): boolean {
      const unsaved = tabs.filter(isUnsaved);
      const present = new Set(unsaved.map(({ id }) => id));
      for (const id of kept.keys()) if (!present.has(id)) forget(id);
      for (const tab of unsaved) {
        if (kept.get(tab.id)?.draft === tab.draft) continue;
        kept.set(tab.id, { draft: tab.draft, isKept: keep(storage, place, tab, now()) });
      }
      return [...kept.values()].every(({ isKept }) => isKept);
    },
  };

  function forget(id: string): void {
    kept.delete(id);
    storage.removeItem(place + id);
  }
}
