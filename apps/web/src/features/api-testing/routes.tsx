import { type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router';
import { needsWidth } from '../../shared/feature/place.ts';
import { flags } from '../../shared/flags/browser-flags.ts';
import { flagValues } from '../../shared/flags/flag-values.ts';
import { apiTestingPaths } from './paths.ts';

const environments = async () => ({ Component: (await import('./pages/environments.page.tsx')).EnvironmentsPage });
const reports = async () => ({ Component: (await import('./pages/reports.page.tsx')).ReportsPage });

/** The functional area shows the list of test suites, or the suite in the address. */
function functional({ request }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams;
  const project = search.get('project') ?? undefined;
  const suite = search.get('suite');
  return redirect(suite && project ? apiTestingPaths.suite(suite, project) : apiTestingPaths.suites(project));
}

const workspace = async () => ({ Component: (await import('./pages/workspace.page.tsx')).WorkspacePage });
const toProjects = async () => {
  await flags.ready();
  return redirect(flagValues.get().isNewAPIDesignEnabled ? '/api-testing/projects' : '/api-testing/project');
};

/**
 * Screens of the API testing area, below the shell. Projects have a current and a former path, both showing the
 * workspace.
 */
export const apiTestingRoutes: RouteObject[] = [
  { path: 'api-projects', loader: toProjects },
  {
    path: 'api-testing',
    children: [
      { index: true, loader: () => redirect('/api-testing/workspace') },
      { path: 'project', lazy: workspace },
      { path: 'projects', lazy: workspace },
      { path: 'workspace', lazy: workspace },
      { path: 'functional', loader: functional },
      {
        path: 'api-test-suite',
        lazy: async () => ({ Component: (await import('./pages/suites.page.tsx')).SuitesPage }),
      },
      {
        path: 'api-test-suite/:suiteId',
        handle: needsWidth,
        lazy: async () => ({ Component: (await import('./pages/suite-editor.page.tsx')).SuiteEditorPage }),
      },
      {
        path: 'recently-deleted',
        lazy: async () => ({ Component: (await import('./pages/trash.page.tsx')).TrashPage }),
      },
      {
        path: 'request',
        lazy: async () => ({ Component: (await import('./pages/request.page.tsx')).RequestPage }),
      },
      {
        path: 'api-playground',
        handle: needsWidth,
        lazy: async () => ({ Component: (await import('./pages/playground.page.tsx')).PlaygroundPage }),
      },
      {
        path: 'import',
        lazy: async () => ({ Component: (await import('./pages/import.page.tsx')).ImportPage }),
      },
      {
        path: 'linked-specifications',
        lazy: async () => ({
          Component: (await import('./pages/linked-specifications.page.tsx')).LinkedSpecificationsPage,
        }),
      },
      { path: 'environments', lazy: environments },
      { path: 'global-variable', lazy: environments },
      {
        path: 'certificates',
        lazy: async () => ({ Component: (await import('./pages/certificates.page.tsx')).CertificatesPage }),
      },
      {
        path: 'prerequest-variables',
        lazy: async () => ({ Component: (await import('./pages/prerequisites.page.tsx')).PrerequisitesPage }),
      },
      { path: 'report-dashboard', lazy: reports },
      { path: 'functional-report-dashboard', lazy: reports },
      {
        path: 'functional-report-insights',
        lazy: async () => ({ Component: (await import('./pages/insights.page.tsx')).InsightsPage }),
      },
      {
        path: 'report-compare',
        handle: needsWidth,
        lazy: async () => ({ Component: (await import('./pages/compare.page.tsx')).ComparePage }),
      },
      {
        path: 'report/:runId',
        handle: needsWidth,
        lazy: async () => ({ Component: (await import('./pages/report.page.tsx')).ReportPage }),
      },
    ],
  },
];
