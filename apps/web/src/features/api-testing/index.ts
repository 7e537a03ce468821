export { environmentsQuery } from './api/environments.queries.ts';
export { projectQuery } from './api/projects.queries.ts';
export { scriptsQuery } from './api/scripts.queries.ts';
export { suitesQuery } from './api/suites.queries.ts';
export { apiTestingImport, apiTestingQuickAdd, apiTestingScreens } from './commands.ts';
export { ProjectGate } from './components/project-gate.tsx';
export { ProjectSwitcher } from './components/project-switcher.tsx';
export { useCanWrite, useMayCreate, useProject } from './model/use-project.ts';
export { apiTestingPaths } from './paths.ts';
