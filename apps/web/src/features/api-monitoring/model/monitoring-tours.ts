import { type Tour, tourOf } from '../../../shared/tours/tour.ts';

const table = 'main table[aria-label="Monitored APIs"]';

/** Tours of the monitored APIs of a project. */
export const overviewTours: readonly Tour[] = [
  tourOf({
    id: 'api-monitoring',
    name: 'API monitoring',
    needs: `${table} tbody [data-row]`,
    steps: [
      {
        id: 'counts',
        title: 'Status at a glance',
        text: 'Counts by status, open incidents, uptime and response time. Select a count to filter the list.',
        attachTo: { element: 'main [data-tour="stats"]', side: 'bottom' },
      },
      {
        id: 'collections',
        title: 'Collections',
        text: 'Collections group monitored APIs. Create them, or import one from OpenAPI or Postman.',
        attachTo: { element: 'main [data-tour="collections"]', side: 'right' },
        isOptional: true,
      },
      {
        id: 'list',
        title: 'Monitored APIs',
        text: 'Failing ones come first. Select a row to see its reports, results and incidents.',
        attachTo: { element: table, side: 'top' },
      },
      {
        id: 'started',
        title: 'Start and stop',
        text: 'While started, a monitored API is checked repeatedly. Stop it to pause the checks.',
        attachTo: { element: `${table} td[data-header="Started"]`, side: 'left' },
      },
      {
        id: 'new',
        title: 'Create monitored API',
        text: 'Choose what to check: a request, a test, a certificate, a port and more.',
        attachTo: { element: 'main [data-tour="page-actions"]:not(:empty)', side: 'bottom' },
        isOptional: true,
      },
    ],
  }),
  tourOf({
    id: 'api-monitoring-without-data',
    name: 'API monitoring',
    needs: 'main [data-tour="empty"]',
    steps: [
      {
        id: 'first',
        title: 'API monitoring',
        text: 'A monitored API is checked repeatedly. You get an incident when it is down.',
        attachTo: { element: 'main [data-tour="empty"]', side: 'top' },
      },
    ],
  }),
];

/** Tours of one monitored API. */
export const detailsTours: readonly Tour[] = [
  tourOf({
    id: 'api-monitoring-details',
    name: 'Details of a monitored API',
    needs: 'main [data-tour="monitor-report"]',
    steps: [
      {
        id: 'status',
        title: 'Status',
        text: 'The status now, and uptime, response time and error budget of the chosen period.',
        attachTo: { element: 'main [data-tour="stats"]', side: 'bottom' },
      },
      {
        id: 'charts',
        title: 'Reports',
        text: 'Uptime of the last 90 days, response time percentiles and phases.',
        attachTo: { element: 'main [data-tour="monitor-report"]', side: 'top' },
      },
      {
        id: 'tabs',
        title: 'Results and incidents',
        text: 'Every check with its request and response, and every incident with its time line.',
        attachTo: { element: 'main [data-tour="monitor-tabs"]', side: 'bottom' },
      },
      {
        id: 'actions',
        title: 'Check now',
        text: 'Check it now, start or stop it, or edit it.',
        attachTo: { element: 'main [data-tour="page-actions"]:not(:empty)', side: 'bottom' },
        isOptional: true,
      },
    ],
  }),
];
