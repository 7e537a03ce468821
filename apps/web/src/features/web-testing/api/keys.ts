const root = 'web-testing';

/** Query keys of web testing. */
export const webKeys = {
  all: [root] as const,
  projects: [root, 'projects'] as const,
  modules: [root, 'modules'] as const,
  scripts: [root, 'scripts'] as const,
  steps: [root, 'steps'] as const,
  functions: [root, 'functions'] as const,
  versions: [root, 'versions'] as const,
  tables: [root, 'tables'] as const,
  files: [root, 'files'] as const,
  baselines: [root, 'baselines'] as const,
  sprints: [root, 'sprints'] as const,
  configurations: [root, 'run-configurations'] as const,
  knownTargets: [root, 'known-targets'] as const,
  managementTools: [root, 'management-tools'] as const,
  keptSessions: [root, 'kept-sessions'] as const,
  suites: [root, 'suites'] as const,
  runs: [root, 'runs'] as const,
  farm: [root, 'farm'] as const,
  failedSteps: [root, 'failed-steps'] as const,
};
