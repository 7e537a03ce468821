export { suitesQuery } from './api/suites.queries.ts';
export { apiTestingQuickAdd, apiTestingScreens } from './commands.ts';
export { ProjectSwitcher } from './components/project-switcher.tsx';
export { useMayCreate, useProject } from './model/use-project.ts';
export { apiTestingPaths } from './paths.ts';
