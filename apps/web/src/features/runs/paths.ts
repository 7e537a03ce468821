/** Addresses of runs of every kind. */
export const runPaths = {
  list: (project?: string) => (project ? `/runs?project=${project}` : '/runs'),
  run: (runId: string) => `/runs/${runId}`,
  /** Compares a run with the last one of the same tests that passed. */
  compare: (runId: string) => `/runs/${runId}/compare`,
};
