import { queryOptions } from '@tanstack/react-query';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { api } from '../../../shared/api.ts';
import type { Target } from '../model/target.ts';
import { performanceKeys } from './performance.queries.ts';

/**
 * dataFileFitQuery returns the variables of the selected suites that have no value with the selected file and
 * environment.
 */
export const dataFileFitQuery = (projectId: string, { dataFile, suiteIds, scriptIds, environmentId }: Target) =>
  queryOptions({
    queryKey: [...performanceKeys.all, 'data-file', projectId, dataFile?.fileId, suiteIds, scriptIds, environmentId],
    queryFn: ({ signal }) =>
      api.call(
        apiTestingRoutes.getDataFile,
        {
          query: {
            projectId,
            fileId: dataFile?.fileId ?? '',
            ...(scriptIds.length > 0 ? { scriptIds } : suiteIds.length > 0 && { suiteIds }),
            ...(environmentId && { environmentId }),
          },
        },
        { signal },
      ),
  });
