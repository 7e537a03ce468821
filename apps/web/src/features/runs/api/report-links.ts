import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { reportLinkRoutes } from '@touchstone/contracts/report-links';
import { api } from '../../../shared/api.ts';
import { runKeys } from './runs.queries.ts';

const keyOf = (runId: string) => [...runKeys.run(runId), 'links'];

/** reportLinksQuery returns the public links to a run's report. */
export const reportLinksQuery = (runId: string) =>
  queryOptions({
    queryKey: keyOf(runId),
    queryFn: ({ signal }) => api.call(reportLinkRoutes.listReportLinks, { params: { runId } }, { signal }),
  });

/**
 * useReportLinks creates and revokes public links to a run's report, and allows or forbids them for the organization.
 */
export function useReportLinks(runId: string) {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: keyOf(runId) });
  return {
    create: useMutation({
      mutationFn: (days: number) => api.call(reportLinkRoutes.createReportLink, { params: { runId }, body: { days } }),
      onSuccess,
    }),
    revoke: useMutation({
      mutationFn: (linkId: string) => api.call(reportLinkRoutes.deleteReportLink, { params: { runId, linkId } }),
      onSuccess,
    }),
    allow: useMutation({
      mutationFn: (allowed: boolean) => api.call(reportLinkRoutes.allowReportLinks, { body: { allowed } }),
      onSuccess,
    }),
  };
}
