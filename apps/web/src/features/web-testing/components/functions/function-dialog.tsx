import { Switch, Textarea, TextInput } from '@mantine/core';
import type { Step } from '@touchstone/engine-keyword/core';
import { useState } from 'react';
import { messageOf } from '../../../../shared/toasts.ts';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import { useFunctionMutations } from '../../api/functions.ts';
import { StepsPreview } from '../steps/steps-preview.tsx';

interface Props {
  projectId: string;
  /** A saved step of a script that the function is made of. */
  from?: { scriptUUID: string; step: Step };
  onCreated?: (functionUUID: string) => void;
  onClose: () => void;
}

/** FunctionDialog creates a function, of a step of a script where one is given, which a call can take the place of. */
export function FunctionDialog({ projectId, from, onCreated, onClose }: Props) {
  const { create } = useFunctionMutations();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [replace, setReplace] = useState(true);
  const [problem, setProblem] = useState('');
  const submit = async () => {
    const { uuid } = await create.mutateAsync({
      projectUUID: projectId,
      functionName: name,
      description,
      ...(from ? { from: { scriptUUID: from.scriptUUID, stepIds: [from.step.id], replace } } : { steps: [] }),
    });
    // Closing writes into the address, and so may what follows.
    onClose();
    onCreated?.(uuid);
    return false;
  };
  return (
    <FormDialog
      title="Create function"
      confirm="Create function"
      disabled={name.trim() === ''}
      onSubmit={submit}
      onError={(error) => setProblem(messageOf(error))}
      onClose={onClose}
    >
      <TextInput
        label="Function name"
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
    </FormDialog>
  );
}
