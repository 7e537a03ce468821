import {
  Braces,
  Disc,
  Files,
  FolderKanban,
  GitCompareArrows,
  RadioTower,
  ServerCog,
  Settings2,
  Workflow,
} from 'lucide-react';
import { defineFeature } from '../../shared/feature/feature.ts';
import { virtualizationService } from './model/service.ts';
import { virtualizationPaths } from './paths.ts';
import { virtualizationPageRoutes } from './routes.tsx';

export const serviceVirtualizationFeature = defineFeature({
  id: 'service-virtualization',
  service: virtualizationService,
  routes: virtualizationPageRoutes,
  area: {
    id: 'service-virtualization',
    look: { title: 'Service virtualization', groups: ['Mock', 'Setup'] },
    items: [
      {
        label: 'Assets',
        icon: ServerCog,
        path: virtualizationPaths.overview(),
        group: 'Mock',
        hotkey: 'G K',
        barWord: 'Assets',
        covers: ['/service-virtualization/asset'],
      },
      {
        label: 'Journal',
        icon: RadioTower,
        path: virtualizationPaths.journal(),
        group: 'Mock',
        hotkey: 'G J',
        barWord: 'Journal',
      },
      {
        label: 'State',
        icon: Workflow,
        path: virtualizationPaths.state,
        group: 'Mock',
        barWord: 'State',
      },
      { label: 'Record', icon: Disc, path: virtualizationPaths.recording(), group: 'Mock' },
      { label: 'Drift check', icon: GitCompareArrows, path: virtualizationPaths.drift(), group: 'Mock' },
      { label: 'Variables', icon: Braces, path: virtualizationPaths.variables, group: 'Setup' },
      { label: 'Files', icon: Files, path: virtualizationPaths.files, group: 'Setup' },
      { label: 'Settings', icon: Settings2, path: virtualizationPaths.settings, group: 'Setup' },
      { label: 'Projects', icon: FolderKanban, path: virtualizationPaths.projects, group: 'Setup' },
    ],
  },
  search: async () => (await import('./api/search.ts')).searchServiceVirtualization,
  createTargets: [
    {
      serviceName: virtualizationService,
      access: { service: virtualizationService, deniedRoles: ['ROLE_SYSTEM'] },
      kinds: ['suite', 'project'],
      load: async () => (await import('./api/create-forms.ts')).createForms,
      links: [{ label: 'Create mock asset', path: () => virtualizationPaths.newAsset() }],
    },
  ],
  flowNodes: async () => (await import('./model/flow-looks.ts')).virtualizationLooks,
  tours: async () => (await import('./tours.ts')).virtualizationTours,
  frame: async () => (await import('./frame.ts')).virtualizationFrame,
});
