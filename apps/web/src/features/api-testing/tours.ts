import type { TourPage } from '../../shared/tours/tour.ts';

const work = async () => await import('./model/work-tours.ts');
const runs = async () => await import('./model/run/run-tours.ts');

/** Pages of API testing with a tour. */
export const apiTestingTours: readonly TourPage[] = [
  {
    path: /^\/api-testing\/(workspace|projects?)$/,
    tourIds: ['api-workspace', 'api-workspace-without-data'],
    load: async () => (await work()).workspaceTours,
  },
  {
    path: /^\/api-testing\/api-test-suite$/,
    tourIds: ['api-test-suite-with-data', 'api-test-suite-without-data'],
    load: async () => (await work()).suiteTours,
  },
  {
    path: /^\/api-testing\/api-test-suite\/[^/]+$/,
    tourIds: ['api-script-editor', 'api-script-editor-without-data'],
    load: async () => (await work()).editorTours,
  },
  {
    path: /^\/api-testing\/api-playground$/,
    tourIds: ['api-playground-with-data', 'api-playground-without-data'],
    load: async () => (await import('./model/playground/playground-tours.ts')).playgroundTours,
  },
  { path: /^\/api-testing\/import$/, tourIds: ['api-import'], load: async () => (await work()).importTours },
  {
    path: /^\/api-testing\/(environments|global-variable)$/,
    tourIds: ['api-environments'],
    load: async () => (await work()).environmentTours,
  },
  {
    path: /^\/api-testing\/prerequest-variables$/,
    tourIds: ['api-prerequisites'],
    load: async () => (await work()).prerequisiteTours,
  },
  {
    path: /^\/api-testing\/certificates$/,
    tourIds: ['api-certificates', 'api-certificates-without-data'],
    load: async () => (await work()).certificateTours,
  },
  {
    path: /^\/api-testing\/(functional-)?report-dashboard$/,
    tourIds: ['api-report-dashboard', 'api-report-dashboard-without-data'],
    load: async () => (await runs()).dashboardTours,
  },
  {
    path: /^\/api-testing\/functional-report-insights$/,
    tourIds: ['api-report-insights', 'api-report-insights-without-data'],
    load: async () => (await runs()).insightTours,
  },
  {
    path: /^\/api-testing\/report-compare$/,
    tourIds: ['api-report-compare', 'api-report-compare-without-data'],
    load: async () => (await runs()).compareTours,
  },
  {
    path: /^\/api-testing\/report\/[^/]+$/,
    tourIds: ['api-retry-instruction', 'api-report'],
    load: async () => (await runs()).reportTours,
  },
];
