import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { mailedReportRoutes as routes } from '@touchstone/contracts/api-monitoring';
import { api } from '../../../shared/api.ts';
import { saveResponse } from '../../../shared/download.ts';
import { monitoringKeys, pollMs } from './keys.ts';

/** Scheduled mailed reports of a project. */
export const mailedReportsQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...monitoringKeys.mailedReports, projectId],
    queryFn: async ({ signal }) =>
      (await api.call(routes.listMailedReports, { query: { projectId } }, { signal })).reports,
    refetchInterval: pollMs * 6,
  });

/** downloadReport saves a report as a file. */
export async function downloadReport(query: CallInput<typeof routes.downloadUptimeReport>['query']): Promise<void> {
  const response = await api.raw(routes.downloadUptimeReport, { query });
  await saveResponse(response, `uptime.${query.format === 'pdf' ? 'pdf' : 'xlsx'}`);
}

/** The saved fields of a mailed report. */
export type MailedReportBody = Omit<CallInput<typeof routes.createMailedReport>['body'], 'projectId'>;

/** useMailedReportMutations saves, sends and deletes mailed reports. */
export function useMailedReportMutations(projectId: string) {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: monitoringKeys.mailedReports });
  return {
    save: useMutation({
      mutationFn: ({ reportId, body }: { reportId: string | undefined; body: MailedReportBody }) =>
        reportId === undefined
          ? api.call(routes.createMailedReport, { body: { projectId, ...body } })
          : api.call(routes.updateMailedReport, { params: { id: reportId }, body }),
      onSuccess,
    }),
    activate: useMutation({
      mutationFn: ({ reportId, isActive }: { reportId: string; isActive: boolean }) =>
        api.call(routes.updateMailedReport, { params: { id: reportId }, body: { isActive } }),
      onSuccess,
    }),
    send: useMutation({
      mutationFn: (id: string) => api.call(routes.sendMailedReport, { params: { id } }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (id: string) => api.call(routes.deleteMailedReport, { params: { id } }),
      onSuccess,
    }),
  };
}
