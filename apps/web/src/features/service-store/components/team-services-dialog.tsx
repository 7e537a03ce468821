import { Button, Checkbox, Group, Modal, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { OfferedService } from '@touchstone/contracts/subscription';
import { useState } from 'react';
import { useTeam } from '../../../shared/session/use-team.ts';
import { messageOf, toast } from '../../../shared/toasts.ts';
import { teamServicesQuery, teamsQuery, useServiceStoreMutations } from '../api/service-store.queries.ts';
import classes from './service-store.module.css';

/** TeamServicesDialog edits which services a team uses. */
export function TeamServicesDialog({ services, onClose }: { services: OfferedService[]; onClose: () => void }) {
  const { setOfTeam } = useServiceStoreMutations();
  const teams = useQuery(teamsQuery);
  const own = useTeam().team;
  const [chosen, setChosen] = useState<string | null>(own?.teamId ?? null);
  const team = teams.data?.find(({ teamId }) => teamId === chosen) ?? teams.data?.[0];
  const used = useQuery({ ...teamServicesQuery(team?.teamId ?? ''), enabled: team !== undefined });
  const [changed, setChanged] = useState<string[] | null>(null);
  const serviceIds = changed ?? used.data ?? [];
  const save = () =>
    team &&
    setOfTeam.mutate(
      { teamId: team.teamId, serviceIds },
      {
        onSuccess: () => {
          toast('success', `The services of ${team.teamName} are saved.`);
          onClose();
        },
      },
    );
  const isEmpty = used.isSuccess && serviceIds.length === 0;
  const problem = setOfTeam.error ?? used.error ?? teams.error;
  return (
    <Modal opened onClose={onClose} title="Services of a team">
      <div className={`form ${classes.choices}`}>
        <Select
          label="Team"
          data={teams.data?.map(({ teamId, teamName }) => ({ value: teamId, label: teamName })) ?? []}
          value={team?.teamId ?? null}
          allowDeselect={false}
          searchable
          nothingFoundMessage="No team has this name"
          onChange={(teamId) => {
            setChosen(teamId);
            setChanged(null);
          }}
        />
        <Checkbox.Group
          label="Uses"
          value={serviceIds}
          onChange={setChanged}
          error={isEmpty ? 'Please select an option' : problem ? messageOf(problem) : undefined}
        >
          <div className={classes.choices} style={{ marginTop: 4 }}>
            {services.map(({ uuid, serviceName }) => (
              <Checkbox key={uuid} value={uuid} label={serviceName} disabled={!used.isSuccess} />
            ))}
          </div>
        </Checkbox.Group>
      </div>
      <Group justify="flex-end" gap="sm" className="form">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={!used.isSuccess || isEmpty} loading={setOfTeam.isPending} onClick={save}>
          Save services
        </Button>
      </Group>
    </Modal>
  );
}
