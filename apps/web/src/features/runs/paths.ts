/** Addresses of runs of every kind. */
export const runPaths = {
  list: (project?: string) => (project ? `/runs?project=${project}` : '/runs'),
  run: (runId: string) => `/runs/${runId}`,
};
