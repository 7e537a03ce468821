import { Button } from '@mantine/core';
import type { Project } from '@touchstone/contracts/workspaces';
import { Link } from 'react-router';
import { useAccount } from '../../../shared/session/browser-session.ts';
import { toast, toastError } from '../../../shared/toasts.ts';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { subscriptionPaths } from '../../subscription/paths.ts';
import { usePeopleMutations } from '../api/collaboration.mutations.ts';
import { upgradeOf } from '../model/upgrade.ts';

type Upgradable = Pick<Project, 'projectId' | 'projectName' | 'workspaceType' | 'workspacePlan' | 'role'>;

/**
 * UpgradeButton upgrades the organization or the workspace, whichever a PRO feature needs first; names who can if the
 * user can't.
 */
export function UpgradeButton({ project }: { project: Upgradable }) {
  const account = useAccount();
  const { setPlan } = usePeopleMutations(project.projectId);
  const upgrade = upgradeOf(project, account);
  if (!upgrade) return null;
  const { label, by, isAllowed } = upgrade;
  if (!isAllowed)
    return (
      <span className="dim">
        {by === 'administrator'
          ? 'Ask an administrator of your organization to upgrade to PRO.'
          : 'Ask an owner of this workspace to upgrade it.'}
      </span>
    );
  if (by === 'administrator')
    return (
      <Button component={Link} to={subscriptionPaths.renew}>
        {label}
      </Button>
    );
  const ask = () =>
    confirmAction({
      title: `Upgrade ${project.projectName} to PRO?`,
      message: 'Your plan includes PRO workspaces: scheduled tests, global variables and unlimited collaborators.',
      confirm: label,
      onConfirm: () =>
        setPlan
          .mutateAsync('PRO')
          .then(() => toast('success', `${project.projectName} is on the PRO plan.`))
          .catch(toastError),
    });
  return <Button onClick={ask}>{label}</Button>;
}
