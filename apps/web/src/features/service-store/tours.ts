import type { TourPage } from '../../shared/tours/tour.ts';

/** The store has a tour. */
export const serviceStoreTours: readonly TourPage[] = [
  {
    path: /^\/service-store$/,
    tourIds: ['service-store'],
    load: async () => (await import('./model/store-tours.ts')).storeTours,
  },
];
