import type { RepositoryModule } from '@touchstone/contracts/web-testing';
import { useModuleMutations } from '../../api/modules.ts';
import { NamedDialog } from '../named-dialog.tsx';

interface Props {
  projectId: string;
  /** The module to edit; absent to create one. */
  module?: RepositoryModule;
  onCreated?: (module: RepositoryModule) => void;
  onClose: () => void;
}

/** ModuleDialog creates or edits a module. */
export function ModuleDialog({ projectId, module, onCreated, onClose }: Props) {
  const { create, update } = useModuleMutations();
  return (
    <NamedDialog
      noun="module"
      saved={module && { name: module.moduleName, description: module.description }}
      onSubmit={async ({ name: moduleName, description }) => {
        if (module) {
          await update.mutateAsync({ projectUUID: projectId, uuid: module.uuid, moduleName, description });
          return undefined;
        }
        const made = await create.mutateAsync({ projectId, moduleName, description });
        return () => onCreated?.(made);
      }}
      onClose={onClose}
    />
  );
}
