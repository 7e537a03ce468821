import { Button } from '@mantine/core';
import type { People } from '@touchstone/contracts/collaboration';
import { toast } from '../../../shared/toasts.ts';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { usePeopleMutations } from '../api/collaboration.mutations.ts';
import classes from './collaboration.module.css';
import { UpgradeButton } from './upgrade-button.tsx';

/** WorkspaceFacts says who can open a workspace, and how many people its plan allows. */
export function WorkspaceFacts({ people }: { people: People }) {
  const { projectId, projectName, workspaceType, workspacePlan, teamName, role, collaboratorCount, collaboratorLimit } =
    people;
  const { setPlan } = usePeopleMutations(projectId);
  const askDowngrade = () =>
    confirmAction({
      title: `Downgrade ${projectName} to FREE?`,
      message: 'Schedules stop, global variables are read-only, and the number of collaborators is limited.',
      confirm: 'Downgrade workspace',
      onConfirm: async () => {
        await setPlan.mutateAsync('FREE');
        toast('success', `${projectName} is on the FREE plan.`);
      },
    });
  return (
    <div className={classes.facts} data-tour="workspace-facts">
      <span>
        <strong>{workspaceType === 'SHARED' ? 'Shared' : 'Private'}</strong>
        <span className="dim">
          {workspaceType === 'SHARED'
            ? ` · members of the team ${teamName} edit it too`
            : ' · only the people below and administrators open it'}
        </span>
      </span>
      <span>
        <strong>{workspacePlan}</strong>
        <span className="dim">
          {collaboratorLimit === null
            ? ` · ${collaboratorCount} ${collaboratorCount === 1 ? 'collaborator' : 'collaborators'}`
            : ` · ${collaboratorCount} of ${collaboratorLimit} collaborators`}
        </span>
      </span>
      <span className="grow" />
      {workspacePlan === 'FREE' ? <UpgradeButton project={people} /> : null}
      {workspacePlan === 'PRO' && role === 'OWNER' ? (
        <Button variant="default" onClick={askDowngrade}>
          Downgrade workspace…
        </Button>
      ) : null}
    </div>
  );
}
