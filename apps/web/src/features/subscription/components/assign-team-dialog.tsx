import { Button, Group, Modal } from '@mantine/core';
import type { InfrastructureLicence } from '@touchstone/contracts/subscription';
import { useState } from 'react';
import type { Choice } from '../../../shared/choices.ts';
import { messageOf, toast } from '../../../shared/toasts.ts';
import { RemoteSelect } from '../../../ui/select/remote-select.tsx';
import { teamChoices, useLicenceMutations } from '../api/licences.queries.ts';
import classes from './subscription.module.css';

/** AssignTeamDialog assigns a dedicated browser or device to a team. */
export function AssignTeamDialog({ licence, onClose }: { licence: InfrastructureLicence; onClose: () => void }) {
  const { assignTeam } = useLicenceMutations();
  const [team, setTeam] = useState<Choice | null>(null);
  const [problem, setProblem] = useState<string>();
  const submit = () => {
    if (!team) return setProblem('Please select an option');
    assignTeam.mutate(
      { kind: licence.kind, uuid: licence.uuid, teamId: team.value },
      {
        onSuccess: () => {
          toast('success', `${licence.name} belongs to ${team.label}.`);
          onClose();
        },
        onError: (error) => setProblem(messageOf(error)),
      },
    );
  };
  return (
    <Modal opened onClose={onClose} title={`Assign ${licence.name}`}>
      <form
        className={`form ${classes.column}`}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <RemoteSelect
          label="Team"
          placeholder="Search by name"
          source={teamChoices}
          nothingFound="No team of this name"
          value={team}
          error={problem}
          onChange={(chosen) => {
            setTeam(chosen);
            setProblem(undefined);
          }}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={assignTeam.isPending}>
            Assign
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
