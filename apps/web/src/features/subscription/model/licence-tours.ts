import { type Tour, tourOf } from '../../../shared/tours/tour.ts';

export const licenceTours: readonly Tour[] = [
  tourOf({
    id: 'licences',
    name: 'Licences',
    needs: 'main table[aria-label^="Licences of"]',
    steps: [
      {
        id: 'counts',
        title: 'Licence counts',
        text: 'A licence lets one user work with a service. Unassigned ones are free to give away.',
        attachTo: { element: 'main [data-tour="stats"]', side: 'bottom' },
      },
      {
        id: 'holders',
        title: 'Licence holders',
        text: 'Unassign a licence that someone no longer needs to free it.',
        attachTo: { element: 'main table[aria-label^="Licences of"]', side: 'top' },
      },
      {
        id: 'browsers',
        title: 'Browsers',
        text: 'Browsers that belong to one of your teams alone.',
        attachTo: { element: 'main section[aria-label="Browsers"]', side: 'top' },
        isOptional: true,
      },
      {
        id: 'devices',
        title: 'Devices',
        text: 'Devices that belong to one of your teams alone.',
        attachTo: { element: 'main section[aria-label="Devices"]', side: 'top' },
        isOptional: true,
      },
      {
        id: 'renew',
        title: 'More, or longer',
        text: 'Order licences for another period. You get an invoice.',
        attachTo: { element: 'main [data-tour="page-actions"]:not(:empty)', side: 'bottom' },
      },
    ],
  }),
  tourOf({
    id: 'own-licences',
    name: 'Licences',
    needs: 'main table[aria-label="Your licences"]',
    steps: [
      {
        id: 'own',
        title: 'What you may use',
        text: 'Your licences and when they end. Your administrator assigns and renews them.',
        attachTo: { element: 'main table[aria-label="Your licences"]', side: 'bottom' },
      },
    ],
  }),
];

export const renewalTours: readonly Tour[] = [
  tourOf({
    id: 'renewal',
    name: 'Renewal',
    steps: [
      {
        id: 'billing',
        title: 'Who pays',
        text: 'Company, address and tax number for invoices. Enter them once.',
        attachTo: { element: 'main section[aria-label="Billing information"]', side: 'right' },
      },
      {
        id: 'order',
        title: 'What you order',
        text: 'Plan, months and the number of licences of each service. The sum changes as you choose.',
        attachTo: { element: 'main section[aria-label="Order"]', side: 'right' },
      },
      {
        id: 'limits',
        title: 'What the plan allows',
        text: 'Limits of your plan and of the others, such as runs a day and virtual users.',
        attachTo: { element: 'main section[aria-label="Limits"]', side: 'top' },
      },
    ],
  }),
];

export const summaryTours: readonly Tour[] = [
  tourOf({
    id: 'billing-summary',
    name: 'Billing summary',
    steps: [
      {
        id: 'plan',
        title: 'What you have',
        text: 'Plan, its end, and how many licences are assigned.',
        attachTo: { element: 'main [data-tour="stats"]', side: 'bottom' },
      },
      {
        id: 'invoice',
        title: 'The newest invoice',
        text: 'Download it here. All invoices are in the billing history.',
        attachTo: { element: 'main section[aria-label="Newest invoice"]', side: 'bottom' },
      },
      {
        id: 'billing',
        title: 'Where invoices go',
        text: 'The address on your next invoice.',
        attachTo: { element: 'main section[aria-label="Billing information"]', side: 'top' },
      },
    ],
  }),
];

export const historyTours: readonly Tour[] = [
  tourOf({
    id: 'billing-history',
    name: 'Billing history',
    steps: [
      {
        id: 'users',
        title: 'Virtual users',
        text: 'What was bought for performance runs, and whether it is paid.',
        attachTo: { element: 'main section[aria-label="Virtual users"]', side: 'top' },
      },
      {
        id: 'plan',
        title: 'Plan and licences',
        text: 'Invoices of your renewals, to download for your books.',
        attachTo: { element: 'main section[aria-label="Plan and licences"]', side: 'bottom' },
        isOptional: true,
      },
    ],
  }),
];
