import type { TourPage } from '../../shared/tours/tour.ts';

/** The flags page has a tour. */
export const featureFlagTours: readonly TourPage[] = [
  {
    path: /^\/organization-dashboard\/flags$/,
    tourIds: ['feature-flags'],
    load: async () => (await import('./model/flag-tours.ts')).flagTours,
  },
];
