import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { apiTestingRoutes, type ImportPreview } from '@touchstone/contracts/api-testing';
import { api } from '../../../../shared/api.ts';
import { environmentKeys } from '../environments.queries.ts';
import { projectKeys } from '../projects.queries.ts';
import { scriptKeys } from '../scripts.queries.ts';
import { suiteKeys } from '../suites.queries.ts';
import { importKeys } from './imports.queries.ts';

const fromUrl = {
  openapi: apiTestingRoutes.importSwaggerUrl,
  postman: apiTestingRoutes.importPostmanUrl,
  wsdl: apiTestingRoutes.importWsdlUrl,
};
export type UrlKind = keyof typeof fromUrl;
export type ImportOrigin =
  /** The document and the files that it references, in any order. */
  | { from: 'file'; files: File[]; baseUrl: string }
  | { from: 'url'; kind: UrlKind; url: string; baseUrl: string }
  | { from: 'curl'; text: string }
  | { from: 'sample' }
  /** The address that a suite's source was read from before. */
  | { from: 'source'; sourceId: string; name: string };

function readOrigin(projectId: string, origin: ImportOrigin, signal: AbortSignal): Promise<ImportPreview> {
  if (origin.from === 'curl')
    return api.call(apiTestingRoutes.importCurl, { body: { projectId, text: origin.text } }, { signal });
  if (origin.from === 'sample')
    return api.call(apiTestingRoutes.importPlayground, { query: { projectId } }, { signal });
  if (origin.from === 'source')
    return api.call(apiTestingRoutes.refreshImportSource, { body: { sourceId: origin.sourceId } }, { signal });
  const query = { projectId, ...(origin.baseUrl ? { baseUrl: origin.baseUrl } : {}) };
  if (origin.from === 'url')
    return api.call(fromUrl[origin.kind], { query: { ...query, url: origin.url } }, { signal });
  const body = new FormData();
  for (const file of origin.files) body.append('file', file);
  return api.call(apiTestingRoutes.importJsonFile, { query, body }, { signal });
}

/** useImport reads a document, then turns the selected requests into scripts or merges the document into a suite. */
export function useImport(projectId: string) {
  const client = useQueryClient();
  const refresh = async () => {
    client.removeQueries({ queryKey: [...scriptKeys.all, 'one'] });
    const keys = [
      suiteKeys.all,
      scriptKeys.all,
      importKeys.all,
      environmentKeys.all,
      environmentKeys.variables,
      projectKeys.all,
      projectKeys.stats,
    ];
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
  return {
    read: useMutation({
      mutationFn: ({ origin, signal }: { origin: ImportOrigin; signal: AbortSignal }) =>
        readOrigin(projectId, origin, signal),
    }),
    select: useMutation({
      mutationFn: (body: CallInput<typeof apiTestingRoutes.importSelectedApis>['body']) =>
        api.call(apiTestingRoutes.importSelectedApis, { body }),
      onSuccess: refresh,
    }),
    review: useMutation({
      mutationFn: (body: CallInput<typeof apiTestingRoutes.reviewImport>['body']) =>
        api.call(apiTestingRoutes.reviewImport, { body }),
    }),
    merge: useMutation({
      mutationFn: (body: CallInput<typeof apiTestingRoutes.mergeImport>['body']) =>
        api.call(apiTestingRoutes.mergeImport, { body }),
      onSuccess: refresh,
    }),
  };
}

/** useCopyScripts copies all scripts of a suite to the end of another suite. */
export function useCopyScripts() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (query: CallInput<typeof apiTestingRoutes.importScriptsList>['query']) =>
      api.call(apiTestingRoutes.importScriptsList, { query }),
    onSuccess: async () => {
      for (const queryKey of [scriptKeys.all, suiteKeys.all, projectKeys.all])
        await client.invalidateQueries({ queryKey });
    },
  });
}
