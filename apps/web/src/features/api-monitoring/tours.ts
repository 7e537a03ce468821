import type { TourPage } from '../../shared/tours/tour.ts';

/** The page has a tour. */
export const apiMonitoringTours: readonly TourPage[] = [
  {
    path: /^\/api-monitoring$/,
    tourIds: ['api-monitoring'],
    load: async () => (await import('./model/api-monitoring-tours.ts')).apiMonitoringPageTours,
  },
];
