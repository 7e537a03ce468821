import { type Tour, tourOf } from '../../../shared/tours/tour.ts';

const list = 'main ul[aria-label="Feature flags"]';

export const flagTours: readonly Tour[] = [
  tourOf({
    id: 'feature-flags',
    name: 'Feature flags',
    steps: [
      {
        id: 'list',
        title: 'Product switches',
        text: 'Each flag with its value, its default, and who changed it when. A switch is saved at once.',
        attachTo: { element: list, side: 'bottom' },
      },
      {
        id: 'edit',
        title: 'For everyone or for some',
        text: 'Change the value or add rules by user, organization, role or language, and preview the result.',
        attachTo: { element: `${list} button`, side: 'left' },
      },
    ],
  }),
];
