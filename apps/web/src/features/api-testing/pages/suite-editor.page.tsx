import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Project, ScriptSummary, Suite } from '@touchstone/contracts/api-testing';
import { FileCode2, Play } from 'lucide-react';
import { useEffect, useReducer, useRef, useState } from 'react';
import { Link, useBlocker, useParams, useSearchParams } from 'react-router';
import { preferences } from '../../../shared/preferences.ts';
import { toastError } from '../../../shared/toasts.ts';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { EmptyState, Late, Page, Problem } from '../../../ui/page.tsx';
import { SplitPane } from '../../../ui/split-pane.tsx';
import { foldersQuery } from '../api/folders.ts';
import { useScriptMutations } from '../api/scripts.mutations.ts';
import { scriptsQuery } from '../api/scripts.queries.ts';
import { suiteQuery } from '../api/suites.queries.ts';
import classes from '../components/editor/editor.module.css';
import { EditorTabsBar } from '../components/editor/editor-tabs-bar.tsx';
import { ScriptEditor } from '../components/editor/script-editor.tsx';
import { ScriptTree } from '../components/editor/script-tree.tsx';
import { useFolderDialogs } from '../components/editor/use-folder-dialogs.tsx';
import { LeaveDialog } from '../components/leave-dialog.tsx';
import { RunDialog } from '../components/run-dialog.tsx';
import { SuiteMenu } from '../components/suite/suite-menu.tsx';
import { ProjectGate } from '../components/workspace/project-gate.tsx';
import { type EditorTab, editorReducer, isUnsaved } from '../model/editor/editor-tabs.ts';
import { newScript } from '../model/editor/script-draft.ts';
import { useCanWrite } from '../model/use-project.ts';
import { apiTestingPaths } from '../paths.ts';

export function SuiteEditorPage() {
  const { suiteId = '' } = useParams();
  return (
    <ProjectGate title="Test Suite">
      {(project) => <SuiteLoader key={`${project.projectId} ${suiteId}`} project={project} suiteId={suiteId} />}
    </ProjectGate>
  );
}

function SuiteLoader({ project, suiteId }: { project: Project; suiteId: string }) {
  const suite = useQuery(suiteQuery(project.projectId, suiteId));
  const scripts = useQuery(scriptsQuery(suiteId));
  const error = suite.error ?? scripts.error;
  if (error) return <Problem error={error} onRetry={() => void Promise.all([suite.refetch(), scripts.refetch()])} />;
  if (suite.data === null)
    return (
      <Page title="Test Suite">
        <EmptyState
          title="Test Suite/Script is deleted already."
          action={
            <Button component={Link} to={apiTestingPaths.suites(project.projectId)}>
              Open test suites
            </Button>
          }
        />
      </Page>
    );
  if (!suite.data || !scripts.data)
    return (
      <Late>
        <p className="dim" style={{ padding: 16 }}>
          Loading the suite…
        </p>
      </Late>
    );
  return <SuiteEditor project={project} suite={suite.data} scripts={scripts.data} />;
}

let newCount = 0;

