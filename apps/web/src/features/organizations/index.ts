export { organizationPaths } from './paths.ts';
export { organizationTours } from './tours.ts';
