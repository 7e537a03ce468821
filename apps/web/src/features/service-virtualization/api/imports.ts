import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { type MockImportFormat, mockImportRoutes as routes } from '@touchstone/contracts/service-virtualization';
import { api } from '../../../shared/api.ts';
import { saveResponse } from '../../../shared/download.ts';
import { mockKeys } from './keys.ts';

/** Input of an import: text, files of which one is the document, an address, or a previously read document. */
export type ImportSource = { text: string } | { files: File[] } | { url: string } | { sourceId: string };

/** How the input is parsed. */
export interface ImportOptions {
  /** Detected if absent. */
  format?: MockImportFormat | undefined;
  hasResources: boolean;
  /** The document of which it is a newer version. */
  sourceId?: string | undefined;
}

/** Documents imported into a project. */
export const sourcesQuery = (id: string) =>
  queryOptions({
    queryKey: [...mockKeys.sources, id],
    queryFn: async ({ signal }) => (await api.call(routes.listImportSources, { params: { id } }, { signal })).sources,
  });

function preview(projectId: string, source: ImportSource, { format, hasResources, sourceId }: ImportOptions) {
  const given = { projectId, ...(format && { format }), ...(sourceId && { sourceId }) };
  if (!('files' in source)) return api.call(routes.previewImport, { body: { ...given, hasResources, ...source } });
  const body = new FormData();
  for (const file of source.files) body.append('file', file);
  return api.call(routes.previewImportFile, {
    query: { ...given, hasResources: hasResources ? 'true' : 'false' },
    body,
  });
}

/** useImportMutations reads a document, and imports the selected parts into the project. */
export function useImportMutations(projectId: string) {
  const client = useQueryClient();
  return {
    read: useMutation({
      mutationFn: ({ source, options }: { source: ImportSource; options: ImportOptions }) =>
        preview(projectId, source, options),
    }),
    take: useMutation({
      mutationFn: (body: Omit<CallInput<typeof routes.carryOutImport>['body'], 'projectId'>) =>
        api.call(routes.carryOutImport, { body: { projectId, ...body } }),
      onSuccess: () => client.invalidateQueries({ queryKey: mockKeys.all }),
    }),
  };
}

/** exportMock saves the assets of a project or suite as a file. */
export async function exportMock(id: string, format: 'wiremock' | 'openapi', suiteId?: string): Promise<void> {
  const query = { format, ...(suiteId && { suiteId }) };
  await saveResponse(await api.raw(routes.exportMock, { params: { id }, query }), `${format}.json`);
}
