import { type Tour, tourOf } from '../../../../shared/tours/tour.ts';

const history = 'main ul[aria-label="History"]';
const empty = 'main section[aria-label="Sent requests"] [data-tour="empty"]';
const address = 'main input[aria-label="Address"]';

export const playgroundTours: readonly Tour[] = [
  tourOf({
    id: 'api-playground-with-data',
    name: 'Playground',
    needs: history,
    steps: [
      {
        id: 'history',
        title: 'Your history',
        text: 'Every request you sent, the latest first. Click one to open it with its response; only you see this list.',
        attachTo: { element: history, side: 'right' },
      },
      {
        id: 'filter',
        title: 'Find a request',
        text: 'Type a part of its method, address or name, or press / to get here.',
        attachTo: { element: 'main input[aria-label="Filter the history"]', side: 'bottom' },
      },
      {
        id: 'import',
        title: 'Make tests from it',
        text: 'Select requests to import them into a test suite, or to delete them.',
        attachTo: { element: `${history} input[type="checkbox"]`, side: 'right' },
        isOptional: true,
      },
      {
        id: 'request',
        title: 'The next request',
        text: 'Type or paste an address or a curl command. Tabs stay open until you close them, on every computer you sign in on.',
        attachTo: { element: address, side: 'bottom' },
        isOptional: true,
      },
      {
        id: 'save',
        title: 'Keep it as a test',
        text: 'Saves the request as a script: choose the project and the suite.',
        attachTo: { element: 'main [data-tour="save"]', side: 'bottom' },
        isOptional: true,
      },
    ],
  }),
  tourOf({
    id: 'api-playground-without-data',
    name: 'Playground',
    needs: empty,
    steps: [
      {
        id: 'example',
        title: 'Start with an example',
        text: 'Opens a request to the sample API that comes with the product. Send it to see a response.',
        attachTo: { element: 'main [data-tour="use-example"]', side: 'bottom' },
      },
      {
        id: 'request',
        title: 'Or with your own',
        text: 'Type or paste an address or a curl command, then press Enter.',
        attachTo: { element: address, side: 'bottom' },
        isOptional: true,
      },
      {
        id: 'history',
        title: 'What you send stays',
        text: 'Each request appears here with its response. Open it again, or import it into a test suite.',
        attachTo: { element: empty, side: 'right' },
      },
    ],
  }),
];
