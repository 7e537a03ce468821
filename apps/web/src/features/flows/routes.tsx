import type { RouteObject } from 'react-router';
import { needsWidth } from '../../shared/feature/place.ts';

const list = async () => ({ Component: (await import('./pages/workflows.page.tsx')).WorkflowsPage });

/** Screens of API workflows, below the shell. */
export const flowPageRoutes: RouteObject[] = [
  ...['api-workflow-list', 'process-menu', 'manage', 'chaining', 'connection'].map((path) => ({
    path: `api-testing/${path}`,
    lazy: list,
  })),
  {
    path: 'api-testing/chain-connection',
    lazy: async () => ({ Component: (await import('./pages/generate.page.tsx')).GeneratePage }),
  },
  {
    path: 'api-testing/process',
    handle: needsWidth,
    lazy: async () => ({ Component: (await import('./pages/workflow.page.tsx')).WorkflowPage }),
  },
];
