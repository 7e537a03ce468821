import { apiPreviewRoutes, apiTestingRoutes } from './api-testing/routes.ts';
import { featureFlagRoutes } from './feature-flags/routes.ts';
import { identityRoutes } from './identity/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { subscriptionRoutes } from './subscription/routes.ts';
import { userManagementRoutes } from './user-management/routes.ts';
import { virtualUserRoutes } from './virtual-users/routes.ts';

/** Every declared call of the product, by service and name. */
export const routes = {
  identity: identityRoutes,
  featureFlags: featureFlagRoutes,
  userManagement: userManagementRoutes,
  subscription: subscriptionRoutes,
  notifications: notificationRoutes,
  apiTesting: apiTestingRoutes,
  apiPreview: apiPreviewRoutes,
  virtualUsers: virtualUserRoutes,
};
