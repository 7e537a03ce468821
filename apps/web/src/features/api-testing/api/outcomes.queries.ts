import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { apiTestingRoutes, type SubjectOutcomes } from '@touchstone/contracts/api-testing';
import { api } from '../../../shared/api.ts';
import { executionKeys } from './executions.queries.ts';

/** Results change when a run ends. */
const freshMs = 30_000;
type Subjects = { projectId: string; of: 'suite' | 'script'; subjectIds: string[] };

/** outcomesQuery asks for the last 20 results of suites or scripts; whoever never ran is absent. */
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

/** useSuiteOutcomes are the results of the suites of a page of a list. */
export function useSuiteOutcomes(
  projectId: string,
  suites: readonly { suiteId: string }[] = [],
): Map<string, SubjectOutcomes> | undefined {
  const subjectIds = suites.map(({ suiteId }) => suiteId);
  return useQuery({ ...outcomesQuery({ projectId, of: 'suite', subjectIds }), placeholderData: keepPreviousData }).data;
}

/** useScriptOutcomes are the results of scripts, asked for in the given groups: one call for each. */
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
