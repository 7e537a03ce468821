import { CircleHelp, LifeBuoy } from 'lucide-react';
import { defineFeature } from '../../shared/feature/feature.ts';
import { helpPaths } from './paths.ts';

export const helpFeature = defineFeature({
  id: 'help',
  scope: 'person',
  routes: [
    {
      path: helpPaths.help,
      lazy: async () => ({ Component: (await import('./pages/help.page.tsx')).HelpPage }),
    },
  ],
  menus: [
    { menus: ['icons', 'more'], label: 'Help', icon: CircleHelp, path: helpPaths.help, rank: 'last', barWord: 'Help' },
    { menus: ['profile'], label: 'Support', icon: LifeBuoy, path: helpPaths.support },
  ],
});
