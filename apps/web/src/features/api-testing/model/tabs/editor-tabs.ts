import type { Script, ScriptInput, StepDetail } from '@touchstone/contracts/api-testing';
import { draftOf, type Refusal, type Section, sameDraft } from '../editor/script-draft.ts';
import type { KeptTab } from './kept-tabs.ts';

export interface EditorTab {
  /** Script id, or `new-…` before the first save. */
  id: string;
  saved: ScriptInput | null;
  /** When `saved` was saved; null if never, or if an earlier version of the page stored it. */
  version: string | null;
  /** Someone else has saved a newer version. */
  isOutdated: boolean;
  /** null while the script is loading. */
  draft: ScriptInput | null;
  section: Section;
  response: StepDetail | null;
  failure: string | null;
  /** Problems are shown after the user tried to save or send; those that only prevent sending, after a send. */
  tried: 'save' | 'send' | null;
  /** What the server refused at the last save or send. */
  refusal: Refusal | null;
}
export interface EditorState {
  tabs: EditorTab[];
  active: string | null;
}
export type EditorAction =
  | { type: 'open'; id: string }
  | { type: 'openNew'; id: string; draft: ScriptInput }
  /** Tabs with unsaved changes of an earlier visit; changes to a deleted script become a new one. */
  | { type: 'restore'; tabs: readonly KeptTab[]; scriptIds: ReadonlySet<string> }
  | { type: 'loaded'; script: Script }
  /** Someone else saved the script; a tab with changes keeps them. */
  | { type: 'newer'; script: Script }
  | { type: 'edit'; id: string; draft: ScriptInput }
  | { type: 'saved'; id: string; script: Script }
  | {
      type: 'patch';
      id: string;
      patch: Partial<Pick<EditorTab, 'section' | 'response' | 'failure' | 'tried' | 'refusal' | 'isOutdated'>>;
    }
  /** The scripts were changed elsewhere: saved ones are reloaded, deleted ones are closed. */
  | { type: 'reload'; scriptIds: ReadonlySet<string> }
  | { type: 'close'; ids: string[] };

export const isUnsaved = (tab: EditorTab): boolean => tab.draft !== null && !sameDraft(tab.draft, tab.saved);

const isNew = (tab: EditorTab): boolean => tab.draft !== null && tab.saved === null;

const blank = (id: string, draft: ScriptInput | null): EditorTab => ({
  id,
  saved: null,
  version: null,
  isOutdated: false,
  draft,
  section: 'params',
  response: null,
  failure: null,
  tried: null,
  refusal: null,
});

function close(state: EditorState, ids: string[]): EditorState {
  const tabs = state.tabs.filter((tab) => !ids.includes(tab.id));
  if (state.active !== null && !ids.includes(state.active)) return { ...state, tabs };
  const at = state.tabs.findIndex((tab) => tab.id === state.active);
  const next = [...state.tabs.slice(at + 1), ...state.tabs.slice(0, Math.max(at, 0)).reverse()].find(
    (tab) => !ids.includes(tab.id),
  );
  return { tabs, active: next?.id ?? null };
}

function restore(state: EditorState, kept: readonly KeptTab[], scriptIds: ReadonlySet<string>): EditorState {
  const restored = kept.map(({ id, saved, draft, version = null }): EditorTab => {
    if (!saved || scriptIds.has(id)) return { ...blank(id, draft), saved, version };
    const { scriptId: _gone, ...rest } = draft;
    return blank(`new-${id}`, rest);
  });
  const ids = new Set(restored.map(({ id }) => id));
  return {
    tabs: [...state.tabs.filter(({ id }) => !ids.has(id)), ...restored],
    active: state.active ?? restored.at(-1)?.id ?? null,
  };
}

/** editorReducer returns the state of a suite's open scripts: their drafts, responses and which one is in front. */
export function editorReducer(state: EditorState, action: EditorAction): EditorState {
  const change = (id: string, patch: (tab: EditorTab) => EditorTab): EditorState => ({
    ...state,
    tabs: state.tabs.map((tab) => (tab.id === id ? patch(tab) : tab)),
  });
  switch (action.type) {
    case 'open':
      return state.tabs.some((tab) => tab.id === action.id)
        ? { ...state, active: action.id }
        : { tabs: [...state.tabs, blank(action.id, null)], active: action.id };
    case 'openNew':
      return { tabs: [...state.tabs, blank(action.id, action.draft)], active: action.id };
    case 'restore':
      return restore(state, action.tabs, action.scriptIds);
    case 'loaded': {
      const draft = draftOf(action.script);
      return change(action.script.scriptId, (tab) =>
        tab.draft ? tab : { ...tab, saved: draft, draft, version: action.script.updatedAt },
      );
    }
    case 'newer': {
      const draft = draftOf(action.script);
      return change(action.script.scriptId, (tab) =>
        isUnsaved(tab)
          ? { ...tab, isOutdated: true }
          : { ...tab, saved: draft, draft, version: action.script.updatedAt, isOutdated: false },
      );
    }
    case 'edit':
      return change(action.id, (tab) => ({ ...tab, draft: action.draft }));
    case 'saved': {
      const { scriptId } = action.script;
      const saved = draftOf(action.script);
      const sent = state.tabs.find((tab) => tab.id === action.id);
      const next = change(action.id, (tab) => ({
        ...tab,
        id: scriptId,
        saved,
        draft: saved,
        version: action.script.updatedAt,
        isOutdated: false,
        tried: null,
        refusal: null,
      }));
      return { ...next, active: sent && state.active === action.id ? scriptId : state.active };
    }
    case 'patch':
      return change(action.id, (tab) => ({ ...tab, ...action.patch }));
    case 'reload': {
      const deletedTabs = state.tabs.filter((tab) => !isNew(tab) && !action.scriptIds.has(tab.id)).map((tab) => tab.id);
      const { tabs, active } = close(state, deletedTabs);
      return {
        tabs: tabs.map((tab) => (isUnsaved(tab) ? tab : { ...blank(tab.id, null), section: tab.section })),
        active,
      };
    }
    case 'close':
      return close(state, action.ids);
  }
}
