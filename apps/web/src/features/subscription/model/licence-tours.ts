import { type Tour, tourOf } from '../../guided-tours/index.ts';

export const licenceTours: readonly Tour[] = [
  tourOf({
    id: 'licences',
    name: 'Licences',
    needs: 'main table[aria-label^="Licences of"]',
    steps: [
      {
        id: 'counts',
        title: 'How many there are',
        text: 'A licence lets one user work with a service. Unassigned ones are free to give away.',
        attachTo: { element: 'main [data-tour="stats"]', side: 'bottom' },
      },
      {
        id: 'holders',
        title: 'Who holds them',
        text: 'Take a licence back from somebody who does not need it any more, and it is free again.',
        attachTo: { element: 'main table[aria-label^="Licences of"]', side: 'top' },
      },
      {
        id: 'browsers',
        title: 'Browsers',
        text: 'Browsers that belong to one of your teams alone.',
        attachTo: { element: 'main section[aria-label="Browsers"]', side: 'top' },
      },
      {
        id: 'devices',
        title: 'Devices',
        text: 'Devices that belong to one of your teams alone.',
        attachTo: { element: 'main section[aria-label="Devices"]', side: 'top' },
      },
      {
        id: 'renew',
        title: 'More, or longer',
        text: 'Renewal orders licences for a further time. You get an invoice.',
        attachTo: { element: 'main [data-tour="page-actions"]:not(:empty)', side: 'bottom' },
      },
    ],
  }),
  tourOf({
    id: 'own-licences',
    name: 'Licences',
    needs: 'main section[aria-label="Licences, scrolls sideways"]',
    steps: [
      {
        id: 'own',
        title: 'What you may use',
        text: 'The licences that you hold and when they end. Your administrator gives and renews them.',
        attachTo: { element: 'main section[aria-label="Licences, scrolls sideways"]', side: 'bottom' },
      },
    ],
  }),
];
