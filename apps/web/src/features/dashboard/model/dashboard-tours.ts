import { type Tour, tourOf } from '../../../shared/tours/tour.ts';

const scope = 'main search[aria-label="What the numbers speak of"]';

export const dashboardPageTours: readonly Tour[] = [
  tourOf({
    id: 'dashboard',
    name: 'Dashboard',
    steps: [
      {
        id: 'scope',
        title: 'What the numbers speak of',
        text: 'Choose the days and the team. The address keeps the choice, so you can bookmark or share it.',
        attachTo: { element: scope, side: 'bottom' },
      },
      {
        id: 'board',
        title: 'How your tests are doing',
        text: 'Tests and runs in numbers, outcomes, what ran last, and what each service has. Everything that has a page of its own is a link.',
        attachTo: { element: '[data-tour="dashboard-board"]', side: 'top' },
      },
      {
        id: 'arrange',
        title: 'Arrange it for yourself',
        text: 'Move widgets, change their width or hide them. Colleagues keep their own arrangement.',
        attachTo: { element: 'main [data-tour="page-actions"]:not(:empty)', side: 'bottom' },
      },
      {
        id: 'services',
        title: 'To a service',
        text: 'All services that you have a licence of.',
        attachTo: {
          element: 'nav[aria-label="Services"] :is([aria-label="Services"], [title="Services"])',
          side: 'right',
        },
      },
      {
        id: 'search',
        title: 'To anything by name',
        text: 'Ctrl and K open this from every page: type a suite, a project or a screen.',
        attachTo: { element: '[data-tour="search"]', side: 'bottom' },
      },
      {
        id: 'create',
        title: 'Create from anywhere',
        text: 'A project, a test suite or a test script, whichever page you are on.',
        attachTo: { element: 'button[aria-label="Create"]', side: 'bottom' },
        isOptional: true,
      },
      {
        id: 'today',
        title: 'What runs today',
        text: 'What is running now and what has run today, with the way to each report.',
        attachTo: { element: 'button[aria-label="Test Executions Today"]', side: 'bottom' },
      },
      {
        id: 'messages',
        title: 'What concerns you',
        text: 'Finished runs, licences and announcements. Choose in your profile which ones are mailed too.',
        attachTo: { element: 'button[aria-label^="Activity logs"]', side: 'bottom' },
      },
    ],
  }),
];

export const userMetricsTours: readonly Tour[] = [
  tourOf({
    id: 'user-metrics',
    name: 'User metrics',
    steps: [
      {
        id: 'scope',
        title: 'The days that count',
        text: 'All numbers of this page are those of the chosen days.',
        attachTo: { element: scope, side: 'bottom' },
      },
      {
        id: 'outcomes',
        title: 'Outcomes',
        text: 'How the runs of the whole organization ended.',
        attachTo: { element: 'main section[aria-label="Outcomes"]', side: 'bottom' },
      },
      {
        id: 'waiting',
        title: 'Waiting time',
        text: 'How long runs waited for a runner. When this grows, add runners.',
        attachTo: { element: 'main section[aria-label="Waiting time"]', side: 'top' },
      },
      {
        id: 'users',
        title: 'Who ran what',
        text: 'Runs, failures and the last sign-in of each user.',
        attachTo: { element: 'main section[aria-label="Users"]', side: 'top' },
      },
    ],
  }),
];
