export { helpPaths } from './paths.ts';
