import { Select } from '@mantine/core';
import { useState } from 'react';
import { toastError } from '../../../../shared/toasts.ts';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';

/** An option: an id with its name. */
export interface NamedId {
  value: string;
  label: string;
}

/** The context of a block; undefined uses the run's. */
export interface BlockContext {
  environmentId: string | undefined;
  databaseId: string | undefined;
}

interface Props {
  name: string;
  environments: readonly NamedId[];
  databases: readonly NamedId[];
  environmentId: string | undefined;
  databaseId: string | undefined;
  onSave: (chosen: BlockContext) => Promise<void>;
  onClose: () => void;
}

/** ContextDialog selects the environment and the database connection of a block. */
export function ContextDialog({ name, environments, databases, onSave, onClose, ...before }: Props) {
  const [environmentId, setEnvironmentId] = useState(before.environmentId);
  const [databaseId, setDatabaseId] = useState(before.databaseId);
  return (
    <FormDialog
      title={`Environment and database of ${name}`}
      confirm="Save and Close"
      onSubmit={() => onSave({ environmentId, databaseId })}
      onError={toastError}
      onClose={onClose}
    >
      <Select
        label="Global variable environment"
        description="Leave empty to use the environment of the run."
        placeholder="Environment of the run"
        data={[...environments]}
        clearable
        searchable
        value={environmentId ?? null}
        onChange={(value) => setEnvironmentId(value ?? undefined)}
      />
      <Select
        mt="md"
        label="Database connection"
        placeholder="None"
        data={[...databases]}
        clearable
        searchable
        value={databaseId ?? null}
        onChange={(value) => setDatabaseId(value ?? undefined)}
      />
    </FormDialog>
  );
}
