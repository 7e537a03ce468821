import type { TourPage } from '../../shared/tours/tour.ts';

/** Collaboration pages with a tour. */
export const collaborationTours: readonly TourPage[] = [
  {
    path: /^\/api-testing\/people$/,
    tourIds: ['people'],
    load: async () => (await import('./model/people-tour.ts')).peopleTours,
  },
];
