import type { RouteObject } from 'react-router';

const projects = async () => ({ Component: (await import('./pages/projects.page.tsx')).ProjectsPage });
const environments = async () => ({ Component: (await import('./pages/environments.page.tsx')).EnvironmentsPage });

/** Screens of web testing, below the shell. */
export const webTestingPageRoutes: RouteObject[] = [
  {
    path: 'execution-preview',
    lazy: async () => ({ Component: (await import('./pages/runs/preview.page.tsx')).PreviewPage }),
  },
  {
    path: 'web-testing',
    children: [
      { index: true, lazy: projects },
      { path: 'projects', lazy: projects },
      {
        path: 'project-dashboard',
        lazy: async () => ({ Component: (await import('./pages/overview.page.tsx')).OverviewPage }),
      },
      { path: 'modules', lazy: async () => ({ Component: (await import('./pages/modules.page.tsx')).ModulesPage }) },
      {
        path: 'module-scripts',
        lazy: async () => ({ Component: (await import('./pages/scripts.page.tsx')).ScriptsPage }),
      },
      {
        path: 'script-steps',
        lazy: async () => ({ Component: (await import('./pages/script-steps.page.tsx')).ScriptStepsPage }),
      },
      {
        path: 'web-final-result',
        lazy: async () => ({ Component: (await import('./pages/runs/result.page.tsx')).ResultPage }),
      },
      {
        path: 'functions',
        lazy: async () => ({ Component: (await import('./pages/functions.page.tsx')).FunctionsPage }),
      },
      {
        path: 'data-tables',
        lazy: async () => ({ Component: (await import('./pages/data-tables.page.tsx')).DataTablesPage }),
      },
      {
        path: 'baselines',
        lazy: async () => ({ Component: (await import('./pages/baselines.page.tsx')).BaselinesPage }),
      },
      {
        path: 'databases',
        lazy: async () => ({ Component: (await import('./pages/databases.page.tsx')).DatabasesPage }),
      },
      {
        path: 'object-spy',
        lazy: async () => ({ Component: (await import('./pages/browsers/object-spy.page.tsx')).ObjectSpyPage }),
      },
      {
        path: 'browser-farm',
        lazy: async () => ({ Component: (await import('./pages/browsers/browser-farm.page.tsx')).BrowserFarmPage }),
      },
      { path: 'files', lazy: async () => ({ Component: (await import('./pages/files.page.tsx')).FilesPage }) },
      { path: 'sprints', lazy: async () => ({ Component: (await import('./pages/sprints.page.tsx')).SprintsPage }) },
      { path: 'web-test', lazy: async () => ({ Component: (await import('./pages/tests.page.tsx')).TestsPage }) },
      {
        path: 'schedules',
        lazy: async () => ({ Component: (await import('./pages/schedules.page.tsx')).SchedulesPage }),
      },
      {
        path: 'run-configurations',
        lazy: async () => ({ Component: (await import('./pages/run-configurations.page.tsx')).RunConfigurationsPage }),
      },
      {
        path: 'management-tools',
        lazy: async () => ({
          Component: (await import('./pages/faults/management-tools.page.tsx')).ManagementToolsPage,
        }),
      },
      {
        path: 'saved-sessions',
        lazy: async () => ({ Component: (await import('./pages/saved-sessions.page.tsx')).SavedSessionsPage }),
      },
      { path: 'environments', lazy: environments },
      { path: 'global-variables', lazy: environments },
    ],
  },
];
