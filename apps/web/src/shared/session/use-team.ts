import { useQueryClient } from '@tanstack/react-query';
import type { Account } from '@touchstone/contracts/identity';
import { preferences, usePreferences } from '../preferences.ts';
import { useAccount } from './browser-session.ts';

type Team = Account['teams'][number];

/** useTeam returns the user's current team: the selected one, or the first; undefined without a team. */
export function useTeam(): { team: Team | undefined; teams: readonly Team[]; choose: (teamId: string) => void } {
  const { teams } = useAccount();
  const client = useQueryClient();
  const wanted = usePreferences().teamId;
  return {
    team: teams.find(({ teamId }) => teamId === wanted) ?? teams[0],
    teams,
    choose(teamId) {
      preferences.set({ teamId, projectId: null, areaProjects: {} });
      void client.invalidateQueries();
    },
  };
}
