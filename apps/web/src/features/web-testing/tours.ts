import type { TourPage } from '../../shared/tours/tour.ts';

const load = async () => await import('./model/web-tours.ts');

/** Pages of web testing with a tour. */
export const webTestingTours: readonly TourPage[] = [
  {
    path: /^\/web-testing\/projects$/,
    tourIds: ['web-projects', 'web-projects-without-data'],
    load: async () => (await load()).projectsTours,
  },
  {
    path: /^\/web-testing\/project-dashboard$/,
    tourIds: ['web-project-dashboard', 'web-project-dashboard-without-data'],
    load: async () => (await load()).dashboardTours,
  },
  {
    path: /^\/web-testing\/modules$/,
    tourIds: ['web-modules', 'web-modules-without-data'],
    load: async () => (await load()).modulesTours,
  },
  {
    path: /^\/web-testing\/module-scripts$/,
    tourIds: ['web-module-scripts', 'web-module-scripts-without-data'],
    load: async () => (await load()).scriptsTours,
  },
  {
    path: /^\/web-testing\/script-steps$/,
    tourIds: ['web-script-steps', 'web-script-steps-without-data'],
    load: async () => (await load()).stepsTours,
  },
  {
    path: /^\/web-testing\/object-spy$/,
    tourIds: ['web-object-spy', 'web-object-spy-without-data'],
    load: async () => (await load()).spyTours,
  },
  {
    path: /^\/web-testing\/browser-farm$/,
    tourIds: ['web-browser-farm'],
    load: async () => (await load()).farmTours,
  },
  {
    path: /^\/web-testing\/baselines$/,
    tourIds: ['web-baselines', 'web-baselines-without-data'],
    load: async () => (await load()).baselinesTours,
  },
  {
    path: /^\/web-testing\/saved-sessions$/,
    tourIds: ['web-saved-sessions', 'web-saved-sessions-without-data'],
    load: async () => (await load()).sessionsTours,
  },
  {
    path: /^\/web-testing\/databases$/,
    tourIds: ['web-databases', 'web-databases-without-data'],
    load: async () => (await load()).databasesTours,
  },
  {
    path: /^\/web-testing\/web-final-result$/,
    tourIds: ['web-final-result', 'web-final-result-without-data'],
    load: async () => (await load()).resultTours,
  },
];
