import { defineFeature } from '../../shared/feature/feature.ts';

export const notificationsFeature = defineFeature({
  id: 'notifications',
  panels: [
    {
      id: 'activity',
      title: 'Activity logs',
      position: 'right',
      load: async () => (await import('./components/activity-panel.tsx')).ActivityPanel,
    },
  ],
  frame: async () => (await import('./frame.ts')).notificationsFrame,
});
