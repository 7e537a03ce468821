import { type Tour, tourOf } from '../../../shared/tours/tour.ts';

const actions = 'main [data-tour="page-actions"]:not(:empty)';

export const organizationPageTours: readonly Tour[] = [
  tourOf({
    id: 'organization-dashboard',
    name: 'Organization dashboard',
    steps: [
      {
        id: 'counts',
        title: 'The installation at a glance',
        text: 'Organizations by plan, with active and expired licences.',
        attachTo: { element: 'main [data-tour="stats"]', side: 'bottom' },
      },
      {
        id: 'filter',
        title: 'Find an organization',
        text: 'By a part of its name. Sort by name, plan or end beside it.',
        attachTo: { element: 'main input[aria-label="Filter organizations"]', side: 'bottom' },
      },
      {
        id: 'choose',
        title: 'Choose one',
        text: 'You act for the organization that you select: its projects, users and reports open to you. The menu of a row changes its plan and licences.',
        attachTo: { element: 'main table[aria-label="Organizations"]', side: 'top' },
      },
      {
        id: 'limits',
        title: 'Limits and new organizations',
        text: 'Limits say what each plan allows.',
        attachTo: { element: actions, side: 'bottom' },
      },
    ],
  }),
];

export const limitTours: readonly Tour[] = [
  tourOf({
    id: 'organization-limits',
    name: 'Limits',
    steps: [
      {
        id: 'list',
        title: 'What the plans allow',
        text: 'Each limit by plan, and the override of the chosen organization if it has one.',
        attachTo: { element: 'main table[aria-label="Limits"]', side: 'top' },
      },
      {
        id: 'filter',
        title: 'Find a limit',
        text: 'By a part of its name.',
        attachTo: { element: 'main input[aria-label="Filter limits"]', side: 'bottom' },
      },
      {
        id: 'back',
        title: 'Back to the organizations',
        text: 'Choose an organization there to override limits for it alone.',
        attachTo: { element: actions, side: 'bottom' },
      },
    ],
  }),
];
