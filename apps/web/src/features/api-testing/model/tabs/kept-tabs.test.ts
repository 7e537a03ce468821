import type { ScriptInput } from '@touchstone/contracts/api-testing';
import { beforeEach, expect, test } from 'vitest';
import { forgetPrivateStorage } from '../../../../shared/session/private-storage.ts';
import { newScript } from '../editor/script-draft.ts';
import { type EditorState, editorReducer } from './editor-tabs.ts';
import { createTabKeeper, keptTabs } from './kept-tabs.ts';

const owner = { userId: 'u1', projectId: 'p1', suiteId: undefined };
const draft = (url: string): ScriptInput => ({ ...newScript(), url });
const tabs = (...drafts: [id: string, draft: ScriptInput][]): EditorState =>
  drafts.reduce<EditorState>((state, [id, each]) => editorReducer(state, { type: 'openNew', id, draft: each }), {
    tabs: [],
    active: null,
  });
const now = () => 1_000_000;
const kept = (whose = owner, nowMs = now()) => keptTabs(localStorage, whose, nowMs).map(({ id }) => id);
beforeEach(() => localStorage.clear());

test('unsaved tabs survive a reload, only for this user and workspace', () => {
  const state = tabs(['new-1', draft('https://a.test')], ['new-2', draft('https://b.test')]);
  expect(createTabKeeper(localStorage, owner, now).update(state.tabs)).toBe(true);
  expect(keptTabs(localStorage, owner, now())).toEqual([
    { id: 'new-1', saved: null, draft: draft('https://a.test'), version: null },
    { id: 'new-2', saved: null, draft: draft('https://b.test'), version: null },
  ]);
  expect(kept({ ...owner, userId: 'u2' })).toEqual([]);
  expect(kept({ ...owner, projectId: 'p2' })).toEqual([]);
  expect(keptTabs(localStorage, { ...owner, suiteId: 's1' }, now())).toEqual([]);
});

test('a saved or closed tab is forgotten, another window keeps its own', () => {
  createTabKeeper(localStorage, owner, now).update(tabs(['other', draft('https://o.test')]).tabs);
  const keeper = createTabKeeper(localStorage, owner, now);
  keeper.update(tabs(['new-1', draft('https://a.test')], ['new-2', draft('https://b.test')]).tabs);
  keeper.update(tabs(['new-2', draft('https://b.test')]).tabs);
  expect(kept().sort()).toEqual(['new-2', 'other']);
  keeper.update([]);
  expect(kept()).toEqual(['other']);
});

test('remembered tabs are limited in number, size and age', () => {
  const keeper = createTabKeeper(localStorage, owner, now);
  const many = Array.from({ length: 21 }, (_, index): [string, ScriptInput] => [
    `new-${index}`,
    draft('https://a.test'),
  ]);
  expect(keeper.update(tabs(...many).tabs)).toBe(false);
  expect(kept()).toHaveLength(20);
  expect(keeper.update(tabs(many[0]!).tabs)).toBe(true);
  const huge = { ...draft('https://a.test'), body: { type: 'text' as const, content: 'x'.repeat(300_000) } };
  expect(keeper.update(tabs(['huge', huge]).tabs)).toBe(false);
  expect(kept()).toEqual([]);
  keeper.update(tabs(['new-1', draft('https://a.test')]).tabs);
  expect(kept(owner, now() + 31 * 24 * 3_600_000)).toEqual([]);
  expect(localStorage.length).toBe(0);
});

test('foreign data in storage is dropped, and signing out leaves nothing', () => {
  localStorage.setItem('touchstone.private:unsaved:u1:p1:requests:broken', '{');
  expect(kept()).toEqual([]);
  createTabKeeper(localStorage, owner, now).update(tabs(['new-1', draft('https://a.test')]).tabs);
  localStorage.setItem('touchstone.preferences', '{}');
  forgetPrivateStorage();
  expect(kept()).toEqual([]);
  expect(localStorage.getItem('touchstone.preferences')).toBe('{}');
});
