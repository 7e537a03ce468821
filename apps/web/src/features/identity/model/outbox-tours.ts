import { type Tour, tourOf } from '../../../shared/tours/tour.ts';

const refresh = {
  id: 'refresh',
  title: 'Read again',
  text: 'Refresh to see new mails.',
  attachTo: { element: 'main [data-tour="page-actions"]', side: 'bottom' as const },
};

export const outboxTours: readonly Tour[] = [
  tourOf({
    id: 'mail-delivery',
    name: 'Outbox',
    needs: 'main [data-tour="filter"]',
    steps: [
      {
        id: 'filter',
        title: 'Waiting, failed, sent',
        text: 'Pick a status. Waiting and failed mails can all be retried at once.',
        attachTo: { element: 'main [data-tour="filter"]', side: 'bottom' },
      },
      {
        id: 'mails',
        title: 'Delivery status',
        text: 'The last error says why a mail is waiting or failed. Retry sends it now.',
        attachTo: { element: 'main table[aria-label="Mails"], main [data-tour="empty"]', side: 'top' },
      },
      refresh,
    ],
  }),
  tourOf({
    id: 'outbox',
    name: 'Outbox',
    needs: 'main [data-tour="mail"], main [data-tour="empty"]',
    steps: [
      {
        id: 'mails',
        title: 'Mails of this installation',
        text: 'No mail server is set, so invitations, codes and links are kept here. Set SMTP_URL to send them.',
        attachTo: { element: 'main [data-tour="mail"], main [data-tour="empty"]', side: 'bottom' },
      },
      refresh,
    ],
  }),
];
