import { type Tour, tourOf } from '../../../shared/tours/tour.ts';

const table = 'main table[aria-label="Upcoming schedules"]';

export const listTours: readonly Tour[] = [
  tourOf({
    id: 'api-schedulers',
    name: 'Scheduled tests',
    needs: `${table} tbody [data-row]`,
    steps: [
      {
        id: 'list',
        title: 'Upcoming schedules',
        text: 'Each schedule with its test, its rule, and when it is due next in its time zone and yours.',
        attachTo: { element: table, side: 'bottom' },
      },
      {
        id: 'pause',
        title: 'Pause and resume',
        text: 'Switch a schedule off to pause it. Runs that would have been due meanwhile are left out.',
        attachTo: { element: `${table} td[data-header="Active"]`, side: 'left' },
      },
      {
        id: 'tabs',
        title: 'Completed and history',
        text: 'Completed schedules are not due again. History shows the result and the run of every due time.',
        attachTo: { element: 'main [data-tour="schedule-tabs"]', side: 'bottom' },
      },
      {
        id: 'new',
        title: 'Schedule a test',
        text: 'Choose a suite, a performance test or a workflow, then days, time and time zone.',
        attachTo: { element: 'main [data-tour="page-actions"]:not(:empty)', side: 'bottom' },
        isOptional: true,
      },
    ],
  }),
  tourOf({
    id: 'api-schedulers-without-data',
    name: 'Scheduled tests',
    needs: 'main [data-tour="empty"]',
    steps: [
      {
        id: 'first',
        title: 'Scheduled tests',
        text: 'A schedule runs a suite, a performance test or a workflow at set times, in any time zone.',
        attachTo: { element: 'main [data-tour="empty"]', side: 'top' },
      },
    ],
  }),
];
