import { ListChecks } from 'lucide-react';
import { defineFeature } from '../../shared/feature/feature.ts';
import { runPaths } from './paths.ts';

export const runsFeature = defineFeature({
  id: 'runs',
  routes: [
    { path: 'runs', lazy: async () => ({ Component: (await import('./pages/runs.page.tsx')).RunsPage }) },
    {
      path: 'runs/:runId/compare',
      lazy: async () => ({ Component: (await import('./pages/compare.page.tsx')).ComparePage }),
    },
    { path: 'runs/:runId', lazy: async () => ({ Component: (await import('./pages/run.page.tsx')).RunPage }) },
  ],
  menus: [{ menus: ['more'], label: 'All runs', icon: ListChecks, path: runPaths.list() }],
  search: async () => (await import('./api/search.ts')).searchRuns,
});
