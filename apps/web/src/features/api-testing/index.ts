export { environmentsQuery } from './api/environments.queries.ts';
export { useExecutionMutations } from './api/executions.mutations.ts';
export { projectQuery } from './api/projects.queries.ts';
export { scriptsQuery } from './api/scripts.queries.ts';
export { suitesQuery } from './api/suites.queries.ts';
export { ProjectGate } from './components/workspace/project-gate.tsx';
export { useCanWrite, useMayCreate } from './model/use-project.ts';
export { apiTestingPaths } from './paths.ts';
