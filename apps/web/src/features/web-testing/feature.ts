import {
  AppWindow,
  CalendarRange,
  Clock,
  Database,
  FileCode2,
  Files,
  FlaskConical,
  Folder,
  FolderKanban,
  Images,
  KeyRound,
  MonitorSmartphone,
  Search,
  ServerCog,
  SlidersHorizontal,
  SquareFunction,
  Table2,
} from 'lucide-react';
import { defineFeature } from '../../shared/feature/feature.ts';
import { webTestingKeys } from './hotkeys.ts';
import { webTestingService } from './model/service.ts';
import { webTestingPaths } from './paths.ts';
import { webTestingPageRoutes } from './routes.tsx';

export const webTestingFeature = defineFeature({
  id: 'web-testing',
  service: webTestingService,
  routes: webTestingPageRoutes,
  area: {
    id: 'web-testing',
    look: { title: 'Web testing', groups: ['Build', 'Run', 'Setup'] },
    items: [
      {
        label: 'Overview',
        icon: AppWindow,
        path: webTestingPaths.overview(),
        group: 'Build',
        barWord: 'Overview',
        covers: ['/web-testing/web-final-result'],
      },
      {
        label: 'Modules',
        icon: Folder,
        path: webTestingPaths.modules(),
        group: 'Build',
        hotkey: 'G B',
        barWord: 'Modules',
      },
      {
        label: 'Scripts',
        icon: FileCode2,
        path: webTestingPaths.scripts(),
        group: 'Build',
        barWord: 'Scripts',
        covers: ['/web-testing/script-steps'],
      },
      { label: 'Functions', icon: SquareFunction, path: webTestingPaths.functions(), group: 'Build' },
      { label: 'Object spy', icon: Search, path: webTestingPaths.objectSpy, group: 'Build' },
      { label: 'Test', icon: FlaskConical, path: webTestingPaths.tests(), group: 'Run' },
      { label: 'Sprints', icon: CalendarRange, path: webTestingPaths.sprints, group: 'Run' },
      { label: 'Scheduled Tests', icon: Clock, path: webTestingPaths.schedules(), group: 'Run' },
      { label: 'Browser farm', icon: ServerCog, path: webTestingPaths.browserFarm, group: 'Run' },
      { label: 'Baselines', icon: Images, path: webTestingPaths.baselines(), group: 'Run' },
      { label: 'Data tables', icon: Table2, path: webTestingPaths.dataTables(), group: 'Setup' },
      { label: 'Files', icon: Files, path: webTestingPaths.files, group: 'Setup' },
      { label: 'Databases', icon: Database, path: webTestingPaths.databases, group: 'Setup' },
      { label: 'Saved sessions', icon: KeyRound, path: webTestingPaths.savedSessions, group: 'Setup' },
      {
        label: 'Run configurations',
        icon: MonitorSmartphone,
        path: webTestingPaths.runConfigurations,
        group: 'Setup',
      },
      {
        label: 'Environments',
        icon: SlidersHorizontal,
        path: webTestingPaths.environments(),
        group: 'Setup',
        covers: ['/web-testing/global-variables'],
      },
      { label: 'Projects', icon: FolderKanban, path: webTestingPaths.projects, group: 'Setup' },
    ],
  },
  search: async () => (await import('./api/search.ts')).searchWebTesting,
  createTargets: [
    {
      serviceName: webTestingService,
      access: { service: webTestingService, deniedRoles: ['ROLE_SYSTEM'] },
      kinds: ['script', 'suite', 'project'],
      load: async () => (await import('./api/create-forms.ts')).createForms,
    },
  ],
  hotkeys: webTestingKeys,
  subjects: async () => (await import('./components/configurations/schedule-fields.tsx')).webSubjects,
  tours: async () => (await import('./tours.ts')).webTestingTours,
  flowNodes: async () => (await import('./model/flow-looks.ts')).webTestingLooks,
  frame: async () => (await import('./frame.ts')).webTestingFrame,
});
