import type { PlaygroundTab, ScriptInput, StepDetail } from '@touchstone/contracts/api-testing';
import { newId } from '@touchstone/kernel';
import { useEffect, useMemo, useReducer, useState } from 'react';
import { useSearchParams } from 'react-router';
import { closeTabs, keepTab } from '../../api/playground/playground.mutations.ts';
import { newScript } from '../../model/editor/script-draft.ts';
import { isBlank, restoredTabs } from '../../model/playground/playground-tabs.ts';
import { createTabKeeper } from '../../model/playground/tab-keeper.ts';
import { editorReducer } from '../../model/tabs/editor-tabs.ts';
import type { OpenTabs } from '../editor/use-open-tabs.ts';

const none: ReadonlySet<string> = new Set();

/** usePlaygroundTabs returns the open requests of the playground, which the server stores as they are edited. */
export function usePlaygroundTabs(kept: readonly PlaygroundTab[], canWrite: boolean) {
  const [params, setParams] = useSearchParams();
  const [state, dispatch] = useReducer(editorReducer, undefined, () => {
    const restored = restoredTabs(kept, params.get('tab'));
    const first = { type: 'openNew', id: newId(), draft: newScript() } as const;
    return restored.tabs.length > 0 || !canWrite ? restored : editorReducer(restored, first);
  });
  const [refused, setRefused] = useState<ReadonlySet<string>>(none);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is kept is known once, at the start
  const keeper = useMemo(
    () =>
      createTabKeeper(
        state.tabs.filter(({ id }) => kept.some(({ tabId }) => tabId === id)),
        { keep: keepTab, close: closeTabs, onRefused: setRefused },
      ),
    [],
  );
  useEffect(() => {
    if (canWrite) keeper.update(state.tabs);
  }, [keeper, state.tabs, canWrite]);
  useEffect(() => {
    if (!canWrite) return;
    const leave = () => keeper.flush(true);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      keeper.flush();
    };
  }, [keeper, canWrite]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: setParams changes at every navigation
  useEffect(() => {
    if (params.get('tab') === state.active) return;
    const next = new URLSearchParams(params);
    if (state.active) next.set('tab', state.active);
    else next.delete('tab');
    setParams(next, { replace: true });
  }, [state.active]);

  const active = state.tabs.find((tab) => tab.id === state.active);
  const unsaved = state.tabs.filter(({ id }) => refused.has(id));
  const open: OpenTabs = {
    state,
    dispatch,
    active,
    unsaved,
    unkept: unsaved.length > 0,
    openNew: (name = '') => dispatch({ type: 'openNew', id: newId(), draft: newScript(name) }),
  };
  return {
    open,
    /** Shows a request with its response, in the open tab if that is blank. */
    show(draft: ScriptInput, response: StepDetail | null) {
      const id = active && isBlank(active.draft) ? active.id : newId();
      dispatch(id === active?.id ? { type: 'edit', id, draft } : { type: 'openNew', id, draft });
      dispatch({ type: 'patch', id, patch: { response, failure: null, tried: null } });
    },
  };
}
