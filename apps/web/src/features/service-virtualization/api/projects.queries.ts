import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { virtualizationProjectRoutes } from '@touchstone/contracts/service-virtualization';
import { api } from '../../../shared/api.ts';
import { mockKeys } from './keys.ts';

/** Projects of a team by name; none without a team. */
export const projectsQuery = (
  teamId: string | undefined,
  query: { searchTerm?: string; page?: number; size?: number } = {},
) =>
  queryOptions({
    queryKey: [...mockKeys.projects, 'list', teamId, query],
    queryFn: ({ signal }) =>
      teamId === undefined
        ? { content: [], totalElements: 0, page: 0, size: 0 }
        : api.call(
            virtualizationProjectRoutes.listVirtualizationProjects,
            { params: { id: teamId }, query: { size: 200, ...query } },
            { signal },
          ),
    placeholderData: keepPreviousData,
  });

/** A project with its counts. */
export const projectQuery = (id: string) =>
  queryOptions({
    queryKey: [...mockKeys.projects, 'one', id],
    queryFn: ({ signal }) =>
      api.call(virtualizationProjectRoutes.getVirtualizationProject, { params: { id } }, { signal }),
  });
