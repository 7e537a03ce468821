export { featureFlagPaths } from './paths.ts';
