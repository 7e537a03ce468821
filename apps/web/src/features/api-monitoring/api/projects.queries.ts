import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { monitoringProjectRoutes } from '@touchstone/contracts/api-monitoring';
import { api } from '../../../shared/api.ts';
import { monitoringKeys } from './keys.ts';

/** Projects of a team by name; none without a team. */
export const projectsQuery = (
  teamId: string | undefined,
  query: { searchTerm?: string; page?: number; size?: number } = {},
) =>
  queryOptions({
    queryKey: [...monitoringKeys.projects, 'list', teamId, query],
    queryFn: ({ signal }) =>
      teamId === undefined
        ? { content: [], totalElements: 0, page: 0, size: 0 }
        : api.call(
            monitoringProjectRoutes.listMonitoringProjects,
            { params: { id: teamId }, query: { size: 200, ...query } },
            { signal },
          ),
    placeholderData: keepPreviousData,
  });

/** A project with its counts. */
export const projectQuery = (id: string) =>
  queryOptions({
    queryKey: [...monitoringKeys.projects, 'one', id],
    queryFn: ({ signal }) => api.call(monitoringProjectRoutes.getMonitoringProject, { params: { id } }, { signal }),
  });
