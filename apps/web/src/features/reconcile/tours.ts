import type { TourPage } from '../../shared/tours/tour.ts';

/** Pages of reconciliations with a tour. */
export const reconcileTours: readonly TourPage[] = [
  {
    path: /^\/api-testing\/reconciliations$/,
    tourIds: ['reconciliations', 'reconciliations-without-data'],
    load: async () => (await import('./model/reconcile-tours.ts')).listTours,
  },
];
