import { type Tour, tourOf } from '../../../shared/tours/tour.ts';

const table = 'main table[aria-label="Assets"]';

/** Tours of the assets of a project. */
export const overviewTours: readonly Tour[] = [
  tourOf({
    id: 'service-virtualization',
    name: 'Service virtualization',
    needs: `${table} tbody [data-row]`,
    steps: [
      {
        id: 'mock',
        title: 'The mock',
        text: 'Point your app at this address. The switch turns all answers on or off.',
        attachTo: { element: 'main [data-tour="mock"]', side: 'bottom' },
      },
      {
        id: 'suites',
        title: 'Suites',
        text: 'Suites group assets. Switch a suite off to switch off everything in it.',
        attachTo: { element: 'main [data-tour="suites"]', side: 'right' },
        isOptional: true,
      },
      {
        id: 'list',
        title: 'Assets',
        text: 'Each asset says which requests it matches and what the mock answers. Select a row to edit it.',
        attachTo: { element: table, side: 'top' },
      },
      {
        id: 'on',
        title: 'Switch on and off',
        text: 'An asset answers while its switch is on.',
        attachTo: { element: `${table} td[data-header="On"]`, side: 'right' },
      },
      {
        id: 'new',
        title: 'Create asset',
        text: 'Create an asset with a form or as JSON.',
        attachTo: { element: 'main [data-tour="page-actions"]:not(:empty)', side: 'bottom' },
        isOptional: true,
      },
    ],
  }),
  tourOf({
    id: 'service-virtualization-without-data',
    name: 'Service virtualization',
    needs: 'main [data-tour="empty"]',
    steps: [
      {
        id: 'first',
        title: 'Service virtualization',
        text: 'A mock answers in place of a service. An asset says which requests it matches and what it answers.',
        attachTo: { element: 'main [data-tour="empty"]', side: 'top' },
      },
    ],
  }),
];

/** Tours of the editor of an asset. */
export const assetTours: readonly Tour[] = [
  tourOf({
    id: 'service-virtualization-asset',
    name: 'Editor of an asset',
    needs: 'main [data-tour="asset-form"]',
    steps: [
      {
        id: 'form',
        title: 'Request and response',
        text: 'Say which requests match, and what the mock answers. Form and JSON edit the same asset.',
        attachTo: { element: 'main [data-tour="asset-form"]', side: 'right' },
      },
      {
        id: 'try',
        title: 'Try it',
        text: 'Send a request to see the response, the asset that gives it, and what nearly matched.',
        attachTo: { element: 'main [data-tour="try"]', side: 'left' },
      },
      {
        id: 'save',
        title: 'Save',
        text: 'A saved asset answers at once. Each save is a version that you can restore.',
        attachTo: { element: 'main [data-tour="page-actions"]:not(:empty)', side: 'bottom' },
        isOptional: true,
      },
    ],
  }),
];

/** Tours of the journal. */
export const journalTours: readonly Tour[] = [
  tourOf({
    id: 'service-virtualization-journal',
    name: 'Journal',
    needs: 'main [data-tour="calls"]',
    steps: [
      {
        id: 'calls',
        title: 'Calls as they arrive',
        text: 'Select a call to see its response and why. Repair a near miss with one click.',
        attachTo: { element: 'main [data-tour="calls"]', side: 'right' },
      },
    ],
  }),
];

/** Tours of recordings. */
export const recordingTours: readonly Tour[] = [
  tourOf({
    id: 'service-virtualization-recording',
    name: 'Record',
    needs: 'main [data-tour="record"]',
    steps: [
      {
        id: 'record',
        title: 'Record a service',
        text: 'Calls to the mock go to the real service, and its answers are recorded. Stop to save them as assets.',
        attachTo: { element: 'main [data-tour="record"]', side: 'top' },
      },
    ],
  }),
];

/** Tours of drift checks. */
export const driftTours: readonly Tour[] = [
  tourOf({
    id: 'service-virtualization-drift',
    name: 'Drift check',
    needs: 'main [data-tour="drift"]',
    steps: [
      {
        id: 'drift',
        title: 'Compare with the service',
        text: 'Sends the requests of your assets to the real service and shows what it answers differently now.',
        attachTo: { element: 'main [data-tour="drift"]', side: 'top' },
      },
    ],
  }),
];
