import { type Tour, tourOf } from '../../../shared/tours/tour.ts';

export const storeTours: readonly Tour[] = [
  tourOf({
    id: 'service-store',
    name: 'Service store',
    steps: [
      {
        id: 'service',
        title: 'A service',
        text: 'What it does, whether you have a licence and until when, and which of your teams use it. Open it from here.',
        attachTo: { element: 'main article', side: 'right' },
      },
      {
        id: 'teams',
        title: 'Which team uses what',
        text: 'Administrators choose the services of each team. A service that a team does not use is not shown to its members.',
        attachTo: { element: 'main [data-tour="page-actions"]:not(:empty)', side: 'bottom' },
        isOptional: true,
      },
    ],
  }),
];
