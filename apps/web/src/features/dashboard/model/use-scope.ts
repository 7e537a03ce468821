import { useMemo } from 'react';
import { rangeOf } from '../../../shared/period.ts';
import { useTeam } from '../../../shared/session/use-team.ts';
import type { DashboardScope } from '../api/dashboard.queries.ts';
import type { DashboardSearch } from './dashboard-search.ts';

/**
 * useScope returns the scope of a dashboard's figures: one of the user's teams or everything they see, and a range of
 * days.
 */
export function useScope(search: DashboardSearch): DashboardScope {
  const { team, teams } = useTeam();
  const wanted = teams.find(({ teamId }) => teamId === search.team) ?? team;
  const teamUuid = search.team === 'all' ? undefined : wanted?.teamId;
  return useMemo(() => ({ teamUuid, ...rangeOf(search) }), [teamUuid, search]);
}
