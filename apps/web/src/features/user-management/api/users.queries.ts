import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { subscriptionRoutes } from '@touchstone/contracts/subscription';
import { userManagementRoutes as calls } from '@touchstone/contracts/user-management';
import { api } from '../../../shared/api.ts';
import type { ChoiceSource } from '../../../shared/choices.ts';

export const userKeys = { all: ['user-management'] as const };

export const usersQuery = (query: CallInput<typeof calls.pageUsers>['query']) =>
  queryOptions({
    queryKey: [...userKeys.all, 'users', query],
    queryFn: ({ signal }) => api.call(calls.pageUsers, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

export const teamsQuery = (query: CallInput<typeof calls.pageTeams>['query']) =>
  queryOptions({
    queryKey: [...userKeys.all, 'teams', query],
    queryFn: ({ signal }) => api.call(calls.pageTeams, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

export const teamQuery = (id: string) =>
  queryOptions({
    queryKey: [...userKeys.all, 'team', id],
    queryFn: ({ signal }) => api.call(calls.getTeam, { params: { id } }, { signal }),
  });

export const membersQuery = (id: string, query: CallInput<typeof calls.pageTeamMembers>['query']) =>
  queryOptions({
    queryKey: [...userKeys.all, 'members', id, query],
    queryFn: ({ signal }) => api.call(calls.pageTeamMembers, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Services used by a team of the organization. */
export const teamServicesQuery = (teamId: string) =>
  queryOptions({
    queryKey: [...userKeys.all, 'team-services', teamId],
    queryFn: async ({ signal }) => {
      const [team] = await api.call(subscriptionRoutes.listTeamsWithServices, { query: { teamId } }, { signal });
      return team?.services ?? [];
    },
  });

/** Every team, as choices. */
export const teamChoices: ChoiceSource = {
  queryKey: [...userKeys.all, 'team-names'],
  load: async (query, signal) => {
    const { content, totalElements } = await api.call(calls.pageTeamNames, { query }, { signal });
    return {
      total: totalElements,
      choices: content.map(({ teamId, teamName }) => ({ value: teamId, label: teamName })),
    };
  },
};

/** Users who aren't in a team, as choices. */
export const candidateChoices = (id: string): ChoiceSource => ({
  queryKey: [...userKeys.all, 'candidates', id],
  load: async (query, signal) => {
    const { content, totalElements } = await api.call(calls.listTeamCandidates, { params: { id }, query }, { signal });
    const choices = content.map(({ userId, name, login }) => ({ value: userId, label: `${name} (${login})` }));
    return { total: totalElements, choices };
  },
});
