import { type Environment, environmentNameSchema } from '@touchstone/contracts/workspaces';
import { toast } from '../../../../shared/toasts.ts';
import { useEnvironmentMutations } from '../../api/environments.mutations.ts';
import { NameDialog } from '../name-dialog.tsx';

export type EnvironmentDialogState = { kind: 'create' } | { kind: 'rename' | 'clone'; environment: Environment };

interface Props {
  projectId: string;
  dialog: EnvironmentDialogState;
  onClose: () => void;
  onMade: (environment: Environment) => void;
}

/** EnvironmentDialog asks for the name of a new, renamed or copied environment. */
export function EnvironmentDialog({ projectId, dialog, onClose, onMade }: Props) {
  const { create, rename, clone } = useEnvironmentMutations(projectId);
  const shared = { label: 'Name', schema: environmentNameSchema, onClose };
  if (dialog.kind === 'create')
    return (
      <NameDialog
        {...shared}
        title="Create environment"
        confirm="Create environment"
        onSubmit={async (name) => onMade(await create.mutateAsync(name))}
      />
    );
  const { environmentId, environmentName: before } = dialog.environment;
  if (dialog.kind === 'rename')
    return (
      <NameDialog
        {...shared}
        title="Rename environment"
        confirm="Rename"
        initial={before}
        onSubmit={(environmentName) => rename.mutateAsync({ environmentId, environmentName })}
      />
    );
  return (
    <NameDialog
      {...shared}
      title={`Clone ${before}`}
      confirm="Clone"
      initial={`${before} copy`}
      onSubmit={async (environmentName) => {
        const copy = await clone.mutateAsync({ environmentId, environmentName });
        toast('success', `${copy.environmentName} is created.`);
        onMade(copy);
      }}
    />
  );
}
