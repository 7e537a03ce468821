import { roles } from '@touchstone/contracts';
import { Download, LayoutGrid, Store } from 'lucide-react';
import { defineFeature } from '../../shared/feature/feature.ts';
import { serviceStorePaths } from './paths.ts';

export const serviceStoreFeature = defineFeature({
  id: 'service-store',
  routes: [
    {
      path: serviceStorePaths.store,
      // The super administrator manages services by organization; the store is for their users.
      roles: roles.filter((role) => role !== 'ROLE_SUPERADMIN'),
      lazy: async () => ({ Component: (await import('./pages/service-store.page.tsx')).ServiceStorePage }),
    },
  ],
  menus: [
    { menus: ['icons'], label: 'Services', icon: LayoutGrid, panel: 'services', rank: 'first', barWord: 'Services' },
    { menus: ['icons', 'more'], label: 'Service Store', icon: Store, path: serviceStorePaths.store },
    { ...downloads('Downloads'), menus: ['icons'] },
    { ...downloads('Download Software'), menus: ['more'] },
  ],
  panels: [
    {
      id: 'services',
      title: 'Services',
      position: 'left',
      load: async () => (await import('./components/services-panel.tsx')).ServicesPanel,
    },
    {
      id: 'downloads',
      title: 'Downloads',
      position: 'left',
      load: async () => (await import('./components/downloads-panel.tsx')).DownloadsPanel,
    },
  ],
  frame: async () => (await import('./frame.ts')).serviceStoreFrame,
  tours: async () => (await import('./tours.ts')).serviceStoreTours,
});

function downloads(label: string) {
  return { label, icon: Download, panel: 'downloads', rank: 'last', flag: 'isDesktopTestingEnabled' } as const;
}
