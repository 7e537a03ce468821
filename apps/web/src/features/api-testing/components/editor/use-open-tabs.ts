import type { ScriptSummary } from '@touchstone/contracts/api-testing';
import { useEffect, useReducer, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { preferences } from '../../../../shared/preferences.ts';
import { editorReducer, isUnsaved } from '../../model/editor/editor-tabs.ts';
import { newScript } from '../../model/editor/script-draft.ts';

let newCount = 0;

/** useOpenTabs holds the open scripts of a suite. The address names the active one, and the browser remembers them all. */
export function useOpenTabs(suiteId: string, scripts: ScriptSummary[], canWrite: boolean) {
  const [params, setParams] = useSearchParams();
  const [state, dispatch] = useReducer(editorReducer, { tabs: [], active: null });
  const active = state.tabs.find((tab) => tab.id === state.active);
  const unsaved = state.tabs.filter(isUnsaved);
  const openNew = (name = 'New script') => {
    newCount += 1;
    dispatch({ type: 'openNew', id: `new-${newCount}`, draft: newScript(name) });
  };

  // The address and the remembered tabs say what is open at first; later the address follows.
  const started = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only at the start
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    const known = new Set(scripts.map((script) => script.scriptId));
    const before = preferences.get().openTabs[suiteId];
    for (const id of before?.scriptIds ?? []) if (known.has(id)) dispatch({ type: 'open', id });
    const first = params.get('script') ?? before?.active ?? scripts[0]?.scriptId;
    if (first && known.has(first)) dispatch({ type: 'open', id: first });
    const wanted = params.get('new');
    if (wanted !== null && canWrite) openNew(wanted || undefined);
  }, []);
  const ids = state.tabs.filter((tab) => tab.saved ?? !tab.draft).map((tab) => tab.id);
  const idsText = ids.join(' ');
  const activeSaved = active && ids.includes(active.id) ? active.id : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: setParams changes at every navigation
  useEffect(() => {
    if (!started.current) return;
    const scriptIds = idsText ? idsText.split(' ') : [];
    preferences.set({ openTabs: { ...preferences.get().openTabs, [suiteId]: { scriptIds, active: activeSaved } } });
    if (params.get('script') !== activeSaved || params.has('new')) {
      const next = new URLSearchParams(params);
      next.delete('new');
      if (activeSaved) next.set('script', activeSaved);
      else next.delete('script');
      setParams(next, { replace: true });
    }
  }, [idsText, activeSaved, suiteId]);

  return { state, dispatch, active, unsaved, openNew };
}
