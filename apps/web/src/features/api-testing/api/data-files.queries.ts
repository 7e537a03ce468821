import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { api } from '../../../shared/api.ts';

/** What runs with a data file; determines which of its columns are used. */
export interface DataFileContext {
  projectId: string;
  suiteIds?: string[] | undefined;
  scriptIds?: string[] | undefined;
  environmentId?: string | undefined;
}

const queryOf = ({ projectId, suiteIds, scriptIds, environmentId }: DataFileContext) => ({
  projectId,
  ...(suiteIds?.length ? { suiteIds } : {}),
  ...(scriptIds?.length ? { scriptIds } : {}),
  ...(environmentId ? { environmentId } : {}),
});

export const dataFileQuery = (context: DataFileContext, fileId: string) =>
  queryOptions({
    queryKey: ['api-testing', 'data-files', fileId, context],
    queryFn: ({ signal }) =>
      api.call(apiTestingRoutes.getDataFile, { query: { ...queryOf(context), fileId } }, { signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** useDataFileUpload uploads a data file and caches the server's response. */
export function useDataFileUpload(context: DataFileContext) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (file: File) => {
      const body = new FormData();
      body.append('file', file);
      return api.call(apiTestingRoutes.uploadDataFile, { query: queryOf(context), body });
    },
    onSuccess: (file) => client.setQueryData(dataFileQuery(context, file.fileId).queryKey, file),
  });
}
