import { Switch } from '@mantine/core';
import type { Step } from '@touchstone/engine-keyword/core';
import { useState } from 'react';
import { useFunctionMutations } from '../../api/functions.ts';
import { NamedDialog } from '../named-dialog.tsx';
import { StepsPreview } from '../steps/steps-preview.tsx';

interface Props {
  projectId: string;
  /** A saved script step to create the function from. */
  from?: { scriptUUID: string; step: Step };
  onCreated?: (functionUUID: string) => void;
  onClose: () => void;
}

/** FunctionDialog creates a function, optionally from a script step, which can then be replaced by a call. */
export function FunctionDialog({ projectId, from, onCreated, onClose }: Props) {
  const { create } = useFunctionMutations();
  const [replace, setReplace] = useState(true);
  return (
    <NamedDialog
      noun="function"
      onSubmit={async ({ name, description }) => {
        const { uuid } = await create.mutateAsync({
          projectUUID: projectId,
          functionName: name,
          description,
          ...(from ? { from: { scriptUUID: from.scriptUUID, stepIds: [from.step.id], replace } } : { steps: [] }),
        });
        return () => onCreated?.(uuid);
      }}
      onClose={onClose}
    >
      {from ? (
        <>
          <StepsPreview steps={[from.step]} />
          <Switch
            mt="md"
            label="Call the function in place of these steps"
            checked={replace}
            onChange={(event) => setReplace(event.currentTarget.checked)}
          />
        </>
      ) : null}
    </NamedDialog>
  );
}
