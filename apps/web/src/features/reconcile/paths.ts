/** Addresses of reconciliation. */
export const reconcilePaths = {
  list: (project?: string): string => `/api-testing/reconciliations${project ? `?project=${project}` : ''}`,
  edit: (project: string, reconciliationId: string): string =>
    `/api-testing/reconciliations/${reconciliationId}?project=${project}`,
  create: (project: string): string => `/api-testing/reconciliations/new?project=${project}`,
  result: (project: string, runId: string): string => `/api-testing/reconciliation-result/${runId}?project=${project}`,
};
