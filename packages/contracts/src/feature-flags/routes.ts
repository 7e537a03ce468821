import { flagRoutes } from './flag.ts';

/** All calls on feature flags. */
export const featureFlagRoutes = flagRoutes;
