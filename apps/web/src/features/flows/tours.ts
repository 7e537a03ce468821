import type { TourPage } from '../../shared/tours/tour.ts';

const texts = async () => await import('./model/flow-tours.ts');

/** Pages of workflows with a tour. */
export const flowTours: readonly TourPage[] = [
  {
    path: /^\/api-testing\/api-workflow-list$/,
    tourIds: ['api-workflows', 'api-workflows-without-data'],
    load: async () => (await texts()).listTours,
  },
  {
    path: /^\/api-testing\/process$/,
    tourIds: ['api-workflow-canvas'],
    load: async () => (await texts()).canvasTours,
  },
];
