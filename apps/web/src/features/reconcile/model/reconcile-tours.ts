import { type Tour, tourOf } from '../../../shared/tours/tour.ts';

const table = 'main table[aria-label="Reconciliations"]';

export const listTours: readonly Tour[] = [
  tourOf({
    id: 'reconciliations',
    name: 'Reconciliations',
    needs: `${table} tbody [data-row]`,
    steps: [
      {
        id: 'list',
        title: 'Reconciliations',
        text: 'Each one compares the rows of a response with the rows of a database query, matched by key.',
        attachTo: { element: table, side: 'bottom' },
      },
      {
        id: 'result',
        title: 'Last result',
        text: 'Open it to see which rows differ, with the values of both sides beside each other.',
        attachTo: { element: `${table} td[data-header="Last result"]`, side: 'left' },
      },
      {
        id: 'new',
        title: 'New reconciliation',
        text: 'Choose a request and a query. The mapping of their columns is suggested.',
        attachTo: { element: 'main [data-tour="page-actions"]:not(:empty)', side: 'bottom' },
        isOptional: true,
      },
    ],
  }),
  tourOf({
    id: 'reconciliations-without-data',
    name: 'Reconciliations',
    needs: 'main [data-tour="empty"]',
    steps: [
      {
        id: 'first',
        title: 'Reconciliations',
        text: 'A reconciliation finds rows that your API and its database do not agree on.',
        attachTo: { element: 'main [data-tour="empty"]', side: 'top' },
      },
    ],
  }),
];
