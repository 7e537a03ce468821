const withRun = (run?: string): string => (run ? `?run=${run}` : '');

/** Addresses of test orchestration. */
export const orchestrationPaths = {
  projects: '/test-orchestration/projects',
  /** The list with the dialog that creates a project. */
  newProject: '/test-orchestration/projects?create=project',
  /** A project or a folder. */
  folder: (deepLinkId: string) => `/test-orchestration/project/${deepLinkId}`,
  /** The canvas of a workflow, with a run shown on it. */
  workflow: (flowId: string, run?: string) => `/test-orchestration/work-flow/${flowId}${withRun(run)}`,
  schedules: '/test-orchestration/schedules',
  newWorkflow: '/test-orchestration/new-work-flow',
  /** Executions; with a run, that one is shown. */
  reports: (run?: string) => `/test-orchestration/reports${withRun(run)}`,
};
