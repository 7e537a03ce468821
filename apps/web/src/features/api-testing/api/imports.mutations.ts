import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CallInput, type exportFormats, type ImportPreview, routes } from '@touchstone/contracts';
import { api } from '../../../shared/api.ts';
import { environmentKeys } from './environments.queries.ts';
import { projectKeys } from './projects.queries.ts';
import { suiteKeys } from './suites.queries.ts';

const { apiTesting } = routes;
const fromUrl = {
  openapi: apiTesting.importSwaggerUrl,
  postman: apiTesting.importPostmanUrl,
  wsdl: apiTesting.importWsdlUrl,
};
export type UrlKind = keyof typeof fromUrl;
export type ImportSource =
  | { from: 'file'; file: File; baseUrl: string }
  | { from: 'url'; kind: UrlKind; url: string; baseUrl: string }
  | { from: 'curl'; text: string };

function readSource(projectId: string, source: ImportSource): Promise<ImportPreview> {
  if (source.from === 'curl') return api.call(apiTesting.importCurl, { body: { projectId, text: source.text } });
  const query = { projectId, ...(source.baseUrl ? { baseUrl: source.baseUrl } : {}) };
  if (source.from === 'url') return api.call(fromUrl[source.kind], { query: { ...query, url: source.url } });
  const body = new FormData();
  body.append('file', source.file);
  return api.call(apiTesting.importJsonFile, { query, body });
}

/** useImport reads a document, then makes scripts of what is chosen of it. */
export function useImport(projectId: string) {
  const client = useQueryClient();
  return {
    read: useMutation({ mutationFn: (source: ImportSource) => readSource(projectId, source) }),
    select: useMutation({
      mutationFn: (body: CallInput<typeof apiTesting.importSelectedApis>['body']) =>
        api.call(apiTesting.importSelectedApis, { body }),
      onSuccess: async () => {
        const keys = [
          suiteKeys.all,
          environmentKeys.all,
          environmentKeys.variables,
          projectKeys.all,
          projectKeys.stats,
        ];
        await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
      },
    }),
  };
}

export type ExportFormat = (typeof exportFormats)[number];
export const fetchExport = (projectId: string, suiteIds: string[], format: ExportFormat) =>
  api.raw(apiTesting.exportProject, { body: { projectId, suiteIds, format } });
