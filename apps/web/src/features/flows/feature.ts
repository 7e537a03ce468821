import { defineFeature } from '../../shared/feature/feature.ts';

export const flowsFeature = defineFeature({
  id: 'flows',
  service: 'API Testing',
  flowNodes: async () => (await import('./components/settings/base-looks.ts')).baseLooks,
});
