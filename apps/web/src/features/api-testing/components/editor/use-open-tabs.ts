import { useQueryClient } from '@tanstack/react-query';
import type { Script, ScriptSummary } from '@touchstone/contracts/api-testing';
import { type Dispatch, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { preferences } from '../../../../shared/preferences.ts';
import { useAccount } from '../../../../shared/session/browser-session.ts';
import { scriptQuery } from '../../api/scripts.queries.ts';
import { newScript } from '../../model/editor/script-draft.ts';
import {
  type EditorAction,
  type EditorState,
  type EditorTab,
  editorReducer,
  isUnsaved,
} from '../../model/tabs/editor-tabs.ts';
import { takeRequest } from '../../model/tabs/handed-request.ts';
import { takeResponse } from '../../model/tabs/handed-response.ts';
import { createTabKeeper, keptTabs, type TabOwner } from '../../model/tabs/kept-tabs.ts';
import { useNewerScripts } from './conflict/use-newer-scripts.ts';

interface Options {
  projectId: string | undefined;
  /** Absent if the tabs don't belong to a suite yet. */
  suiteId?: string;
  scripts: readonly ScriptSummary[];
  canWrite: boolean;
}

/** OpenTabs is the open requests, and actions on them. */
export interface OpenTabs {
  state: EditorState;
  dispatch: Dispatch<EditorAction>;
  active: EditorTab | undefined;
  /** Tabs with unsaved changes. */
  unsaved: EditorTab[];
  /** Whether some unsaved changes would be lost with the page. */
  unkept: boolean;
  openNew: (name?: string) => void;
}

/**
 * useOpenTabs returns the open requests of a suite, or those that don't belong to one yet. The address names the active
 * one, and the browser remembers the open tabs and their unsaved changes.
 */
export function useOpenTabs({ projectId, suiteId, scripts, canWrite }: Options): OpenTabs {
  const { userId } = useAccount();
  const owner = useMemo<TabOwner>(() => ({ userId, projectId, suiteId }), [userId, projectId, suiteId]);
  const [params, setParams] = useSearchParams();
  const client = useQueryClient();
  // The address and the remembered tabs decide what is open initially; after that the address follows.
  const [state, dispatch] = useReducer(editorReducer, undefined, () =>
    firstTabs({
      owner,
      scripts,
      wanted: params.get('script'),
      read: (id) => client.getQueryData(scriptQuery(id).queryKey),
    }),
  );
  const active = state.tabs.find((tab) => tab.id === state.active);
  const openNew = (name = '') => dispatch({ type: 'openNew', id: `new-${newId()}`, draft: newScript(name) });

  /** Opens a request handed over by another page, or a blank one if nothing else is open. */
  const openFirstRequest = (hasOthers: boolean) => {
    if (suiteId !== undefined || !canWrite) return;
    const handed = projectId === undefined ? undefined : takeRequest(projectId);
    if (handed) {
      const id = `new-${newId()}`;
      dispatch({ type: 'openNew', id, draft: handed.draft });
      dispatch({ type: 'patch', id, patch: { response: handed.response } });
    } else if (!hasOthers && !params.has('new')) openNew();
  };

  // A handed-over request is taken once.
  const started = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only at the start
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    const response = state.active === null ? undefined : takeResponse(state.active);
    if (response && state.active !== null) dispatch({ type: 'patch', id: state.active, patch: { response } });
    openFirstRequest(state.tabs.length > 0);
  }, []);
  const wanted = params.get('new');
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that the address asks for a new one
  useEffect(() => {
    if (wanted !== null && canWrite) openNew(wanted);
  }, [wanted]);

  const ids = state.tabs.filter((tab) => tab.saved ?? !tab.draft).map((tab) => tab.id);
  const idsText = ids.join(' ');
  const activeSaved = active && ids.includes(active.id) ? active.id : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: setParams changes at every navigation
  useEffect(() => {
    if (!started.current) return;
    const scriptIds = idsText ? idsText.split(' ') : [];
    if (suiteId !== undefined)
      preferences.set({ openTabs: { ...preferences.get().openTabs, [suiteId]: { scriptIds, active: activeSaved } } });
    if (params.get('script') !== activeSaved || params.has('new')) {
      const next = new URLSearchParams(params);
      next.delete('new');
      if (activeSaved) next.set('script', activeSaved);
      else next.delete('script');
      setParams(next, { replace: true });
    }
  }, [idsText, activeSaved, suiteId, wanted]);

  useNewerScripts(scripts, state.tabs, dispatch);
  const unkept = useKeptTabs(owner, state.tabs, started);
  return { state, dispatch, active, unsaved: state.tabs.filter(isUnsaved), unkept, openNew };
}

interface FirstTabsOptions {
  owner: TabOwner;
  scripts: readonly ScriptSummary[];
  /** Id of the script in the address. */
  wanted: string | null;
  /** Returns a script that is already cached. */
  read: (scriptId: string) => Script | undefined;
}

function firstTabs({ owner, scripts, wanted, read }: FirstTabsOptions): EditorState {
  const { suiteId } = owner;
  const known = new Set(scripts.map((script) => script.scriptId));
  const before = suiteId === undefined ? undefined : preferences.get().openTabs[suiteId];
  const first = wanted ?? before?.active ?? scripts[0]?.scriptId;
  const opened = [...(before?.scriptIds ?? []), ...(first ? [first] : [])].filter((id) => known.has(id));
  const actions: EditorAction[] = [
    ...opened.map((id) => ({ type: 'open', id }) as const),
    { type: 'restore', tabs: keptTabs(localStorage, owner, Date.now()), scriptIds: known },
  ];
  const state = actions.reduce(editorReducer, { tabs: [], active: null });
  const script = state.active === null ? undefined : read(state.active);
  return script ? editorReducer(state, { type: 'loaded', script }) : state;
}

const newId = (): string => Math.random().toString(36).slice(2, 10) + Date.now().toString(36);

/** Remembers unsaved changes as they are edited; returns whether some would be lost with the page. */
function useKeptTabs(
  owner: TabOwner,
  tabs: Parameters<ReturnType<typeof createTabKeeper>['update']>[0],
  started: { current: boolean },
): boolean {
  const keeper = useMemo(() => createTabKeeper(localStorage, owner, Date.now), [owner]);
  const [isLost, setLost] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a ref does not change
  useEffect(() => {
    if (started.current) setLost(!keeper.update(tabs));
  }, [keeper, tabs]);
  return isLost;
}
