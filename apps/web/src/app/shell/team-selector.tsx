import { Menu, UnstyledButton } from '@mantine/core';
import { Check, ChevronDown } from 'lucide-react';
import { useTeam } from '../../shared/session/use-team.ts';
import classes from './shell.module.css';

/** TeamSelector shows the current team and switches it. */
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
