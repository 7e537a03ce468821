import { flagRoutes } from './flag.ts';

/** Every call of the flags. */
export const featureFlagRoutes = flagRoutes;
