import { Button } from '@mantine/core';
import type { Project } from '@touchstone/contracts/workspaces';
import { Send } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useHotkey } from '../../../shared/hotkeys.ts';
import { EmptyState, Page, Problem } from '../../../ui/page.tsx';
import classes from '../components/editor/editor.module.css';
import { OpenRequests } from '../components/editor/open-requests.tsx';
import { useLeaveGuard } from '../components/editor/use-leave-guard.ts';
import { useOpenTabs } from '../components/editor/use-open-tabs.ts';
import { useScriptActions } from '../components/editor/use-script-actions.ts';
import { LeaveDialog } from '../components/leave-dialog.tsx';
import { apiTestingKeys } from '../hotkeys.ts';
import { tabName } from '../model/request/request-name.ts';
import { useCanWrite, useMayCreate, useProject } from '../model/use-project.ts';
import { apiTestingPaths } from '../paths.ts';

/**
 * RequestPage sends requests that don't belong to a suite yet, also without a workspace; saving one asks for its name
 * and place.
 */
export function RequestPage() {
  const { project, isPending, error, retry } = useProject();
  if (!project && (isPending || error))
    return <Page title="Requests">{error ? <Problem error={error} onRetry={retry} /> : null}</Page>;
  return <Requests key={project?.projectId} project={project} />;
}

function Requests({ project }: { project: Project | undefined }) {
  const projectId = project?.projectId;
  const navigate = useNavigate();
  const mayEdit = useCanWrite(project);
  const mayCreate = useMayCreate();
  const canWrite = project ? mayEdit : mayCreate;
  const open = useOpenTabs({ projectId, scripts: [], canWrite });
  const { active, dispatch, openNew, unkept } = open;
  const blocker = useLeaveGuard(unkept);
  const { closeTab } = useScriptActions({ projectId, dispatch, nameOf: tabName });
  useHotkey(apiTestingKeys.newScript, () => openNew(), canWrite);
  return (
    <div className={classes.frame}>
      <title>{`${active ? `${tabName(active)} · ` : ''}Requests · Touchstone`}</title>
      <h1 className="visually-hidden">Requests</h1>
      <OpenRequests
        open={open}
        projectId={projectId}
        canWrite={canWrite}
        nameOf={tabName}
        methodOf={(tab) => tab.draft?.method ?? ''}
        onClose={closeTab}
        onSavedElsewhere={(saved) =>
          void navigate(apiTestingPaths.suite(saved.suiteId, saved.projectId, saved.scriptId))
        }
        none={
          <EmptyState
            icon={<Send size={20} />}
            title={canWrite ? 'No open requests' : project ? 'You can view this workspace' : 'No project yet'}
            action={canWrite ? <Button onClick={() => openNew()}>New request</Button> : null}
          >
            {canWrite
              ? 'Send a request first, then save it to a suite.'
              : project
                ? 'Ask its owner for the editor role to send requests.'
                : 'Ask your administrator for access to a project.'}
          </EmptyState>
        }
      />
      {blocker.state === 'blocked' ? (
        <LeaveDialog what="A request" onStay={blocker.reset} onLeave={blocker.proceed} />
      ) : null}
    </div>
  );
}
