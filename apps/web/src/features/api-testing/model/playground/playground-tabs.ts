import type { PlaygroundTab, ScriptInput } from '@touchstone/contracts/api-testing';
import { newScript } from '../editor/script-draft.ts';
import { type EditorState, editorReducer } from '../tabs/editor-tabs.ts';

/** draftOfTab returns what was typed into a tab; missing fields are those of a new request. */
export const draftOfTab = ({ draft }: Pick<PlaygroundTab, 'draft'>): ScriptInput => ({
  ...newScript(),
  ...(draft as Partial<ScriptInput>),
});

/** restoredTabs restores the stored tabs, the wanted one in front. */
export function restoredTabs(tabs: readonly PlaygroundTab[], wanted: string | null): EditorState {
  const state = tabs.reduce<EditorState>(
    (before, tab) => editorReducer(before, { type: 'openNew', id: tab.tabId, draft: draftOfTab(tab) }),
    { tabs: [], active: null },
  );
  return state.tabs.some(({ id }) => id === wanted) ? { ...state, active: wanted } : state;
}

/** isBlank returns whether nothing has been typed into a request yet. */
export const isBlank = (draft: ScriptInput | null): boolean =>
  draft !== null && JSON.stringify(draft) === JSON.stringify(newScript());
