export { dashboardPaths } from './paths.ts';
