import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { webTestingRoutes as routes } from '@touchstone/contracts/web-testing';
import { api } from '../../../shared/api.ts';
import { webKeys } from './keys.ts';

/** Data tables of a project by name, without their rows. */
export const dataTablesQuery = (projectUUID: string) =>
  queryOptions({
    queryKey: [...webKeys.tables, 'list', projectUUID],
    queryFn: async ({ signal }) =>
      (await api.call(routes.listDataTables, { query: { projectUUID } }, { signal })).tables,
  });

/** A data table with its rows. */
export const dataTableQuery = (id: string) =>
  queryOptions({
    queryKey: [...webKeys.tables, 'one', id],
    queryFn: ({ signal }) => api.call(routes.getDataTable, { params: { id } }, { signal }),
  });

/** useDataTableMutations creates, updates and deletes data tables. */
export function useDataTableMutations() {
  const client = useQueryClient();
  const onSuccess = () =>
    Promise.all([webKeys.tables, webKeys.scripts].map((queryKey) => client.invalidateQueries({ queryKey })));
  return {
    create: useMutation({
      mutationFn: (body: CallInput<typeof routes.createDataTable>['body']) =>
        api.call(routes.createDataTable, { body }),
      onSuccess,
    }),
    update: useMutation({
      mutationFn: (body: CallInput<typeof routes.updateDataTable>['body']) =>
        api.call(routes.updateDataTable, { body }),
      onSuccess,
    }),
    upload: useMutation({
      mutationFn: (body: CallInput<typeof routes.uploadDataTemplate>['body']) =>
        api.call(routes.uploadDataTemplate, { body }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (uuid: string) => api.call(routes.deleteDataTable, { query: { uuid } }),
      onSuccess,
    }),
  };
}

/** fetchTemplate downloads a data table as CSV; an example without an id. */
export const fetchTemplate = (projectUUID: string, uuid?: string) =>
  api.raw(routes.downloadDataTemplate, { query: { projectUUID, ...(uuid && { uuid }) } });
