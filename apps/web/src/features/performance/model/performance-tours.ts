import { type Tour, tourOf } from '../../../shared/tours/tour.ts';

const empty = 'main [data-tour="empty"]';
const actions = 'main [data-tour="page-actions"]:not(:empty)';
const panel = (title: string) => `main section[aria-label="${title}"]`;

const board = [
  {
    id: 'tiles',
    title: 'The figures',
    text: 'Users, requests per second, share of failures and answer times; p95 is what 95 of 100 answers stay below.',
    attachTo: { element: 'main [data-tour="stats"]', side: 'bottom' },
  },
  {
    id: 'thresholds',
    title: 'Passed or failed',
    text: 'Thresholds decide how the run ends. A run without any is passed when it could be carried out.',
    attachTo: { element: panel('Thresholds'), side: 'top' },
  },
  {
    id: 'requests',
    title: 'By request',
    text: 'Which request is slow or fails. Sort by a column to find the worst.',
    attachTo: { element: panel('Requests'), side: 'top' },
  },
  {
    id: 'errors',
    title: 'What went wrong',
    text: 'Failures with the same cause are one line with their number.',
    attachTo: { element: panel('Errors'), side: 'top' },
  },
] as const;

export const runTours: readonly Tour[] = [
  tourOf({
    id: 'performance-run',
    name: 'Performance run',
    needs: panel('Errors'),
    steps: [
      ...board,
      {
        id: 'act',
        title: 'Stop it, or go to all runs',
        text: 'A stopped run keeps its measurements so far.',
        attachTo: { element: actions, side: 'bottom' },
      },
    ],
  }),
  tourOf({
    id: 'performance-start',
    name: 'New performance run',
    needs: panel('What runs'),
    steps: [
      {
        id: 'what',
        title: 'What runs',
        text: 'Each virtual user works through the scripts of the suites you choose, again and again.',
        attachTo: { element: panel('What runs'), side: 'right' },
      },
      {
        id: 'load',
        title: 'How much load',
        text: 'A number of users, a rate of requests, or stages that go up and down.',
        attachTo: { element: panel('Load'), side: 'right' },
      },
      {
        id: 'curve',
        title: 'See it before it starts',
        text: 'The planned load over time, updated as you type.',
        attachTo: { element: panel('Planned load'), side: 'left' },
      },
      {
        id: 'thresholds',
        title: 'What counts as good',
        text: 'Set thresholds, such as p(95) < 300 for response time in milliseconds. Without thresholds the run only measures.',
        attachTo: { element: panel('Thresholds'), side: 'left' },
      },
      {
        id: 'users',
        title: 'What it costs',
        text: 'A run takes its virtual users from a wallet. See your balance and what this run needs.',
        attachTo: { element: panel('Virtual users'), side: 'left' },
      },
      {
        id: 'start',
        title: 'Start it',
        text: 'Give the run a name to find it again, and start. You then watch it live.',
        attachTo: { element: 'main input[aria-label="Name of the run"]', side: 'top' },
      },
    ],
  }),
];

export const reportListTours: readonly Tour[] = [
  tourOf({
    id: 'performance-reports',
    name: 'Performance reports',
    needs: 'main table[aria-label="Performance runs"] tbody a',
    steps: [
      {
        id: 'list',
        title: 'All performance runs',
        text: 'Requests per second, failures and answer times side by side. Open a run for its charts.',
        attachTo: { element: 'main table[aria-label="Performance runs"]', side: 'bottom' },
      },
      {
        id: 'filter',
        title: 'Find a run',
        text: 'Type a part of its name.',
        attachTo: { element: 'main input[aria-label="Filter runs"]', side: 'bottom' },
      },
      {
        id: 'compare',
        title: 'Better or worse?',
        text: 'Select two finished runs and compare them: the older one becomes the baseline.',
        attachTo: { element: 'main table[aria-label="Performance runs"] thead input', side: 'right' },
      },
      {
        id: 'new',
        title: 'A new run',
        text: 'Define a run: what to send, how much, and what passes.',
        attachTo: { element: actions, side: 'bottom' },
        isOptional: true,
      },
    ],
  }),
  tourOf({
    id: 'performance-reports-without-data',
    name: 'Performance reports',
    needs: empty,
    steps: [
      {
        id: 'first',
        title: 'No run yet',
        text: 'A performance run sends the requests of your suites with many users at once. Its report appears here.',
        attachTo: { element: empty, side: 'top' },
      },
    ],
  }),
];

export const insightTours: readonly Tour[] = [
  tourOf({
    id: 'performance-insights',
    name: 'Performance report',
    needs: panel('Errors'),
    steps: [
      ...board,
      {
        id: 'download',
        title: 'Download it',
        text: 'As a page for people, as CSV with a line for each second, or as JSON.',
        attachTo: { element: actions, side: 'bottom' },
      },
    ],
  }),
  tourOf({
    id: 'performance-insights-without-data',
    name: 'Performance report',
    needs: empty,
    steps: [
      {
        id: 'first',
        title: 'No run chosen',
        text: 'Open a performance run from the list of its reports; its figures, charts and failures are shown here.',
        attachTo: { element: empty, side: 'bottom' },
      },
    ],
  }),
];
