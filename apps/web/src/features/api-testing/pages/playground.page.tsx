import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PlaygroundTab, ScriptInput } from '@touchstone/contracts/api-testing';
import type { Project } from '@touchstone/contracts/workspaces';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useHotkey } from '../../../shared/hotkeys.ts';
import { toast, toastError } from '../../../shared/toasts.ts';
import { EmptyState, Page, Problem } from '../../../ui/page.tsx';
import { SplitPane } from '../../../ui/panes/split-pane.tsx';
import { sendPlayground, useHistoryRefresh } from '../api/playground/playground.mutations.ts';
import { loadExample, playgroundTabsQuery, sendQuery } from '../api/playground/playground.queries.ts';
import classes from '../components/editor/editor.module.css';
import { OpenRequests } from '../components/editor/open-requests.tsx';
import { useLeaveGuard } from '../components/editor/use-leave-guard.ts';
import { useScriptActions } from '../components/editor/use-script-actions.ts';
import { LeaveDialog } from '../components/leave-dialog.tsx';
import { HistoryPanel } from '../components/playground/history-panel.tsx';
import { ImportSendsDialog } from '../components/playground/import-sends-dialog.tsx';
import { usePlaygroundTabs } from '../components/playground/use-playground-tabs.ts';
import { RequestSkeleton } from '../components/suite/editor-skeleton.tsx';
import { apiTestingKeys } from '../hotkeys.ts';
import { newScript } from '../model/editor/script-draft.ts';
import { isBlank } from '../model/playground/playground-tabs.ts';
import { tabName } from '../model/request/request-name.ts';
import type { EditorTab } from '../model/tabs/editor-tabs.ts';
import { useCanWrite, useMayCreate, useProject } from '../model/use-project.ts';
import { apiTestingPaths } from '../paths.ts';

/** PlaygroundPage sends ad-hoc requests, also without a project; tabs and history belong to the user. */
export function PlaygroundPage() {
  const { project, isPending } = useProject();
  const tabs = useQuery(playgroundTabsQuery());
  if (tabs.error)
    return (
      <Page title="Playground">
        <Problem error={tabs.error} onRetry={() => void tabs.refetch()} />
      </Page>
    );
  if (!tabs.data || tabs.isFetching || (isPending && !project)) return <RequestSkeleton />;
  return <Playground project={project} kept={tabs.data} />;
}

function Playground({ project, kept }: { project: Project | undefined; kept: PlaygroundTab[] }) {
  const canWrite = useMayCreate();
  const mayUseProject = useCanWrite(project);
  const projectId = mayUseProject ? project?.projectId : undefined;
  const navigate = useNavigate();
  const { open, openSend, openExample } = useShownRequests(kept, { projectId, canWrite });
  const [importing, setImporting] = useState<string[] | null>(null);
  const [isHistoryShown, setHistoryShown] = useState(false);
  const refreshes = useHistoryRefresh();
  const { dispatch, openNew, unkept } = open;
  const blocker = useLeaveGuard(unkept);
  const { closeTab } = useScriptActions({ projectId, dispatch, nameOf: tabName });
  useHotkey(apiTestingKeys.newScript, () => openNew(), canWrite);
  // Sent requests can be reopened from the history.
  const close = (tab: EditorTab) =>
    tab.response || isBlank(tab.draft) ? dispatch({ type: 'close', ids: [tab.id] }) : closeTab(tab);
  const openSuite = (place: { suiteId: string; projectId: string; scriptId?: string }) =>
    void navigate(apiTestingPaths.suite(place.suiteId, place.projectId, place.scriptId));
  return (
    <div className={classes.frame}>
      <title>Playground · Touchstone</title>
      <div className={classes.suiteBar}>
        <h1>Playground</h1>
        <span className="grow" />
        {canWrite ? (
          <Button variant="default" size="compact-sm" data-tour="use-example" onClick={() => void openExample()}>
            Use example
          </Button>
        ) : null}
      </div>
      <div className="grow" style={{ minHeight: 0 }}>
        <SplitPane
          id="playground-history"
          label="Width of the history"
          direction="row"
          initial={22}
          min={14}
          max={45}
          screen={isHistoryShown ? 'first' : 'second'}
          first={
            <HistoryPanel
              canWrite={canWrite}
              onImport={setImporting}
              onOpen={(sendId) => {
                setHistoryShown(false);
                void openSend(sendId);
              }}
            />
          }
          second={
            <OpenRequests
              open={open}
              projectId={projectId}
              canWrite={canWrite}
              nameOf={tabName}
              methodOf={(tab) => tab.draft?.method ?? ''}
              onClose={close}
              onSavedElsewhere={openSuite}
              onList={() => setHistoryShown(true)}
              listName="History"
              playground={{ send: sendPlayground, ...refreshes }}
              none={
                <EmptyState
                  icon={<FlaskConical size={20} />}
                  title="No open requests"
                  action={canWrite ? <Button onClick={() => openNew()}>New request</Button> : null}
                >
                  {canWrite
                    ? 'Send any request here. Your history keeps it.'
                    : 'Ask your administrator for a role that can send requests.'}
                </EmptyState>
              }
            />
          }
        />
      </div>
      {importing ? (
        <ImportSendsDialog
          projectId={projectId}
          sendIds={importing}
          onClose={() => setImporting(null)}
          onImported={({ imported, ...place }) => {
            toast('success', imported === 1 ? '1 request imported.' : `${imported} requests imported.`);
            openSuite(place);
          }}
        />
      ) : null}
      {blocker.state === 'blocked' ? (
        <LeaveDialog what="A request" onStay={blocker.reset} onLeave={blocker.proceed} />
      ) : null}
    </div>
  );
}

/** The open requests, with functions to show one from the history or the example. */
function useShownRequests(
  kept: PlaygroundTab[],
  { projectId, canWrite }: { projectId: string | undefined; canWrite: boolean },
) {
  const { open, show } = usePlaygroundTabs(kept, canWrite);
  const client = useQueryClient();
  const openSend = async (sendId: string) => {
    try {
      const { request, detail } = await client.fetchQuery(sendQuery(sendId));
      show({ ...newScript(), ...(request as ScriptInput) }, detail);
    } catch (error) {
      toastError(error);
    }
  };
  const openExample = async () => {
    try {
      const example = await loadExample(projectId);
      if (example) show(example as ScriptInput, null);
    } catch (error) {
      toastError(error);
    }
  };
  return { open, openSend, openExample };
}
