import { Group, TextInput } from '@mantine/core';
import type { Sprint } from '@touchstone/contracts/web-testing';
import { useState } from 'react';
import { useSprintMutations } from '../../api/sprints.ts';
import { NamedDialog } from '../named-dialog.tsx';

interface Props {
  projectId: string;
  /** The sprint to edit; absent to create one. */
  sprint?: Sprint;
  onClose: () => void;
}

/** SprintDialog creates or edits a sprint. */
export function SprintDialog({ projectId, sprint, onClose }: Props) {
  const { create, update } = useSprintMutations(projectId);
  const [start, setStart] = useState(sprint?.startDate ?? '');
  const [end, setEnd] = useState(sprint?.endDate ?? '');
  const isReversed = start !== '' && end !== '' && end < start;
  return (
    <NamedDialog
      noun="sprint"
      saved={sprint && { name: sprint.sprintName, description: sprint.sprintDescription }}
      disabled={isReversed}
      onSubmit={async ({ name: sprintName, description: sprintDescription }) => {
        const given = { sprintName, sprintDescription, startDate: start || null, endDate: end || null };
        if (sprint) await update.mutateAsync({ uuid: sprint.uuid, ...given });
        else await create.mutateAsync(given);
        return undefined;
      }}
      onClose={onClose}
    >
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
    </NamedDialog>
  );
}
