export { dashboardPaths } from './paths.ts';
export { dashboardTours } from './tours.ts';
