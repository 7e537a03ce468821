import { Group, Textarea, TextInput } from '@mantine/core';
import type { Sprint } from '@touchstone/contracts/web-testing';
import { useState } from 'react';
import { messageOf } from '../../../../shared/toasts.ts';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import { useSprintMutations } from '../../api/sprints.ts';

interface Props {
  projectId: string;
  /** What is changed; absent for a new one. */
  sprint?: Sprint;
  onClose: () => void;
}

/** SprintDialog creates or changes a sprint. What the server refuses is said at the name. */
export function SprintDialog({ projectId, sprint, onClose }: Props) {
  const { create, update } = useSprintMutations(projectId);
  const [name, setName] = useState(sprint?.sprintName ?? '');
  const [description, setDescription] = useState(sprint?.sprintDescription ?? '');
  const [start, setStart] = useState(sprint?.startDate ?? '');
  const [end, setEnd] = useState(sprint?.endDate ?? '');
  const [problem, setProblem] = useState('');
  const isReversed = start !== '' && end !== '' && end < start;
  const submit = async () => {
    const given = {
      sprintName: name,
      sprintDescription: description,
      startDate: start || null,
      endDate: end || null,
    };
    if (sprint) await update.mutateAsync({ uuid: sprint.uuid, ...given });
    else await create.mutateAsync(given);
  };
  return (
    <FormDialog
      title={sprint ? `Edit sprint ${sprint.sprintName}` : 'Create sprint'}
      confirm={sprint ? 'Save sprint' : 'Create sprint'}
      disabled={name.trim() === '' || isReversed}
      onSubmit={submit}
      onError={(error) => setProblem(messageOf(error))}
      onClose={onClose}
    >
      <TextInput
        label="Sprint name"
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
      <Group grow mt="md" align="start">
        <TextInput
          type="date"
          label="Planned start"
          value={start}
          onChange={(event) => setStart(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label="Planned end"
          value={end}
          error={isReversed ? 'The end comes before the start' : undefined}
          onChange={(event) => setEnd(event.currentTarget.value)}
        />
      </Group>
    </FormDialog>
  );
}
