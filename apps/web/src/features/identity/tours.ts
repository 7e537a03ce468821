import type { TourPage } from '../../shared/tours/tour.ts';

/** Pages with a tour: the user's security settings, and the outbox. */
export const identityTours: readonly TourPage[] = [
  {
    path: /^\/account\/security$/,
    tourIds: ['security'],
    load: async () => (await import('./model/security-tours.ts')).securityTours,
  },
  {
    path: /^\/outbox$/,
    tourIds: ['mail-delivery', 'outbox'],
    load: async () => (await import('./model/outbox-tours.ts')).outboxTours,
  },
];
