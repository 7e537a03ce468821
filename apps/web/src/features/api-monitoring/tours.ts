import type { TourPage } from '../../shared/tours/tour.ts';

const load = async () => await import('./model/monitoring-tours.ts');

/** Pages of API monitoring with a tour. */
export const apiMonitoringTours: readonly TourPage[] = [
  {
    path: /^\/api-monitoring$/,
    tourIds: ['api-monitoring', 'api-monitoring-without-data'],
    load: async () => (await load()).overviewTours,
  },
  {
    path: /^\/api-monitoring-details$/,
    tourIds: ['api-monitoring-details'],
    load: async () => (await load()).detailsTours,
  },
];
