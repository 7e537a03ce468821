import { Button } from '@mantine/core';
import type { Project } from '@touchstone/contracts/workspaces';
import { Send } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useHotkey } from '../../../shared/hotkeys.ts';
import { EmptyState } from '../../../ui/page.tsx';
import classes from '../components/editor/editor.module.css';
import { OpenRequests } from '../components/editor/open-requests.tsx';
import { useLeaveGuard } from '../components/editor/use-leave-guard.ts';
import { useOpenTabs } from '../components/editor/use-open-tabs.ts';
import { useScriptActions } from '../components/editor/use-script-actions.ts';
import { LeaveDialog } from '../components/leave-dialog.tsx';
import { ProjectGate } from '../components/workspace/project-gate.tsx';
import { apiTestingKeys } from '../hotkeys.ts';
import { tabName } from '../model/request/request-name.ts';
import { useCanWrite } from '../model/use-project.ts';
import { apiTestingPaths } from '../paths.ts';

/** RequestPage sends requests that belong to no suite yet; saving one asks for its name and suite. */
export function RequestPage() {
  return (
    <ProjectGate title="Requests">{(project) => <Requests key={project.projectId} project={project} />}</ProjectGate>
  );
}

function Requests({ project }: { project: Project }) {
  const { projectId } = project;
  const navigate = useNavigate();
  const canWrite = useCanWrite(project);
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
        onSavedElsewhere={({ suiteId, scriptId }) => void navigate(apiTestingPaths.suite(suiteId, projectId, scriptId))}
        none={
          <EmptyState
            icon={<Send size={20} />}
            title={canWrite ? 'No open requests' : 'You can view this workspace'}
            action={canWrite ? <Button onClick={() => openNew()}>New request</Button> : null}
          >
            {canWrite
              ? 'Send a request first, then save it to a suite.'
              : 'Ask its owner for the editor role to send requests.'}
          </EmptyState>
        }
      />
      {blocker.state === 'blocked' ? (
        <LeaveDialog what="A request" onStay={blocker.reset} onLeave={blocker.proceed} />
      ) : null}
    </div>
  );
}
