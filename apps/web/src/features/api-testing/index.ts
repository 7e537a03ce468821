export { suitesQuery } from './api/suites.queries.ts';
export { apiTestingImport, apiTestingQuickAdd, apiTestingScreens } from './commands.ts';
export { ProjectSwitcher } from './components/project-switcher.tsx';
export { useCanWrite, useMayCreate, useProject } from './model/use-project.ts';
export { apiTestingPaths } from './paths.ts';
