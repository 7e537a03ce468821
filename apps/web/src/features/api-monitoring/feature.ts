import {
  Activity,
  Bell,
  CalendarClock,
  ChartSpline,
  FileKey2,
  FolderKanban,
  PanelsTopLeft,
  Siren,
  SlidersHorizontal,
  SquareActivity,
} from 'lucide-react';
import { defineFeature } from '../../shared/feature/feature.ts';
import { monitoringService } from './model/service.ts';
import { apiMonitoringPaths } from './paths.ts';
import { apiMonitoringPageRoutes } from './routes.tsx';

export const apiMonitoringFeature = defineFeature({
  id: 'api-monitoring',
  service: monitoringService,
  routes: apiMonitoringPageRoutes,
  area: {
    id: 'api-monitoring',
    look: { title: 'API monitoring', groups: ['Watch', 'Reports', 'Setup'] },
    items: [
      {
        label: 'Monitored APIs',
        icon: Activity,
        path: apiMonitoringPaths.overview(),
        group: 'Watch',
        hotkey: 'G M',
        barWord: 'Monitored',
        covers: ['/api-monitoring-details'],
      },
      {
        label: 'Incidents',
        icon: Siren,
        path: apiMonitoringPaths.incidents(),
        group: 'Watch',
        hotkey: 'G N',
        barWord: 'Incidents',
      },
      { label: 'Alerts', icon: Bell, path: apiMonitoringPaths.alerts, group: 'Watch' },
      { label: 'Maintenance', icon: CalendarClock, path: apiMonitoringPaths.maintenance, group: 'Watch' },
      { label: 'Status pages', icon: PanelsTopLeft, path: apiMonitoringPaths.statusPages(), group: 'Reports' },
      {
        label: 'Uptime reports',
        icon: ChartSpline,
        path: apiMonitoringPaths.reports,
        group: 'Reports',
        hotkey: 'G T',
        barWord: 'Reports',
      },
      { label: 'Projects', icon: FolderKanban, path: apiMonitoringPaths.projects, group: 'Setup' },
      {
        label: 'Environments',
        icon: SlidersHorizontal,
        path: apiMonitoringPaths.environments(),
        group: 'Setup',
        covers: ['/api-monitoring/global-variables'],
      },
      { label: 'Certificates', icon: FileKey2, path: apiMonitoringPaths.certificates, group: 'Setup' },
    ],
  },
  commands: [
    { label: 'Create monitored API', icon: SquareActivity, path: apiMonitoringPaths.overview({ create: 'monitor' }) },
  ],
  search: async () => (await import('./api/search.ts')).searchApiMonitoring,
  createTargets: [
    {
      serviceName: monitoringService,
      access: { service: monitoringService, deniedRoles: ['ROLE_SYSTEM'] },
      kinds: ['project'],
      load: async () => (await import('./api/create-forms.ts')).createForms,
    },
  ],
  frame: async () => (await import('./frame.ts')).apiMonitoringFrame,
  subjects: async () => (await import('./subjects.ts')).apiMonitoringSubjects,
  tours: async () => (await import('./tours.ts')).apiMonitoringTours,
});
