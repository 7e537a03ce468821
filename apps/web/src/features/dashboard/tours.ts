import type { TourPage } from '../../shared/tours/tour.ts';

/** Pages of numbers with a tour. */
export const dashboardTours: readonly TourPage[] = [
  {
    path: /^\/dashboard$/,
    tourIds: ['dashboard'],
    load: async () => (await import('./model/dashboard-tours.ts')).dashboardPageTours,
  },
  {
    path: /^\/user-metrics$/,
    tourIds: ['user-metrics'],
    load: async () => (await import('./model/dashboard-tours.ts')).userMetricsTours,
  },
];
