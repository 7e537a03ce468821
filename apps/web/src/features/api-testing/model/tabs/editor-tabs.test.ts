import type { Script } from '@touchstone/contracts/api-testing';
import { expect, test } from 'vitest';
import { newScript } from '../editor/script-draft.ts';
import { type EditorState, editorReducer, isUnsaved } from './editor-tabs.ts';

const script = (scriptId: string): Script => ({
  ...newScript('Get'),
  url: 'https://x/',
  scriptId,
  suiteId: 's',
  projectId: 'p',
  position: 0,
  createdAt: '',
  updatedAt: '',
});
const open = (...ids: string[]) =>
  ids.reduce<EditorState>((state, id) => editorReducer(state, { type: 'open', id }), { tabs: [], active: null });

test('opening an open script brings it to the front', () => {
  const state = editorReducer(open('a', 'b'), { type: 'open', id: 'a' });
  expect(state.tabs.map((tab) => tab.id)).toEqual(['a', 'b']);
  expect(state.active).toBe('a');
});

test('a loaded script is not unsaved until edited, and reloading keeps the draft', () => {
  let state = editorReducer(open('a'), { type: 'loaded', script: script('a') });
  expect(isUnsaved(state.tabs[0]!)).toBe(false);
  state = editorReducer(state, { type: 'edit', id: 'a', draft: { ...state.tabs[0]!.draft!, method: 'POST' } });
  expect(isUnsaved(state.tabs[0]!)).toBe(true);
  state = editorReducer(state, { type: 'loaded', script: script('a') });
  expect(state.tabs[0]!.draft!.method).toBe('POST');
});

test('a new script gets its id on the first save and stays in front', () => {
  let state = editorReducer(open('a'), { type: 'openNew', id: 'new-1', draft: newScript('Get') });
  expect(isUnsaved(state.tabs[1]!)).toBe(true);
  state = editorReducer(state, { type: 'saved', id: 'new-1', script: script('b') });
  expect(state.active).toBe('b');
  expect(isUnsaved(state.tabs[1]!)).toBe(false);
});

test.each([
  { name: 'the right neighbour', close: ['b'], active: 'b', want: 'c' },
  { name: 'the left neighbour at the end', close: ['c'], active: 'c', want: 'b' },
  { name: 'the same one when another is closed', close: ['a'], active: 'b', want: 'b' },
  { name: 'none when all are closed', close: ['a', 'b', 'c'], active: 'a', want: null },
])('after closing, the front tab is $name', ({ close, active, want }) => {
  expect(editorReducer({ ...open('a', 'b', 'c'), active }, { type: 'close', ids: close }).active).toBe(want);
});

test('after a change elsewhere saved scripts are reloaded, unsaved ones stay and deleted ones are closed', () => {
  let state = open('a', 'b', 'c');
  for (const id of ['a', 'b', 'c']) state = editorReducer(state, { type: 'loaded', script: script(id) });
  state = editorReducer(state, { type: 'edit', id: 'b', draft: { ...state.tabs[1]!.draft!, method: 'POST' } });
  state = editorReducer(state, { type: 'openNew', id: 'new-1', draft: newScript('Get') });
  state = editorReducer({ ...state, active: 'c' }, { type: 'reload', scriptIds: new Set(['a', 'b']) });
  expect(state.tabs.map((tab) => [tab.id, tab.draft?.method])).toEqual([
    ['a', undefined],
    ['b', 'POST'],
    ['new-1', 'GET'],
  ]);
  expect(state.active).toBe('new-1');
});
