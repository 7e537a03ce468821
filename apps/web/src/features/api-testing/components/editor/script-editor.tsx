import { useQuery } from '@tanstack/react-query';
import type { Script, ScriptInput } from '@touchstone/contracts/api-testing';
import { type ComponentProps, type Dispatch, lazy, Suspense, useEffect, useState } from 'react';
import type { Choice } from '../../../../shared/choices.ts';
import { useHotkey } from '../../../../shared/hotkeys.ts';
import { usePreferences } from '../../../../shared/preferences.ts';
import { Problem } from '../../../../ui/page.tsx';
import { SplitPane } from '../../../../ui/panes/split-pane.tsx';
import type { SendRequest } from '../../api/scripts.mutations.ts';
import { scriptQuery } from '../../api/scripts.queries.ts';
import { apiTestingKeys } from '../../hotkeys.ts';
import { type EditorAction, type EditorTab, isUnsaved } from '../../model/tabs/editor-tabs.ts';
import { handResponse } from '../../model/tabs/handed-response.ts';
import { RequestSkeleton } from '../suite/editor-skeleton.tsx';
import { EnvironmentSelect } from './environment-select.tsx';
import { KnownVariables, useVariablesOf } from './known-variables.ts';
import { RequestPane } from './request-pane.tsx';
import { ResponsePane } from './response-pane.tsx';
import { SendHistoryMenu } from './send-history-menu.tsx';
import { useResponseActions } from './use-response-actions.ts';
import { useScriptCalls } from './use-script-calls.ts';
import { useSends } from './use-sends.ts';

const SaveRequestDialog = lazy(async () => ({
  default: (await import('../suite/save-request-dialog.tsx')).SaveRequestDialog,
}));
const ConflictHost = lazy(async () => ({ default: (await import('./conflict/conflict-host.tsx')).ConflictHost }));

interface Props {
  tab: EditorTab;
  /** Absent if the request doesn't belong to a suite yet. */
  suite?: Choice | undefined;
  /** Absent if there is no workspace yet. */
  projectId: string | undefined;
  canWrite: boolean;
  dispatch: Dispatch<EditorAction>;
  /** A new request was saved into another suite than the open one. */
  onSavedElsewhere: (script: Script) => void;
  /** The playground: the request stays open when saved, and sends are stored elsewhere. */
  playground?: PlaygroundSends | undefined;
}

export interface PlaygroundSends {
  send: SendRequest;
  onSent: () => void;
  onStopped: () => void;
}

/** ScriptEditor edits, sends and saves the script of a tab. */
export function ScriptEditor({ tab, suite, projectId, canWrite, dispatch, onSavedElsewhere, playground }: Props) {
  const { editorLayout } = usePreferences();
  const script = useQuery({ ...scriptQuery(tab.id), enabled: tab.draft === null, retry: false });
  const known = useVariablesOf(projectId, suite?.value);
  const { sends, remember, moveTo } = useSends(tab.id);
  const [placing, setPlacing] = useState<ScriptInput | null>(null);
  const { send, store, stop, conflict, ...calls } = useScriptCalls({
    tab,
    suiteId: suite?.value,
    projectId,
    canWrite,
    dispatch,
    onAskPlace: setPlacing,
    onSent: (detail) => {
      remember(detail);
      playground?.onSent();
    },
    sendRequest: playground?.send,
    onStopped: playground?.onStopped,
  });
  const { draft, response } = tab;
  const { patch, edit, show, actions } = useTabEdits(tab, dispatch);
  useEffect(() => {
    if (script.data && !draft) dispatch({ type: 'loaded', script: script.data });
  }, [script.data, draft, dispatch]);
  useEditorKeys({ send, store }, { canWrite, isAsking: placing !== null });
  const place = (saved: Script) => {
    if (playground) return onSavedElsewhere(saved);
    moveTo(saved.scriptId);
    if (saved.suiteId === suite?.value) return dispatch({ type: 'saved', id: tab.id, script: saved });
    if (response) handResponse(saved.scriptId, response);
    dispatch({ type: 'close', ids: [tab.id] });
    onSavedElsewhere(saved);
  };

  if (!draft)
    return script.isError ? (
      <Problem error={script.error} onRetry={() => void script.refetch()} />
    ) : (
      <RequestSkeleton />
    );
  return (
    <KnownVariables value={known}>
      <Conflict tab={tab} conflict={conflict} store={store} saving={calls.saving} />
      <SplitPane
        id={`editor-${editorLayout}`}
        key={editorLayout}
        label="Size of the request"
        direction={editorLayout === 'under' ? 'column' : 'row'}
        initial={50}
        flows
        first={
          <RequestPane
            {...calls}
            tab={tab}
            draft={draft}
            actions={actions}
            projectId={projectId}
            suiteId={suite?.value}
            canWrite={canWrite}
            unsaved={isUnsaved(tab)}
            environment={projectId ? <EnvironmentSelect projectId={projectId} /> : null}
            onChange={edit}
            onSection={show}
            onSave={() => void store()}
            onSend={() => void send()}
            onStop={stop}
          />
        }
        second={
          <ResponsePane
            response={response}
            failure={tab.failure}
            sending={calls.sending}
            live={calls.live}
            projectId={projectId}
            actions={canWrite ? actions : undefined}
            history={
              <SendHistoryMenu sends={sends} onOpen={({ detail }) => patch({ response: detail, failure: null })} />
            }
          />
        }
      />
      {placing ? (
        <Suspense fallback={null}>
          <SaveRequestDialog
            projectId={projectId}
            suite={suite}
            draft={placing}
            onSaved={place}
            onClose={() => setPlacing(null)}
          />
        </Suspense>
      ) : null}
    </KnownVariables>
  );
}

function useEditorKeys(
  { send, store }: Pick<ReturnType<typeof useScriptCalls>, 'send' | 'store'>,
  { canWrite, isAsking }: { canWrite: boolean; isAsking: boolean },
): void {
  useHotkey(apiTestingKeys.send, () => void send(), canWrite && !isAsking);
  useHotkey(apiTestingKeys.save, () => void store(), canWrite);
}

/** Loaded with the first conflict: most scripts are edited by one person at a time. */
const Conflict = (props: ComponentProps<typeof ConflictHost>) =>
  props.tab.isOutdated || props.conflict.shown ? (
    <Suspense>
      <ConflictHost {...props} />
    </Suspense>
  ) : null;

/** Edits of a tab: its request, by hand or from its response, and which parts are shown. */
function useTabEdits(tab: EditorTab, dispatch: Dispatch<EditorAction>) {
  const { id, draft, response } = tab;
  const patch = (change: Partial<Pick<EditorTab, 'section' | 'response' | 'failure'>>) =>
    dispatch({ type: 'patch', id, patch: change });
  const edit = (next: ScriptInput) => dispatch({ type: 'edit', id, draft: next });
  const show = (section: EditorTab['section']) => patch({ section });
  return { patch, edit, show, actions: useResponseActions({ response, draft, edit, show }) };
}
