import { useQuery } from '@tanstack/react-query';
import type { ScriptInput } from '@touchstone/contracts/api-testing';
import { type Dispatch, useEffect, useRef, useState } from 'react';
import { useHotkey } from '../../../../shared/hotkeys.ts';
import { usePreferences } from '../../../../shared/preferences.ts';
import { messageOf, toast, toastError } from '../../../../shared/toasts.ts';
import { Late, Problem } from '../../../../ui/page.tsx';
import { SplitPane } from '../../../../ui/split-pane.tsx';
import { usePreview, useScriptMutations } from '../../api/scripts.mutations.ts';
import { scriptQuery } from '../../api/scripts.queries.ts';
import { apiTestingKeys } from '../../hotkeys.ts';
import { assertionFor, variableNameFor } from '../../model/editor/assertion-text.ts';
import { type EditorAction, type EditorTab, isUnsaved } from '../../model/editor/editor-tabs.ts';
import { exampleOf } from '../../model/editor/example-of.ts';
import {
  type Problems,
  problemsBySection,
  problemsOf,
  refusalOf,
  refusedProblems,
} from '../../model/editor/script-draft.ts';
import { EnvironmentSelect, useEnvironmentId } from './environment-select.tsx';
import { RequestPane } from './request-pane.tsx';
import { ResponsePane } from './response-pane.tsx';

interface Props {
  tab: EditorTab;
  suiteId: string;
  projectId: string;
  canWrite: boolean;
  dispatch: Dispatch<EditorAction>;
}

/** ScriptEditor edits, sends and saves the script of one tab. */
export function ScriptEditor({ tab, suiteId, projectId, canWrite, dispatch }: Props) {
  const { editorLayout } = usePreferences();
  const environmentId = useEnvironmentId(projectId);
  const script = useQuery({ ...scriptQuery(tab.id), enabled: tab.draft === null, retry: false });
  const preview = usePreview();
  const { save } = useScriptMutations(suiteId, projectId);
  const abort = useRef<AbortController | null>(null);
  const [reveals, setReveals] = useState(0);
  const { draft } = tab;
  useEffect(() => {
    if (script.data && !draft) dispatch({ type: 'loaded', script: script.data });
  }, [script.data, draft, dispatch]);
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
  useHotkey(apiTestingKeys.send, () => void send(), canWrite);
  useHotkey(apiTestingKeys.save, () => void store(), canWrite);

  if (!draft)
    return script.isError ? (
      <Problem error={script.error} onRetry={() => void script.refetch()} />
    ) : (
      <Late>
        <p className="dim" style={{ padding: 16 }}>
          Loading the script…
        </p>
      </Late>
    );
  const edit = (next: ScriptInput) => dispatch({ type: 'edit', id: tab.id, draft: next });
  const saveExample = () => {
    const example = tab.response && exampleOf(tab.response);
    if (!example)
      return toast('warning', "An example needs a text body of at most 64 KB. This response can't be an example.");
    edit({ ...draft, examples: [...(draft.examples ?? []), example] });
    show('docs');
    toast('info', 'Example added. Save the script to keep it.');
  };
  const show = (section: EditorTab['section']) => dispatch({ type: 'patch', id: tab.id, patch: { section } });
  return (
    <SplitPane
      id={`editor-${editorLayout}`}
      key={editorLayout}
      label="Size of the request"
      direction={editorLayout === 'under' ? 'column' : 'row'}
      initial={50}
      first={
        <RequestPane
          tab={tab}
          draft={draft}
          problems={problems}
          refused={refused}
          reveals={reveals}
          projectId={projectId}
          canWrite={canWrite}
          unsaved={isUnsaved(tab)}
          saving={save.isPending}
          sending={preview.isPending}
          environment={<EnvironmentSelect projectId={projectId} />}
          onChange={edit}
          onSection={show}
          onSave={() => void store()}
          onSend={() => void send()}
          onStop={() => abort.current?.abort()}
        />
      }
      second={
        <ResponsePane
          response={tab.response}
          failure={tab.failure}
          sending={preview.isPending}
          projectId={projectId}
          onSaveExample={canWrite ? saveExample : undefined}
          actions={
            canWrite
              ? {
                  addAssertion: (path, value) => {
                    edit({ ...draft, assertions: [...draft.assertions, assertionFor(path, value)] });
                    show('assertions');
                  },
                  extractValue: (path) => {
                    const name = variableNameFor(
                      path,
                      draft.dataHandlers.map((item) => item.name),
                    );
                    edit({
                      ...draft,
                      dataHandlers: [...draft.dataHandlers, { name, source: 'jsonPath', path, enabled: true }],
                    });
                    show('extract');
                  },
                }
              : undefined
          }
        />
      }
    />
  );
}
