import type { TourPage } from '../../shared/tours/tour.ts';

/** The pages with a tour: the security of the own account, and the outbox. */
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
