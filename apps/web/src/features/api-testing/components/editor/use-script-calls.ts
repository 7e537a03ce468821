import type { ScriptInput, StepDetail } from '@touchstone/contracts/api-testing';
import { type Dispatch, useEffect, useRef, useState } from 'react';
import { messageOf, toastError } from '../../../../shared/toasts.ts';
import { type SendRequest, usePreview, useScriptMutations } from '../../api/scripts.mutations.ts';
import { stopStream } from '../../api/sends/live-send.ts';
import {
  type Problems,
  problemsBySection,
  problemsOf,
  refusalOf,
  refusedProblems,
  sendProblemsOf,
} from '../../model/editor/script-draft.ts';
import { withProtocol } from '../../model/request/address.ts';
import { withName } from '../../model/request/request-name.ts';
import { type LiveResponse, stoppedDetail } from '../../model/run/live-response.ts';
import { type EditorAction, type EditorTab, isUnsaved } from '../../model/tabs/editor-tabs.ts';
import { useSaveConflict } from './conflict/use-save-conflict.ts';
import { useEnvironmentId } from './environment-select.tsx';
import { useLiveResponse } from './use-live-response.ts';

export interface ScriptCallsOptions {
  tab: EditorTab;
  /** Absent if the request doesn't belong to a suite yet. */
  suiteId?: string | undefined;
  projectId: string | undefined;
  canWrite: boolean;
  dispatch: Dispatch<EditorAction>;
  /** A new request is being saved: asks for name and suite. */
  onAskPlace: (draft: ScriptInput) => void;
  onSent?: (detail: StepDetail) => void;
  /** How requests are sent; by default previewed, without being stored. */
  sendRequest?: SendRequest | undefined;
  /** The user stopped a send. */
  onStopped?: (() => void) | undefined;
}

/** How long the server may take to end a stream, in milliseconds. */
const stopMs = 5000;

/**
 * Asks the server to end an event stream, so that its result is still judged; a stream that doesn't end in time, and
 * any other send, is aborted.
 */
function stopSend(sent: AbortController | null, streamId: string | undefined): void {
  const leave = () => sent?.abort();
  setTimeout(leave, streamId === undefined ? 0 : stopMs);
  if (streamId !== undefined) stopStream(streamId).catch(leave);
}

/** Problems of a draft as it would be sent or saved; a new request gets its name on save. */
const problemsFor = (tab: EditorTab, draft: ScriptInput, aim: EditorTab['tried']): Problems => ({
  ...problemsOf(tab.saved ? draft : withName(draft)),
  ...(aim === 'send' ? sendProblemsOf(draft) : {}),
});

/** useScriptCalls sends and saves a tab's draft; an invalid draft isn't sent, and the problem is shown at its field. */
export function useScriptCalls(options: ScriptCallsOptions) {
  const { tab, suiteId, projectId, canWrite, dispatch, onAskPlace, onSent } = options;
  const environmentId = useEnvironmentId(projectId);
  const preview = usePreview(options.sendRequest);
  const { save } = useScriptMutations(suiteId ?? '', projectId);
  const abort = useRef<AbortController | null>(null);
  const { live, follow } = useLiveResponse();
  const [reveals, setReveals] = useState(0);
  const { draft } = tab;
  const { store: storeDraft, ...conflict } = useSaveConflict({ tab, save, dispatch });
  useEffect(() => () => abort.current?.abort(), []);

  const refused = draft ? refusedProblems(tab.refusal, draft) : {};
  const problems: Problems = { ...refused, ...(draft && tab.tried ? problemsFor(tab, draft, tab.tried) : {}) };
  /** Opens the first tab with a problem, unless one is visible above the tabs, and focuses its field. */
  const reveal = (found: Problems, patch: Partial<Pick<EditorTab, 'tried' | 'refusal'>>) => {
    const [section] = problemsBySection(found).keys();
    const inSight = found.url ?? found.scriptName ?? found.method;
    dispatch({ type: 'patch', id: tab.id, patch: { ...patch, ...(section && !inSight ? { section } : {}) } });
    setReveals((count) => count + 1);
  };
  /** Returns the draft with its address completed if it is valid; otherwise shows the first problem. */
  const checked = (aim: 'save' | 'send'): ScriptInput | null => {
    if (!draft) return null;
    const url = withProtocol(draft.url);
    const whole = url === draft.url ? draft : { ...draft, url };
    if (whole !== draft) dispatch({ type: 'edit', id: tab.id, draft: whole });
    const found = problemsFor(tab, whole, aim);
    if (Object.keys(found).length === 0) return whole;
    reveal(found, { tried: aim });
    return null;
  };
  /** Shows a server-side error at its field; false if the error names none. */
  const showRefusal = (error: unknown, sent: ScriptInput): boolean => {
    const refusal = refusalOf(error, sent);
    if (refusal) reveal(refusal.problems, { refusal });
    return refusal !== undefined;
  };
  /** What arrived of an event stream before the user stopped it becomes the response. */
  const showStopped = (came: LiveResponse | null, sent: ScriptInput) => {
    const response = came && stoppedDetail(came, sent);
    if (response) dispatch({ type: 'patch', id: tab.id, patch: { response, failure: null } });
    options.onStopped?.();
  };
  const send = async () => {
    const ready = checked('send');
    if (!ready || !canWrite || preview.isPending) return;
    abort.current = new AbortController();
    const { signal } = abort.current;
    const { scriptId: _id, ...unsaved } = withName(ready);
    const script = tab.saved ? ready : unsaved;
    const place = {
      ...(projectId ? { projectId } : {}),
      ...(suiteId ? { suiteId } : {}),
      ...(environmentId ? { environmentId } : {}),
    };
    const followed = follow();
    try {
      const { onLive } = followed;
      const response = await preview.mutateAsync({ signal, onLive, body: { ...place, script } });
      dispatch({ type: 'patch', id: tab.id, patch: { response, failure: null } });
      onSent?.(response);
    } catch (error) {
      if (signal.aborted) {
        showStopped(followed.latest(), ready);
      } else if (!showRefusal(error, ready))
        dispatch({ type: 'patch', id: tab.id, patch: { failure: messageOf(error) } });
    }
  };
  const store = async () => {
    const ready = checked('save');
    if (!ready || !isUnsaved(tab)) return;
    if (!tab.saved && (suiteId === undefined || ready.scriptName === '')) return onAskPlace(ready);
    try {
      await storeDraft(ready);
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
    /** The open event stream. */
    live: preview.isPending ? live : null,
    send,
    store,
    conflict,
    stop: () => stopSend(abort.current, live?.head.streamId),
  };
}
