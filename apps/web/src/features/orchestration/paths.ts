const withRun = (run?: string): string => (run ? `?run=${run}` : '');

/** Addresses of test orchestration. */
export const orchestrationPaths = {
  projects: '/test-orchestration/projects',
  /** The list with the create dialog open. */
  newProject: '/test-orchestration/projects?create=project',
  /** A project or a folder. */
  folder: (deepLinkId: string) => `/test-orchestration/project/${deepLinkId}`,
  /** The canvas of a workflow, optionally showing a run. */
  workflow: (flowId: string, run?: string) => `/test-orchestration/work-flow/${flowId}${withRun(run)}`,
  schedules: '/test-orchestration/schedules',
  newWorkflow: '/test-orchestration/new-work-flow',
  /** Executions; optionally with one selected. */
  reports: (run?: string) => `/test-orchestration/reports${withRun(run)}`,
};
