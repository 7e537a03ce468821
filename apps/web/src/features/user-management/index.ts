export { userManagementPaths } from './paths.ts';
