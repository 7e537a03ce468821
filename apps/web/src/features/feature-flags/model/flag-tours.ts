import { type Tour, tourOf } from '../../../shared/tours/tour.ts';

const table = 'main table[aria-label="Feature flags"]';

export const flagTours: readonly Tour[] = [
  tourOf({
    id: 'feature-flags',
    name: 'Feature flags',
    steps: [
      {
        id: 'list',
        title: 'Product switches',
        text: 'Each flag with its value, what it is by default, and who changed it when.',
        attachTo: { element: table, side: 'bottom' },
      },
      {
        id: 'edit',
        title: 'For everyone or for some',
        text: 'Change the value or add rules by user, organization, role or language, and preview the result.',
        attachTo: { element: `${table} tbody button`, side: 'left' },
      },
    ],
  }),
];
