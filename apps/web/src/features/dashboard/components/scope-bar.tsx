import { Select, TextInput } from '@mantine/core';
import { useTeam } from '../../../shared/session/use-team.ts';
import type { DashboardScope } from '../api/dashboard.queries.ts';
import { type DashboardSearch, ranges } from '../model/dashboard-search.ts';
import classes from './dashboard.module.css';

interface Props {
  search: DashboardSearch;
  setSearch: (patch: Partial<DashboardSearch>) => void;
  scope: DashboardScope;
  /** Whether numbers of one team can be asked for. */
  withTeam?: boolean;
}

/** ScopeBar chooses the days, and the team, that the numbers speak of. */
export function ScopeBar({ search, setSearch, scope, withTeam = true }: Props) {
  const { teams } = useTeam();
  const isCustom = Boolean(search.from && search.to);
  const choices: number[] = [...ranges];
  if (!choices.includes(search.days)) choices.push(search.days);
  const setDay = (patch: { from?: string; to?: string }) =>
    setSearch({ from: scope.startDate, to: scope.endDate, ...patch });
  return (
    <search className={classes.toolbar} aria-label="What the numbers speak of">
      <Select
        w={140}
        aria-label="Range of days"
        allowDeselect={false}
        data={[
          ...choices.sort((a, b) => a - b).map((days) => ({ value: String(days), label: `Last ${days} days` })),
          { value: 'custom', label: 'From – to' },
        ]}
        value={isCustom ? 'custom' : String(search.days)}
        onChange={(value) => (value === 'custom' ? setDay({}) : setSearch({ days: Number(value), from: '', to: '' }))}
      />
      {isCustom ? (
        <>
          <TextInput
            type="date"
            aria-label="First day"
            value={search.from}
            max={scope.endDate}
            onChange={({ currentTarget: { value } }) => value && setDay({ from: value })}
          />
          <TextInput
            type="date"
            aria-label="Last day"
            value={search.to}
            min={scope.startDate}
            onChange={({ currentTarget: { value } }) => value && setDay({ to: value })}
          />
        </>
      ) : null}
      {withTeam && teams.length > 0 ? (
        <Select
          w={180}
          aria-label="Team"
          allowDeselect={false}
          data={[
            ...teams.map(({ teamId, teamName }) => ({ value: teamId, label: teamName })),
            { value: 'all', label: 'All that I see' },
          ]}
          value={scope.teamUuid ?? 'all'}
          onChange={(value) => setSearch({ team: value ?? '' })}
        />
      ) : null}
    </search>
  );
}
