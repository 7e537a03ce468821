import type { TourPage } from '../../shared/tours/tour.ts';

const texts = async () => await import('./model/orchestration-tours.ts');

/** Pages of test orchestration with a tour. */
export const orchestrationTours: readonly TourPage[] = [
  {
    path: /^\/test-orchestration\/projects$/,
    tourIds: ['orchestration-projects', 'orchestration-projects-without-data'],
    load: async () => (await texts()).projectTours,
  },
  {
    path: /^\/test-orchestration\/new-work-flow$/,
    tourIds: ['orchestration-new-workflow', 'orchestration-new-workflow-without-project'],
    load: async () => (await texts()).newWorkflowTours,
  },
  {
    path: /^\/test-orchestration\/work-flow\/[^/]+$/,
    tourIds: ['orchestration-canvas'],
    load: async () => (await texts()).canvasTours,
  },
  {
    path: /^\/test-orchestration\/reports$/,
    tourIds: ['orchestration-reports', 'orchestration-reports-without-data'],
    load: async () => (await texts()).reportTours,
  },
];
