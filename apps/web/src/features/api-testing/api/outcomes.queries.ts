import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { apiTestingRoutes, type SubjectOutcomes } from '@touchstone/contracts/api-testing';
import { api } from '../../../shared/api.ts';
import { executionKeys } from './executions.queries.ts';

/** Results change when a run finishes. */
const freshMs = 30_000;
type Subjects = { projectId: string; of: 'suite' | 'script'; subjectIds: string[] };

/** outcomesQuery fetches the last 20 results of suites or scripts; subjects that never ran are absent. */
export const outcomesQuery = ({ projectId, of, subjectIds }: Subjects) =>
  queryOptions({
    queryKey: [...executionKeys.all, 'outcomes', projectId, of, subjectIds],
    queryFn: async ({ signal }) => {
      const query = { projectId, of, subjectIds };
      const { content } = await api.call(apiTestingRoutes.listOutcomes, { query }, { signal });
      return new Map(content.map((found) => [found.subjectId, found]));
    },
    enabled: subjectIds.length > 0,
    staleTime: freshMs,
  });

/** useSuiteOutcomes returns the results of the suites on a list page. */
export function useSuiteOutcomes(
  projectId: string,
  suites: readonly { suiteId: string }[] = [],
): Map<string, SubjectOutcomes> | undefined {
  const subjectIds = suites.map(({ suiteId }) => suiteId);
  return useQuery({ ...outcomesQuery({ projectId, of: 'suite', subjectIds }), placeholderData: keepPreviousData }).data;
}

/** useScriptOutcomes returns the results of scripts, fetched with one call per given group. */
export const useScriptOutcomes = (projectId: string, groups: string[][]): Map<string, SubjectOutcomes> =>
  useQueries({
    queries: groups.map((subjectIds) => outcomesQuery({ projectId, of: 'script', subjectIds })),
    combine: (results) => new Map(results.flatMap(({ data }) => [...(data ?? [])])),
  });

export const lastGreenQuery = (runId: string) =>
  queryOptions({
    queryKey: [...executionKeys.all, 'last-green', runId],
    queryFn: async ({ signal }) =>
      (await api.call(apiTestingRoutes.findLastGreenRun, { query: { runId } }, { signal })).run,
  });