function SuiteEditor({ project, suite, scripts }: { project: Project; suite: Suite; scripts: ScriptSummary[] }) {
  const { suiteId } = suite;
  const { projectId } = project;
  const canWrite = useCanWrite(project);
  const [params, setParams] = useSearchParams();
  const [state, dispatch] = useReducer(editorReducer, { tabs: [], active: null });
  const [running, setRunning] = useState<{ what: string; scriptIds?: string[] } | null>(null);
  const { clone, remove, reorder } = useScriptMutations(suiteId, projectId);
  const { data: folders = [] } = useQuery(foldersQuery(suiteId));
  const folderActions = useFolderDialogs(suiteId, folders, (path) =>
    dispatch({
      type: 'close',
      ids: scripts
        .filter(({ folder }) => folder === path || folder.startsWith(`${path} / `))
        .map(({ scriptId }) => scriptId),
    }),
  );
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

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved.length > 0 && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (unsaved.length === 0) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [unsaved.length]);

  const summaryOf = (tab: EditorTab) => scripts.find((script) => script.scriptId === tab.id);
  const nameOf = (tab: EditorTab) => tab.draft?.scriptName || summaryOf(tab)?.scriptName || 'New script';
  const closeTab = (tab: EditorTab) => {
    if (!isUnsaved(tab)) {
      dispatch({ type: 'close', ids: [tab.id] });
      return;
    }
    confirmAction({
      title: `Close ${nameOf(tab)} without saving?`,
      message: 'You have unsaved changes. Closing the tab discards them.',
      confirm: 'Close without saving',
      onConfirm: () => dispatch({ type: 'close', ids: [tab.id] }),
    });
  };
  const askDelete = (script: ScriptSummary) =>
    confirmAction({
      title: `Delete script ${script.scriptName}?`,
      message: "Deletes the script with its assertions, data handlers and examples. Reports stay. You can't undo this.",
      confirm: 'Delete script',
      onConfirm: async () => {
        await remove.mutateAsync([script.scriptId]);
        dispatch({ type: 'close', ids: [script.scriptId] });
      },
    });
  const cloneOne = async (scriptId: string) => {
    try {
      dispatch({ type: 'open', id: (await clone.mutateAsync(scriptId)).scriptId });
    } catch (error) {
      toastError(error);
    }
  };

  return (
    <div className={classes.frame}>
      <title>{`${active ? `${nameOf(active)} · ` : ''}${suite.suiteName} · Touchstone`}</title>
      <div className={classes.suiteBar}>
        <Link className="link dim" to={apiTestingPaths.suites(projectId)}>
          Test Suites
        </Link>
        <span className="dim" aria-hidden>
          /
        </span>
        <h1 className="ellipsis grow">{suite.suiteName}</h1>
        {canWrite && scripts.length > 0 ? (
          <Button
            variant="default"
            leftSection={<Play size={14} />}
            data-tour="run-suite"
            onClick={() => setRunning({ what: suite.suiteName })}
          >
            Run suite
          </Button>
        ) : null}
        {canWrite ? (
          <SuiteMenu
            suite={suite}
            unsavedCount={unsaved.length}
            onChanged={(scriptIds) => dispatch({ type: 'reload', scriptIds })}
          />
        ) : null}
      </div>
      <div className="grow" style={{ minHeight: 0 }}>
        <SplitPane
          id="suite-tree"
          label="Width of the script list"
          direction="row"
          initial={20}
          min={12}
          max={45}
          stacks
          first={
            <ScriptTree
              scripts={scripts}
              folders={folders}
              folderActions={folderActions}
              active={state.active}
              canWrite={canWrite}
              onOpen={(id) => dispatch({ type: 'open', id })}
              onNew={() => openNew()}
              onClone={(id) => void cloneOne(id)}
              onDelete={askDelete}
              onRun={(script) => setRunning({ what: script.scriptName, scriptIds: [script.scriptId] })}
              onReorder={(order) => reorder.mutate(order, { onError: toastError })}
            />
          }
          second={
            <>
              <EditorTabsBar
                tabs={state.tabs}
                active={state.active}
                nameOf={nameOf}
                methodOf={(tab) => tab.draft?.method ?? summaryOf(tab)?.method ?? ''}
                onActivate={(id) => dispatch({ type: 'open', id })}
                onClose={closeTab}
                onNew={canWrite ? () => openNew() : undefined}
              />
              <div className="grow" style={{ minHeight: 0 }}>
                {active ? (
                  <ScriptEditor
                    key={active.id}
                    tab={active}
                    suiteId={suiteId}
                    projectId={projectId}
                    canWrite={canWrite}
                    dispatch={dispatch}
                  />
                ) : (
                  <EmptyState
                    icon={<FileCode2 size={20} />}
                    title={scripts.length > 0 ? 'No script is open' : 'No scripts yet'}
                    action={canWrite ? <Button onClick={() => openNew()}>New script</Button> : null}
                  >
                    {scripts.length > 0
                      ? 'Choose a script on the left.'
                      : 'A script is one request with its assertions. Create the first of this suite.'}
                  </EmptyState>
                )}
              </div>
            </>
          }
        />
      </div>
      {running ? (
        <RunDialog
          projectId={projectId}
          what={running.what}
          {...(running.scriptIds ? { scriptIds: running.scriptIds } : { suiteIds: [suiteId] })}
          remembered={suite.dataFile}
          onClose={() => setRunning(null)}
        />
      ) : null}
      {blocker.state === 'blocked' ? (
        <LeaveDialog
          what={unsaved.length === 1 ? nameOf(unsaved[0]!) : `${unsaved.length} scripts`}
          onStay={blocker.reset}
          onLeave={blocker.proceed}
        />
      ) : null}
    </div>
  );
}
