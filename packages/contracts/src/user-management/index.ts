import { metricsRoutes } from './metrics.ts';
import { organizationRoutes } from './organization.ts';
import { profileRoutes } from './profile.ts';
import { teamRoutes } from './team.ts';
import { userRoutes } from './user.ts';

export * from './metrics.ts';
export * from './organization.ts';
export * from './profile.ts';
export * from './team.ts';
export * from './user.ts';

export const userManagementRoutes = {
  ...teamRoutes,
  ...userRoutes,
  ...profileRoutes,
  ...organizationRoutes,
  ...metricsRoutes,
};
