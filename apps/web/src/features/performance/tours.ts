import type { TourPage } from '../../shared/tours/tour.ts';

const texts = async () => await import('./model/performance-tours.ts');

/** Pages of performance runs with a tour. */
export const performanceTours: readonly TourPage[] = [
  {
    path: /^\/api-testing\/performance$/,
    tourIds: ['performance-run', 'performance-start'],
    load: async () => (await texts()).runTours,
  },
  {
    path: /^\/api-testing\/performance-report-dashboard$/,
    tourIds: ['performance-reports', 'performance-reports-without-data'],
    load: async () => (await texts()).reportListTours,
  },
  {
    path: /^\/api-testing\/performance-report-insights$/,
    tourIds: ['performance-insights', 'performance-insights-without-data'],
    load: async () => (await texts()).insightTours,
  },
];
