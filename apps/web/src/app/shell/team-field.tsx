import { Select } from '@mantine/core';
import { useTeam } from '../../shared/session/use-team.ts';

/** TeamField is the team selector as a field of the profile menu, so that small screens have it too. */
export function TeamField() {
  const { team, teams, choose } = useTeam();
  if (!team) return null;
  return (
    <Select
      mt="md"
      label="Team"
      searchable={teams.length > 7}
      allowDeselect={false}
      comboboxProps={{ withinPortal: false }}
      data={teams.map(({ teamId, teamName }) => ({ value: teamId, label: teamName }))}
      value={team.teamId}
      onChange={(teamId) => teamId && choose(teamId)}
    />
  );
}
