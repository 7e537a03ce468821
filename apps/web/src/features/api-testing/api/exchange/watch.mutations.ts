import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { api } from '../../../../shared/api.ts';
import { importKeys } from './imports.queries.ts';

/** useSourceWatch watches a source's address, checks it, and sets whether the user is notified. */
export function useSourceWatch() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: importKeys.all });
  return {
    watch: useMutation({
      mutationFn: (body: CallInput<typeof apiTestingRoutes.watchImportSource>['body']) =>
        api.call(apiTestingRoutes.watchImportSource, { body }),
      onSuccess,
    }),
    follow: useMutation({
      mutationFn: (body: CallInput<typeof apiTestingRoutes.followImportSource>['body']) =>
        api.call(apiTestingRoutes.followImportSource, { body }),
      onSuccess,
    }),
    check: useMutation({
      mutationFn: (sourceId: string) => api.call(apiTestingRoutes.checkImportSource, { body: { sourceId } }),
      onSettled: onSuccess,
    }),
  };
}
