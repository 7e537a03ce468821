import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { api } from '../../../shared/api.ts';
import { orchestrationKeys } from './orchestration.queries.ts';

/** Suites and scripts by name in every workspace of the user, best matches first. */
export const foundScriptsQuery = (text: string) =>
  queryOptions({
    queryKey: [...orchestrationKeys.all, 'found-scripts', text],
    queryFn: async ({ signal }) =>
      (await api.call(apiTestingRoutes.findThings, { query: { text, size: 50 } }, { signal })).content,
    enabled: text !== '',
    placeholderData: keepPreviousData,
  });
