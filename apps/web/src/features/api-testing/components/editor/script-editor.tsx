import { useQuery } from '@tanstack/react-query';
import type { ScriptInput } from '@touchstone/contracts/api-testing';
import { useEffect } from 'react';
import { useHotkey } from '../../../../shared/hotkeys.ts';
import { usePreferences } from '../../../../shared/preferences.ts';
import { toast } from '../../../../shared/toasts.ts';
import { Late, Problem } from '../../../../ui/page.tsx';
import { SplitPane } from '../../../../ui/split-pane.tsx';
import { scriptQuery } from '../../api/scripts.queries.ts';
import { apiTestingKeys } from '../../hotkeys.ts';
import { assertionFor, variableNameFor } from '../../model/editor/assertion-text.ts';
import { type EditorTab, isUnsaved } from '../../model/editor/editor-tabs.ts';
import { exampleOf } from '../../model/editor/example-of.ts';
import { EnvironmentSelect } from './environment-select.tsx';
import { RequestPane } from './request-pane.tsx';
import { ResponsePane } from './response-pane.tsx';
import { type ScriptCallsOptions, useScriptCalls } from './use-script-calls.ts';

/** ScriptEditor edits, sends and saves the script of one tab. */
export function ScriptEditor(props: ScriptCallsOptions) {
  const { tab, projectId, canWrite, dispatch } = props;
  const { editorLayout } = usePreferences();
  const script = useQuery({ ...scriptQuery(tab.id), enabled: tab.draft === null, retry: false });
  const { send, store, stop, ...calls } = useScriptCalls(props);
  const { draft } = tab;
  useEffect(() => {
    if (script.data && !draft) dispatch({ type: 'loaded', script: script.data });
  }, [script.data, draft, dispatch]);
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
  const show = (section: EditorTab['section']) => dispatch({ type: 'patch', id: tab.id, patch: { section } });
  const saveExample = () => {
    const example = tab.response && exampleOf(tab.response);
    if (!example)
      return toast('warning', "An example needs a text body of at most 64 KB. This response can't be an example.");
    edit({ ...draft, examples: [...(draft.examples ?? []), example] });
    show('docs');
    toast('info', 'Example added. Save the script to keep it.');
  };
  const addAssertion = (path: string, value: unknown) => {
    edit({ ...draft, assertions: [...draft.assertions, assertionFor(path, value)] });
    show('assertions');
  };
  const extractValue = (path: string) => {
    const names = draft.dataHandlers.map((item) => item.name);
    const name = variableNameFor(path, names);
    edit({ ...draft, dataHandlers: [...draft.dataHandlers, { name, source: 'jsonPath', path, enabled: true }] });
    show('extract');
  };
  return (
    <SplitPane
      id={`editor-${editorLayout}`}
      key={editorLayout}
      label="Size of the request"
      direction={editorLayout === 'under' ? 'column' : 'row'}
      initial={50}
      first={
        <RequestPane
          {...calls}
          tab={tab}
          draft={draft}
          projectId={projectId}
          canWrite={canWrite}
          unsaved={isUnsaved(tab)}
          environment={<EnvironmentSelect projectId={projectId} />}
          onChange={edit}
          onSection={show}
          onSave={() => void store()}
          onSend={() => void send()}
          onStop={stop}
        />
      }
      second={
        <ResponsePane
          response={tab.response}
          failure={tab.failure}
          sending={calls.sending}
          projectId={projectId}
          onSaveExample={canWrite ? saveExample : undefined}
          actions={canWrite ? { addAssertion, extractValue } : undefined}
        />
      }
    />
  );
}
