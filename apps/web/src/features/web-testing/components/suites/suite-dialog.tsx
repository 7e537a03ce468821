import { Switch, Textarea, TextInput } from '@mantine/core';
import type { Suite } from '@touchstone/contracts/web-testing';
import { useState } from 'react';
import { messageOf } from '../../../../shared/toasts.ts';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import { type SuitePlace, useSuiteMutations } from '../../api/suites.ts';

interface Props {
  place: SuitePlace;
  /** What is changed; absent for a new one. */
  suite?: Suite;
  onCreated?: (suite: Suite) => void;
  onClose: () => void;
}

/** SuiteDialog creates or changes a suite of a sprint or of the test lab. What the server refuses is said at the name. */
export function SuiteDialog({ place, suite, onCreated, onClose }: Props) {
  const { create, update } = useSuiteMutations(place);
  const [name, setName] = useState(suite?.testSuiteName ?? '');
  const [description, setDescription] = useState(suite?.description ?? '');
  const [isChaining, setChaining] = useState(suite?.isChaining ?? false);
  const [problem, setProblem] = useState('');
  const submit = async () => {
    const given = { testSuiteName: name, description, isChaining };
    if (suite) {
      await update.mutateAsync({ uuid: suite.uuid, ...given });
      return true;
    }
    const made = await create.mutateAsync(given);
    // Closing writes into the address, and so may what follows.
    onClose();
    onCreated?.(made);
    return false;
  };
  return (
    <FormDialog
      title={suite ? `Edit suite ${suite.testSuiteName}` : 'Create suite'}
      confirm={suite ? 'Save suite' : 'Create suite'}
      disabled={name.trim() === ''}
      onSubmit={submit}
      onError={(error) => setProblem(messageOf(error))}
      onClose={onClose}
    >
      <TextInput
        label="Suite name"
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
      <Switch
        mt="md"
        label="Chain the scripts"
        description="After a script that fails the others are skipped; variables go on to the next"
        checked={isChaining}
        onChange={(event) => setChaining(event.currentTarget.checked)}
      />
    </FormDialog>
  );
}
