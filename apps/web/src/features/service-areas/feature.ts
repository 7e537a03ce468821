import { defineFeature } from '../../shared/feature/feature.ts';
import { absentAreas } from './model/areas.ts';

/** Paths reserved for future services. */
export const serviceAreasFeature = defineFeature({
  id: 'service-areas',
  reserved: {
    addresses: absentAreas,
    page: (title) => ({
      lazy: async () => {
        const { AbsentAreaPage } = await import('./pages/absent-area.page.tsx');
        return { Component: () => AbsentAreaPage({ title }) };
      },
    }),
  },
});
