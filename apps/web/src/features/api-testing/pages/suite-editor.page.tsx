import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ScriptSummary, Suite } from '@touchstone/contracts/api-testing';
import type { Project } from '@touchstone/contracts/workspaces';
import { FileCode2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { preferences } from '../../../shared/preferences.ts';
import Missing from '../../../ui/missing.tsx';
import { EmptyState, Page, Problem } from '../../../ui/page.tsx';
import { SplitPane } from '../../../ui/panes/split-pane.tsx';
import { projectsQuery } from '../api/projects.queries.ts';
import { scriptQuery, scriptsQuery } from '../api/scripts.queries.ts';
import { suiteQuery } from '../api/suites.queries.ts';
import classes from '../components/editor/editor.module.css';
import { OpenRequests } from '../components/editor/open-requests.tsx';
import { useLeaveGuard } from '../components/editor/use-leave-guard.ts';
import { useOpenTabs } from '../components/editor/use-open-tabs.ts';
import { useScriptActions } from '../components/editor/use-script-actions.ts';
import { LeaveDialog } from '../components/leave-dialog.tsx';
import { RunSuite } from '../components/run/run-suite.tsx';
import { SuiteSkeleton } from '../components/suite/editor-skeleton.tsx';
import { SuiteMenu } from '../components/suite/suite-menu.tsx';
import { SuiteTree } from '../components/tree/suite-tree.tsx';
import { ProjectGate } from '../components/workspace/project-gate.tsx';
import { tabName } from '../model/request/request-name.ts';
import type { EditorTab } from '../model/tabs/editor-tabs.ts';
import { useCanWrite } from '../model/use-project.ts';
import { apiTestingPaths } from '../paths.ts';

export function SuiteEditorPage() {
  const { suiteId = '' } = useParams();
  useFirstReads(suiteId);
  return (
    <ProjectGate title="Test Suite" skeleton={<SuiteSkeleton />}>
      {(project) => <SuiteLoader key={`${project.projectId} ${suiteId}`} project={project} suiteId={suiteId} />}
    </ProjectGate>
  );
}

/**
 * Requests everything the editor needs initially in parallel, as far as the address and this browser's preferences
 * determine it.
 */
function useFirstReads(suiteId: string): void {
  const [params] = useSearchParams();
  const client = useQueryClient();
  // Before the first render, so that the responses arrive after it.
  useState(() => {
    const projectId = params.get('project') ?? preferences.get().projectId;
    const scriptId = params.get('script') ?? preferences.get().openTabs[suiteId]?.active;
    void client.prefetchQuery(projectsQuery());
    void client.prefetchQuery(scriptsQuery(suiteId));
    if (projectId) void client.prefetchQuery(suiteQuery(projectId, suiteId));
    if (scriptId) void client.prefetchQuery({ ...scriptQuery(scriptId), retry: false });
  });
}

function SuiteLoader({ project, suiteId }: { project: Project; suiteId: string }) {
  const suite = useQuery(suiteQuery(project.projectId, suiteId));
  const scripts = useQuery(scriptsQuery(suiteId));
  const error = suite.error ?? scripts.error;
  if (error) return <Problem error={error} onRetry={() => void Promise.all([suite.refetch(), scripts.refetch()])} />;
  if (suite.data === null)
    return (
      <Page title="Test Suite">
        <Missing
          title="Test Suite/Script is deleted already."
          back={{ label: 'Open test suites', path: apiTestingPaths.suites(project.projectId) }}
        />
      </Page>
    );
  if (!suite.data || !scripts.data) return <SuiteSkeleton />;
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
  const open = useOpenTabs({ projectId, suiteId, scripts, canWrite });
  const navigate = useNavigate();
  const { dispatch, active, unsaved, unkept, openNew } = open;
  const [params] = useSearchParams();
  // In a narrow window the list comes first, unless the address names a script.
  const [isListShown, setListShown] = useState(() => !params.has('script') && !params.has('new'));
  const blocker = useLeaveGuard(unkept);
  const nameOf = (tab: EditorTab) => (tab.draft ? tabName(tab) : (summaryOf(scripts, tab)?.scriptName ?? 'New script'));
  const actions = useScriptActions({ suiteId, projectId, dispatch, nameOf });
  const startNew = () => {
    openNew();
    setListShown(false);
  };

  return (
    <div className={classes.frame}>
      <title>{`${active ? `${nameOf(active)} · ` : ''}${suite.suiteName} · Touchstone`}</title>
      <SuiteBar
        project={project}
        suite={suite}
        canRun={canWrite && scripts.length > 0}
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
          screen={isListShown ? 'first' : 'second'}
          first={
            <SuiteTree
              suite={suite}
              scripts={scripts}
              open={open}
              actions={actions}
              canWrite={canWrite}
              onOpened={() => setListShown(false)}
            />
          }
          second={
            <OpenRequests
              open={open}
              suite={{ value: suiteId, label: suite.suiteName }}
              projectId={projectId}
              canWrite={canWrite}
              nameOf={nameOf}
              methodOf={(tab) => tab.draft?.method ?? summaryOf(scripts, tab)?.method ?? ''}
              onClose={actions.closeTab}
              onSavedElsewhere={(script) =>
                void navigate(apiTestingPaths.suite(script.suiteId, projectId, script.scriptId))
              }
              onList={() => setListShown(true)}
              none={<NoOpenScript isEmpty={scripts.length === 0} onNew={canWrite ? startNew : undefined} />}
            />
          }
        />
      </div>
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
  canRun: boolean;
  menu: ReactNode;
}

function SuiteBar({ project, suite, canRun, menu }: SuiteBarProps) {
  return (
    <div className={classes.suiteBar}>
      <Link className="link dim" to={apiTestingPaths.suites(project.projectId)}>
        Test Suites
      </Link>
      <span className="dim" aria-hidden>
        /
      </span>
      <h1 className="ellipsis grow">{suite.suiteName}</h1>
      {canRun ? <RunSuite suite={suite} /> : null}
      {menu}
    </div>
  );
}

const summaryOf = (scripts: ScriptSummary[], tab: EditorTab) => scripts.find(({ scriptId }) => scriptId === tab.id);

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
