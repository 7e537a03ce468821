export { featureFlagPaths } from './paths.ts';
export { featureFlagTours } from './tours.ts';
