import type { ScriptInput } from '@touchstone/contracts/api-testing';
import { type Dispatch, useEffect, useRef, useState } from 'react';
import { messageOf, toastError } from '../../../../shared/toasts.ts';
import { usePreview, useScriptMutations } from '../../api/scripts.mutations.ts';
import { type EditorAction, type EditorTab, isUnsaved } from '../../model/editor/editor-tabs.ts';
import {
  type Problems,
  problemsBySection,
  problemsOf,
  refusalOf,
  refusedProblems,
} from '../../model/editor/script-draft.ts';
import { useEnvironmentId } from './environment-select.tsx';

export interface ScriptCallsOptions {
  tab: EditorTab;
  suiteId: string;
  projectId: string;
  canWrite: boolean;
  dispatch: Dispatch<EditorAction>;
}

/** useScriptCalls sends and saves the draft of a tab; a draft with a mistake stays here, and the mistake is shown at its field. */
export function useScriptCalls({ tab, suiteId, projectId, canWrite, dispatch }: ScriptCallsOptions) {
  const environmentId = useEnvironmentId(projectId);
  const preview = usePreview();
  const { save } = useScriptMutations(suiteId, projectId);
  const abort = useRef<AbortController | null>(null);
  const [reveals, setReveals] = useState(0);
  const { draft } = tab;
  useEffect(() => () => abort.current?.abort(), []);

  const refused = draft ? refusedProblems(tab.refusal, draft) : {};
  const problems: Problems = { ...refused, ...(draft && tab.tried ? problemsOf(draft) : {}) };
  /** Opens the first tab with a mistake, unless one is in sight above the tabs, and leads to its field. */
  const reveal = (found: Problems, patch: Partial<Pick<EditorTab, 'tried' | 'refusal'>>) => {
    const [section] = problemsBySection(found).keys();
    const inSight = found.url ?? found.scriptName ?? found.method;
    dispatch({ type: 'patch', id: tab.id, patch: { ...patch, ...(section && !inSight ? { section } : {}) } });
    setReveals((count) => count + 1);
  };
  /** Gives the draft when it has no mistake; otherwise shows the first of them. */
  const checked = (): ScriptInput | null => {
    if (!draft) return null;
    const found = problemsOf(draft);
    if (Object.keys(found).length === 0) return draft;
    reveal(found, { tried: true });
    return null;
  };
  /** Shows what the server refused at its place; false where it names none. */
  const showRefusal = (error: unknown, sent: ScriptInput): boolean => {
    const refusal = refusalOf(error, sent);
    if (refusal) reveal(refusal.problems, { refusal });
    return refusal !== undefined;
  };
  const send = async () => {
    const ready = checked();
    if (!ready || !canWrite || preview.isPending) return;
    abort.current = new AbortController();
    const { signal } = abort.current;
    try {
      const { scriptId: _id, ...unsaved } = ready;
      const response = await preview.mutateAsync({
        signal,
        body: { projectId, suiteId, ...(environmentId ? { environmentId } : {}), script: tab.saved ? ready : unsaved },
      });
      dispatch({ type: 'patch', id: tab.id, patch: { response, failure: null } });
    } catch (error) {
      if (!signal.aborted && !showRefusal(error, ready))
        dispatch({ type: 'patch', id: tab.id, patch: { failure: messageOf(error) } });
    }
  };
  const store = async () => {
    const ready = checked();
    if (!ready || !isUnsaved(tab)) return;
    try {
      dispatch({ type: 'saved', id: tab.id, script: await save.mutateAsync(ready) });
    } catch (error) {
      if (!showRefusal(error, ready)) toastError(error);
    }
  };
  return {
    problems,
    refused,
    reveals,
    saving: save.isPending,
    sending: preview.isPending,
    send,
    store,
    stop: () => abort.current?.abort(),
  };
}
