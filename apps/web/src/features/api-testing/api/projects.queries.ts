import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { api } from '../../../shared/api.ts';
import type { ChoiceSource } from '../../../shared/choices.ts';

export const projectKeys = { all: ['api-testing', 'projects'] as const, stats: ['api-testing', 'statistics'] as const };

export const projectsQuery = (input: { searchTerm?: string; page?: number; size?: number } = {}) =>
  queryOptions({
    queryKey: [...projectKeys.all, 'list', input],
    queryFn: ({ signal }) => api.call(workspaceRoutes.listProjects, { query: { size: 200, ...input } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Workspaces that the caller may change, as choices. */
export const projectChoices: ChoiceSource = {
  queryKey: [...projectKeys.all, 'names'],
  load: async (query, signal) => {
    const { content, totalElements } = await api.call(workspaceRoutes.listProjects, { query }, { signal });
    return {
      total: totalElements,
      choices: content.map(({ projectId, projectName, role }) => ({
        value: projectId,
        label: projectName,
        isDisabled: role === 'VIEWER',
      })),
    };
  },
};

/** One workspace, as the caller sees it. */
export const projectQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...projectKeys.all, 'one', projectId],
    queryFn: ({ signal }) => api.call(workspaceRoutes.getProject, { query: { projectId } }, { signal }),
  });

export interface Range {
  projectId: string;
  startDate: string;
  endDate: string;
}
const statistics = (name: string, input: object) => [...projectKeys.stats, name, input];

export const projectDetailsQuery = (projectId: string) =>
  queryOptions({
    queryKey: statistics('details', { projectId }),
    queryFn: ({ signal }) => api.call(apiTestingRoutes.getProjectDetails, { body: { projectId } }, { signal }),
  });
export const everydayQuery = (range: Range) =>
  queryOptions({
    queryKey: statistics('everyday', range),
    queryFn: ({ signal }) => api.call(apiTestingRoutes.getEverydayStatistics, { query: range }, { signal }),
  });
export const executionPercentageQuery = (range: Range) =>
  queryOptions({
    queryKey: statistics('percentage', range),
    queryFn: ({ signal }) => api.call(apiTestingRoutes.getExecutionPercentage, { query: range }, { signal }),
  });
export const executionCountQuery = (range: Range) =>
  queryOptions({
    queryKey: statistics('count', range),
    queryFn: ({ signal }) => api.call(apiTestingRoutes.getScriptsAndExecutionCount, { query: range }, { signal }),
  });
export const mostFailedQuery = (range: Range) =>
  queryOptions({
    queryKey: statistics('most-failed', range),
    queryFn: ({ signal }) => api.call(apiTestingRoutes.getMostFailedApis, { query: range }, { signal }),
  });
