import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { mockFileRoutes as routes } from '@touchstone/contracts/service-virtualization';
import { readAllPages } from '../../../shared/all-pages.ts';
import { api } from '../../../shared/api.ts';
import { mockKeys } from './keys.ts';

/** A page of the files of a project, by name. */
export const filesQuery = (id: string, query: CallInput<typeof routes.listMockFiles>['query']) =>
  queryOptions({
    queryKey: [...mockKeys.files, 'list', id, query],
    queryFn: ({ signal }) => api.call(routes.listMockFiles, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Names of all files of a project. */
export const fileNamesQuery = (id: string) =>
  queryOptions({
    queryKey: [...mockKeys.files, 'names', id],
    queryFn: async ({ signal }) =>
      (await readAllPages((page) => api.call(routes.listMockFiles, { params: { id }, query: page }, { signal }))).map(
        ({ fileName }) => fileName,
      ),
  });

/** Downloads the content of a file. */
export const readFile = (id: string): Promise<Response> => api.raw(routes.readMockFile, { params: { id } });

/** Uploads a file to a presigned URL. */
async function upload(projectId: string, file: File): Promise<void> {
  const contentType = file.type || 'application/octet-stream';
  const { uploadUrl, method, headers } = await api.call(routes.presignUpload, {
    body: { projectId, fileName: file.name, contentType, sizeBytes: file.size },
  });
  const answer = await fetch(uploadUrl, { method, headers, body: file });
  if (answer.ok) return;
  const body = (await answer.json().catch(() => ({}))) as { message?: string };
  throw new Error(body.message ?? `The file was not stored (status ${answer.status}). Try again.`);
}

/** useFileMutations uploads and deletes files. */
export function useFileMutations(projectId: string) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: mockKeys.files });
  return {
    upload: useMutation({ mutationFn: (file: File) => upload(projectId, file), onSettled }),
    remove: useMutation({
      mutationFn: (id: string) => api.call(routes.deleteMockFile, { params: { id } }),
      onSettled,
    }),
  };
}
