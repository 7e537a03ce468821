import { metricsRoutes } from './metrics.ts';
import { organizationRoutes } from './organization.ts';
import { profileRoutes } from './profile.ts';
import { teamRoutes } from './team.ts';
import { userRoutes } from './user.ts';

/** All calls of user management. */
export const userManagementRoutes = {
  ...teamRoutes,
  ...userRoutes,
  ...profileRoutes,
  ...organizationRoutes,
  ...metricsRoutes,
};
