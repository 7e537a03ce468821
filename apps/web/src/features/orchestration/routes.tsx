import { redirect } from 'react-router';
import type { FeatureRoute } from '../../shared/feature/feature.ts';
import { needsWidth } from '../../shared/feature/place.ts';
import { orchestrationPaths } from './paths.ts';

/** Screens of test orchestration, below the shell. */
export const orchestrationPageRoutes: readonly FeatureRoute[] = [
  { path: 'test-orchestration', loader: () => redirect(orchestrationPaths.projects) },
  {
    path: 'test-orchestration/projects',
    lazy: async () => ({ Component: (await import('./pages/projects.page.tsx')).ProjectsPage }),
  },
  {
    path: 'test-orchestration/project/:deepLinkId',
    lazy: async () => ({ Component: (await import('./pages/folder.page.tsx')).FolderPage }),
  },
  {
    path: 'test-orchestration/new-work-flow',
    lazy: async () => ({ Component: (await import('./pages/new-workflow.page.tsx')).NewWorkflowPage }),
  },
  {
    path: 'test-orchestration/work-flow/:flowId',
    handle: needsWidth,
    lazy: async () => ({ Component: (await import('./pages/workflow.page.tsx')).WorkflowPage }),
  },
  {
    path: 'test-orchestration/schedules',
    lazy: async () => ({ Component: (await import('./pages/schedules.page.tsx')).SchedulesPage }),
  },
  {
    path: 'test-orchestration/reports',
    lazy: async () => ({ Component: (await import('./pages/reports.page.tsx')).ReportsPage }),
  },
];
