import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Project, ScriptSummary, Suite } from '@touchstone/contracts/api-testing';
import { FileCode2, Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router';
import { EmptyState, Late, Page, Problem } from '../../../ui/page.tsx';
import { SplitPane } from '../../../ui/split-pane.tsx';
import { foldersQuery } from '../api/folders.ts';
import { scriptsQuery } from '../api/scripts.queries.ts';
import { suiteQuery } from '../api/suites.queries.ts';
import classes from '../components/editor/editor.module.css';
import { EditorTabsBar } from '../components/editor/editor-tabs-bar.tsx';
import { ScriptEditor } from '../components/editor/script-editor.tsx';
import { ScriptTree } from '../components/editor/script-tree.tsx';
import { useFolderDialogs } from '../components/editor/use-folder-dialogs.tsx';
import { useLeaveGuard } from '../components/editor/use-leave-guard.ts';
import { useOpenTabs } from '../components/editor/use-open-tabs.ts';
import { useScriptActions } from '../components/editor/use-script-actions.ts';
import { LeaveDialog } from '../components/leave-dialog.tsx';
import { RunDialog } from '../components/run-dialog.tsx';
import { SuiteMenu } from '../components/suite/suite-menu.tsx';
import { ProjectGate } from '../components/workspace/project-gate.tsx';
import type { EditorTab } from '../model/editor/editor-tabs.ts';
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

interface EditorProps {
  project: Project;
  suite: Suite;
  scripts: ScriptSummary[];
}

function SuiteEditor({ project, suite, scripts }: EditorProps) {
  const { suiteId } = suite;
  const { projectId } = project;
  const canWrite = useCanWrite(project);
  const open = useOpenTabs(suiteId, scripts, canWrite);
  const { state, dispatch, active, unsaved, openNew } = open;
  const [running, setRunning] = useState<{ what: string; scriptIds?: string[] } | null>(null);
  const { data: folders = [] } = useQuery(foldersQuery(suiteId));
  const folderActions = useFolderDialogs(suiteId, folders, (path) =>
    dispatch({
      type: 'close',
      ids: scripts
        .filter(({ folder }) => folder === path || folder.startsWith(`${path} / `))
        .map(({ scriptId }) => scriptId),
    }),
  );
  const blocker = useLeaveGuard(unsaved.length > 0);
  const nameOf = (tab: EditorTab) => tab.draft?.scriptName || summaryOf(scripts, tab)?.scriptName || 'New script';
  const { closeTab, askDelete, cloneOne, reorderAll } = useScriptActions({ suiteId, projectId, dispatch, nameOf });

  return (
    <div className={classes.frame}>
      <title>{`${active ? `${nameOf(active)} · ` : ''}${suite.suiteName} · Touchstone`}</title>
      <SuiteBar
        project={project}
        suite={suite}
        onRun={canWrite && scripts.length > 0 ? () => setRunning({ what: suite.suiteName }) : undefined}
        menu={
          canWrite ? (
            <SuiteMenu
              suite={suite}
              unsavedCount={unsaved.length}
              onChanged={(scriptIds) => dispatch({ type: 'reload', scriptIds })}
            />
          ) : null
        }
      />
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
              onReorder={reorderAll}
            />
          }
          second={
            <OpenScripts
              open={open}
              suiteId={suiteId}
              projectId={projectId}
              canWrite={canWrite}
              scripts={scripts}
              nameOf={nameOf}
              onClose={closeTab}
            />
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

interface SuiteBarProps {
  project: Project;
  suite: Suite;
  onRun: (() => void) | undefined;
  menu: ReactNode;
}

function SuiteBar({ project, suite, onRun, menu }: SuiteBarProps) {
  return (
    <div className={classes.suiteBar}>
      <Link className="link dim" to={apiTestingPaths.suites(project.projectId)}>
        Test Suites
      </Link>
      <span className="dim" aria-hidden>
        /
      </span>
      <h1 className="ellipsis grow">{suite.suiteName}</h1>
      {onRun ? (
        <Button variant="default" leftSection={<Play size={14} />} data-tour="run-suite" onClick={onRun}>
          Run suite
        </Button>
      ) : null}
      {menu}
    </div>
  );
}

const summaryOf = (scripts: ScriptSummary[], tab: EditorTab) => scripts.find(({ scriptId }) => scriptId === tab.id);

interface OpenScriptsProps {
  open: ReturnType<typeof useOpenTabs>;
  suiteId: string;
  projectId: string;
  canWrite: boolean;
  scripts: ScriptSummary[];
  nameOf: (tab: EditorTab) => string;
  onClose: (tab: EditorTab) => void;
}

function OpenScripts({ open, suiteId, projectId, canWrite, scripts, nameOf, onClose }: OpenScriptsProps) {
  const { state, dispatch, active, openNew } = open;
  const onNew = canWrite ? () => openNew() : undefined;
  return (
    <>
      <EditorTabsBar
        tabs={state.tabs}
        active={state.active}
        nameOf={nameOf}
        methodOf={(tab) => tab.draft?.method ?? summaryOf(scripts, tab)?.method ?? ''}
        onActivate={(id) => dispatch({ type: 'open', id })}
        onClose={onClose}
        onNew={onNew}
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
          <NoOpenScript isEmpty={scripts.length === 0} onNew={onNew} />
        )}
      </div>
    </>
  );
}

function NoOpenScript({ isEmpty, onNew }: { isEmpty: boolean; onNew: (() => void) | undefined }) {
  return (
    <EmptyState
      icon={<FileCode2 size={20} />}
      title={isEmpty ? 'No scripts yet' : 'No script is open'}
      action={onNew ? <Button onClick={onNew}>New script</Button> : null}
    >
      {isEmpty
        ? 'A script is one request with its assertions. Create the first of this suite.'
        : 'Choose a script on the left.'}
    </EmptyState>
  );
}
