export { userManagementPaths } from './paths.ts';
export { userManagementTours } from './tours.ts';
