export { onboardingPaths } from './paths.ts';
