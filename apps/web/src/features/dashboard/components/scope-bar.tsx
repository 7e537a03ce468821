import { Select } from '@mantine/core';
import { useTeam } from '../../../shared/session/use-team.ts';
import { PeriodSelect } from '../../../ui/select/period-select.tsx';
import type { DashboardScope } from '../api/dashboard.queries.ts';
import type { DashboardSearch } from '../model/dashboard-search.ts';
import classes from './dashboard.module.css';

interface Props {
  search: DashboardSearch;
  setSearch: (patch: Partial<DashboardSearch>) => void;
  scope: DashboardScope;
  /** Whether the figures can be limited to a team. */
  withTeam?: boolean;
}

/** ScopeBar selects the days, and the team, of the figures. */
export function ScopeBar({ search, setSearch, scope, withTeam = true }: Props) {
  const { teams } = useTeam();
  return (
    <search className={classes.toolbar} aria-label="What the numbers speak of">
      <PeriodSelect value={search} range={scope} onChange={setSearch} />
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
