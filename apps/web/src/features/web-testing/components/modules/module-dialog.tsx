import { Textarea, TextInput } from '@mantine/core';
import type { RepositoryModule } from '@touchstone/contracts/web-testing';
import { useState } from 'react';
import { messageOf } from '../../../../shared/toasts.ts';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import { useModuleMutations } from '../../api/modules.ts';

interface Props {
  projectId: string;
  /** What is changed; absent for a new one. */
  module?: RepositoryModule;
  onCreated?: (module: RepositoryModule) => void;
  onClose: () => void;
}

/** ModuleDialog creates or changes a module. What the server refuses is said at the name. */
export function ModuleDialog({ projectId, module, onCreated, onClose }: Props) {
  const { create, update } = useModuleMutations();
  const [name, setName] = useState(module?.moduleName ?? '');
  const [description, setDescription] = useState(module?.description ?? '');
  const [problem, setProblem] = useState('');
  const submit = async () => {
    if (module) {
      await update.mutateAsync({ projectUUID: projectId, uuid: module.uuid, moduleName: name, description });
      return true;
    }
    const made = await create.mutateAsync({ projectId, moduleName: name, description });
    // Closing writes into the address of the page that is left.
    onClose();
    onCreated?.(made);
    return false;
  };
  return (
    <FormDialog
      title={module ? `Edit module ${module.moduleName}` : 'Create module'}
      confirm={module ? 'Save module' : 'Create module'}
      disabled={name.trim() === ''}
      onSubmit={submit}
      onError={(error) => setProblem(messageOf(error))}
      onClose={onClose}
    >
      <TextInput
        label="Module name"
        data-autofocus
        maxLength={255}
        value={name}
        error={problem}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setProblem('');
        }}
      />
      <Textarea
        label="Description"
        mt="md"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={1000}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
