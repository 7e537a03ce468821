import type { RouteObject } from 'react-router';

/** Screens of service virtualization, below the shell. */
export const virtualizationPageRoutes: RouteObject[] = [
  {
    path: 'service-virtualization',
    children: [
      {
        index: true,
        lazy: async () => ({ Component: (await import('./pages/overview.page.tsx')).OverviewPage }),
      },
      {
        path: 'projects',
        lazy: async () => ({ Component: (await import('./pages/projects.page.tsx')).ProjectsPage }),
      },
      {
        path: 'asset',
        lazy: async () => ({ Component: (await import('./pages/asset.page.tsx')).AssetPage }),
      },
      {
        path: 'journal',
        lazy: async () => ({ Component: (await import('./pages/journal.page.tsx')).JournalPage }),
      },
      {
        path: 'variables',
        lazy: async () => ({ Component: (await import('./pages/variables.page.tsx')).VariablesPage }),
      },
      {
        path: 'files',
        lazy: async () => ({ Component: (await import('./pages/files.page.tsx')).FilesPage }),
      },
      {
        path: 'recording',
        lazy: async () => ({ Component: (await import('./pages/recording.page.tsx')).RecordingPage }),
      },
      {
        path: 'drift',
        lazy: async () => ({ Component: (await import('./pages/drift.page.tsx')).DriftPage }),
      },
      {
        path: 'state',
        lazy: async () => ({ Component: (await import('./pages/state.page.tsx')).StatePage }),
      },
      {
        path: 'settings',
        lazy: async () => ({ Component: (await import('./pages/settings.page.tsx')).SettingsPage }),
      },
    ],
  },
];
