import type { TourPage } from '../../shared/tours/tour.ts';

/** Dashboard pages with a tour. */
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
