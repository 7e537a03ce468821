import type { TourPage } from '../guided-tours/index.ts';

/** The licences have a tour, for administrators and for others. */
export const subscriptionTours: readonly TourPage[] = [
  {
    path: /^\/account\/subscriptions\/list$/,
    tourIds: ['licences', 'own-licences'],
    load: async () => (await import('./model/licence-tours.ts')).licenceTours,
  },
];
