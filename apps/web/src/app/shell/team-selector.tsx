import { Menu, Select, UnstyledButton } from '@mantine/core';
import { Check, ChevronDown } from 'lucide-react';
import { useTeam } from '../../shared/session/use-team.ts';
import classes from './shell.module.css';

/** TeamSelector names the team that one works in, and changes it. */
export function TeamSelector() {
  const { team, teams, choose } = useTeam();
  if (!team) return null;
  if (teams.length === 1)
    return (
      <span className={classes.team} title={team.teamDescription || undefined}>
        <span className="ellipsis">{team.teamName}</span>
      </span>
    );
  return (
    <Menu>
      <Menu.Target>
        <UnstyledButton className={classes.team} aria-label={`Team ${team.teamName}, change`}>
          <span className="ellipsis">{team.teamName}</span>
          <ChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
        <Menu.Label>Teams</Menu.Label>
        {teams.map(({ teamId, teamName }) => (
          <Menu.Item
            key={teamId}
            rightSection={teamId === team.teamId ? <Check size={14} aria-label="chosen" /> : null}
            onClick={() => choose(teamId)}
          >
            {teamName}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** TeamField is the same choice as a field of the profile menu, where it is reachable on small screens too. */
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
