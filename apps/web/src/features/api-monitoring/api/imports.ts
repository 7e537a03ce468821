import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { type MonitorImport, monitorImportRoutes as routes } from '@touchstone/contracts/api-monitoring';
import { api } from '../../../shared/api.ts';
import { monitoringKeys } from './keys.ts';

/** Document formats that collections are imported from. */
export type ImportFormat = MonitorImport['format'];
/** Source of a document. */
export type ImportSource = { url: string } | { file: File };

function read(projectId: string, format: ImportFormat, source: ImportSource): Promise<MonitorImport> {
  if ('url' in source) {
    const query = { projectId, url: source.url };
    return api.call(format === 'postman' ? routes.importPostmanUrl : routes.importSwaggerUrl, { query });
  }
  const body = new FormData();
  body.append('file', source.file);
  const byFormat = {
    openapi: routes.importSwaggerFile,
    postman: routes.importPostmanFile,
    'uptime-kuma': routes.importUptimeKumaFile,
  };
  return api.call(byFormat[format], { query: { projectId }, body });
}

/** useImportMutations reads a document, and creates monitored APIs from the selected parts. */
export function useImportMutations(projectId: string) {
  const client = useQueryClient();
  return {
    read: useMutation({
      mutationFn: ({ format, source }: { format: ImportFormat; source: ImportSource }) =>
        read(projectId, format, source),
    }),
    take: useMutation({
      mutationFn: (body: Omit<CallInput<typeof routes.importSelected>['body'], 'projectId'>) =>
        api.call(routes.importSelected, { body: { projectId, ...body } }),
      onSuccess: () =>
        Promise.all(
          [monitoringKeys.projects, monitoringKeys.collections, monitoringKeys.monitors, monitoringKeys.measured].map(
            (queryKey) => client.invalidateQueries({ queryKey }),
          ),
        ),
    }),
  };
}
