import {
  Braces,
  ChartColumn,
  FileKey2,
  FileSymlink,
  FlaskConical,
  FolderKanban,
  Layers,
  Lightbulb,
  SlidersHorizontal,
} from 'lucide-react';
import { defineFeature } from '../../shared/feature/feature.ts';
import { apiTestingKeys } from './hotkeys.ts';
import { apiTestingPaths } from './paths.ts';
import { apiTestingRoutes } from './routes.tsx';

const service = 'API Testing';

export const apiTestingFeature = defineFeature({
  id: 'api-testing',
  service,
  routes: apiTestingRoutes,
  area: {
    id: 'api-testing',
    look: { title: 'API testing', groups: ['Build', 'Setup', 'Reports'] },
    items: [
      {
        label: 'Workspace',
        icon: FolderKanban,
        path: apiTestingPaths.workspace,
        group: 'Build',
        hotkey: 'G W',
        covers: ['/api-testing/project', '/api-testing/projects'],
      },
      {
        label: 'Test Suites',
        icon: Layers,
        path: (project) => apiTestingPaths.suites(project),
        group: 'Build',
        hotkey: 'G S',
        barWord: 'Suites',
        covers: ['/api-testing/api-test-suite/:suiteId', '/api-testing/request', '/api-testing/recently-deleted'],
      },
      {
        label: 'Playground',
        icon: FlaskConical,
        path: (project) => apiTestingPaths.playground(project),
        group: 'Build',
        hotkey: 'G A',
      },
      {
        label: 'Environments',
        icon: SlidersHorizontal,
        path: (project) => apiTestingPaths.environments(project),
        group: 'Setup',
        hotkey: 'G E',
        barWord: 'Environments',
        covers: ['/api-testing/global-variable'],
      },
      {
        label: 'Pre-Request Variables',
        icon: Braces,
        path: (project) => apiTestingPaths.prerequisites(project),
        group: 'Setup',
        hotkey: 'G V',
      },
      {
        label: 'Linked Specifications',
        icon: FileSymlink,
        path: (project) => apiTestingPaths.linked(project),
        group: 'Setup',
      },
      {
        label: 'Certificates',
        icon: FileKey2,
        path: apiTestingPaths.certificates,
        group: 'Setup',
        hotkey: 'G C',
      },
      {
        label: 'Report Dashboard',
        icon: ChartColumn,
        path: apiTestingPaths.reports,
        group: 'Reports',
        hotkey: 'G R',
        barWord: 'Reports',
        covers: [
          '/api-testing/functional-report-dashboard',
          '/api-testing/report/:runId',
          '/api-testing/report-compare',
        ],
      },
      {
        label: 'Report Insights',
        icon: Lightbulb,
        path: apiTestingPaths.insights,
        group: 'Reports',
        hotkey: 'G I',
      },
    ],
  },
  search: async () => (await import('./api/search/search.ts')).searchApiTesting,
  createTargets: [
    {
      serviceName: service,
      access: { service, deniedRoles: ['ROLE_SYSTEM'] },
      kinds: ['suite', 'project'],
      load: async () => (await import('./api/create-forms.ts')).createForms,
      // A script starts as a draft in the editor of its suite; the page asks for suite and name.
      links: [{ label: 'Create API script', path: (project) => apiTestingPaths.suites(project, 'script') }],
    },
  ],
  hotkeys: apiTestingKeys,
  frame: async () => (await import('./frame.ts')).apiTestingFrame,
  flowNodes: async () => (await import('./model/flow-looks.ts')).apiTestingLooks,
  subjects: async () => (await import('./components/suite/suite-subjects.ts')).suiteSubjects,
  tours: async () => (await import('./tours.ts')).apiTestingTours,
});
