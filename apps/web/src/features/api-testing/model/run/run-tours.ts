import { type Tour, tourOf } from '../../../../shared/tours/tour.ts';

const runTable = 'main table[aria-label="Runs"]';
const empty = 'main [data-tour="empty"]';

export const dashboardTours: readonly Tour[] = [
  tourOf({
    id: 'api-report-dashboard',
    name: 'Report dashboard',
    needs: `${runTable} tbody a`,
    steps: [
      {
        id: 'numbers',
        title: 'How the runs went',
        text: "All runs of the project in numbers. Failed: an assertion didn't pass. Error: the request couldn't be sent or got no response.",
        attachTo: { element: 'main [data-tour="stats"]', side: 'bottom' },
      },
      {
        id: 'filter',
        title: 'Find a run',
        text: 'By a part of its name, and by status beside it. The address keeps both.',
        attachTo: { element: 'main input[aria-label="Filter runs"]', side: 'bottom' },
      },
      {
        id: 'compare',
        title: 'Compare two runs',
        text: 'Select two finished runs to see which steps got better or worse between them.',
        attachTo: { element: `${runTable} thead input`, side: 'right' },
      },
      {
        id: 'act',
        title: 'Retry, download, delete',
        text: 'The menu of a run repeats it as a whole or only what failed, and saves its report as HTML, JUnit or JSON.',
        attachTo: { element: `${runTable} button[aria-label^="Actions for"]`, side: 'left' },
      },
      {
        id: 'open',
        title: 'Open a report',
        text: 'The name of a run opens its report, also while it still runs. The tour goes on there.',
        attachTo: { element: `${runTable} tbody a`, side: 'bottom' },
        advanceOn: { selector: `${runTable} tbody a`, event: 'click' },
      },
      {
        id: 'delay',
        title: 'The steps of the run',
        text: 'All requests in this run, failures first. This page has its own tour.',
        attachTo: { element: 'main input[aria-label="Filter steps"]', side: 'bottom' },
      },
    ],
  }),
  tourOf({
    id: 'api-report-dashboard-without-data',
    name: 'Report dashboard',
    needs: empty,
    steps: [
      {
        id: 'first',
        title: 'Nothing has run yet',
        text: 'Run a test suite. Its report appears here and updates live.',
        attachTo: { element: empty, side: 'top' },
      },
    ],
  }),
];

const read = [
  {
    id: 'status',
    title: 'How the run ended',
    text: 'The counts by status. A click on one shows only its steps.',
    attachTo: { element: '[aria-label="Filter steps by status"]', side: 'bottom' },
  },
  {
    id: 'steps',
    title: 'The steps',
    text: 'All requests in this run, failures first. Press F to switch to run order.',
    attachTo: { element: '[aria-label="Steps"]', side: 'right' },
  },
  {
    id: 'detail',
    title: 'What happened',
    text: 'The request as sent, the response, each assertion with its expected value, and the timing.',
    attachTo: { element: '[data-tour="step-detail"]', side: 'left' },
  },
] as const;

const download = {
  id: 'download',
  title: 'Download it',
  text: 'HTML for people, JUnit for your build server, JSON for programs.',
  attachTo: { element: '[data-tour="report-download"]', side: 'bottom' },
} as const;

/** A run with failures has further steps, up to retrying them. */
export const reportTours: readonly Tour[] = [
  tourOf({
    id: 'api-retry-instruction',
    name: 'Report and retry',
    needs: '[data-tour="report-with-failures"]',
    steps: [
      ...read,
      {
        id: 'retry-failed',
        title: 'Retry what failed',
        text: 'Fix the cause, then run only the failed steps again. The new run links to this one.',
        attachTo: { element: '[data-tour="report-retry-failed"]', side: 'bottom' },
        isOptional: true,
      },
      {
        id: 'retry',
        title: 'Retry everything',
        text: 'Runs all steps again with the same environment and data, such as when a failed step depends on an earlier one.',
        attachTo: { element: '[data-tour="report-retry"]', side: 'bottom' },
        isOptional: true,
      },
      download,
    ],
  }),
  tourOf({
    id: 'api-report',
    name: 'Report',
    needs: '[data-tour="report"]',
    steps: [...read, download],
  }),
];

export const compareTours: readonly Tour[] = [
  tourOf({
    id: 'api-report-compare',
    name: 'Compare runs',
    needs: '[aria-label="Which steps"]',
    steps: [
      {
        id: 'totals',
        title: 'Better or worse',
        text: 'Steps that broke, were fixed or changed between the runs, and steps in only one of them.',
        attachTo: { element: 'main [data-tour="stats"]', side: 'bottom' },
      },
      {
        id: 'which',
        title: 'Which steps',
        text: 'Shows all differences first. Switch to slower steps or all steps.',
        attachTo: { element: '[aria-label="Which steps"]', side: 'bottom' },
      },
      {
        id: 'steps',
        title: 'Side by side',
        text: 'Open a step to see both answers and the differences between them.',
        attachTo: { element: 'main table[aria-label="Steps of both runs"], main [data-tour="empty"]', side: 'top' },
      },
    ],
  }),
  tourOf({
    id: 'api-report-compare-without-data',
    name: 'Compare runs',
    needs: empty,
    steps: [
      {
        id: 'first',
        title: 'Two runs are needed',
        text: 'Select two finished runs in the report dashboard and compare them from there.',
        attachTo: { element: empty, side: 'bottom' },
      },
    ],
  }),
];

export const insightTours: readonly Tour[] = [
  tourOf({
    id: 'api-report-insights',
    name: 'Report insights',
    needs: `${runTable} tbody a`,
    steps: [
      {
        id: 'filter',
        title: 'Choose what counts',
        text: 'Pick the days, a suite and an environment. The address keeps your choice, so you can share it.',
        attachTo: { element: 'main search[aria-label="Filter insights"]', side: 'bottom' },
      },
      {
        id: 'numbers',
        title: 'The period in numbers',
        text: 'Each figure shows its change since the period of the same length before.',
        attachTo: { element: 'main [data-tour="stats"]', side: 'bottom' },
      },
      {
        id: 'trend',
        title: 'Day by day',
        text: 'Spot the day on which the pass rate dropped or runs got slower.',
        attachTo: { element: 'main [data-tour="insight-trend"]', side: 'bottom' },
      },
      {
        id: 'scripts',
        title: 'Where to look first',
        text: 'Rank scripts by failures, by flakiness or by time. A name opens the report of the last failure.',
        attachTo: { element: 'main section[aria-label="Scripts"]', side: 'top' },
      },
      {
        id: 'suites',
        title: 'Suites',
        text: 'Select a suite to see only its part of each run.',
        attachTo: { element: 'main section[aria-label="Suites"]', side: 'top' },
        isOptional: true,
      },
      {
        id: 'runs',
        title: 'The runs behind the numbers',
        text: 'All finished runs of the period. Open one for its report.',
        attachTo: { element: 'main section[aria-label="Runs"]', side: 'top' },
      },
    ],
  }),
  tourOf({
    id: 'api-report-insights-without-data',
    name: 'Report insights',
    needs: empty,
    steps: [
      {
        id: 'first',
        title: 'No finished runs',
        text: 'Run a test suite. Its pass rate and durations appear here when the run ends.',
        attachTo: { element: empty, side: 'top' },
      },
    ],
  }),
];
