export { organizationPaths } from './paths.ts';
