import type { TourPage } from '../../shared/tours/tour.ts';

/** Pages of scheduled tests with a tour. */
export const schedulerTours: readonly TourPage[] = [
  {
    path: /^\/api-testing\/schedulers$/,
    tourIds: ['api-schedulers', 'api-schedulers-without-data'],
    load: async () => (await import('./model/scheduler-tours.ts')).listTours,
  },
];
