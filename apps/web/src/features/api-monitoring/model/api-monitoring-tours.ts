import { type Tour, tourOf } from '../../../shared/tours/tour.ts';

export const apiMonitoringPageTours: readonly Tour[] = [
  tourOf({
    id: 'api-monitoring',
    name: 'API monitoring',
    steps: [
      {
        id: 'empty',
        title: 'Nothing here yet',
        text: 'This page fills with what you make.',
        attachTo: { element: 'main [data-tour="empty"]', side: 'bottom' },
      },
    ],
  }),
];
