import { previewRoutes, previewTestRoutes } from './api-preview/index.ts';
import {
  certificateRoutes,
  databaseRoutes,
  dataFileRoutes,
  environmentRoutes,
  executionRoutes,
  extractionRoutes,
  importRoutes,
  insightRoutes,
  performanceRoutes,
  prerequisiteRoutes,
  projectRoutes,
  reimportRoutes,
  scriptRoutes,
  suiteRoutes,
} from './api-testing/index.ts';
import { featureFlagRoutes } from './feature-flags/index.ts';
import { identityRoutes } from './identity/index.ts';
import { notificationRoutes } from './notifications/index.ts';
import { subscriptionRoutes } from './subscription/index.ts';
import { userManagementRoutes } from './user-management/index.ts';
import { virtualUserRoutes } from './virtual-users/index.ts';

/** Every declared call of the product, by service and name. */
export const routes = {
  identity: identityRoutes,
  featureFlags: featureFlagRoutes,
  userManagement: userManagementRoutes,
  subscription: subscriptionRoutes,
  notifications: notificationRoutes,
  apiTesting: {
    ...projectRoutes,
    ...suiteRoutes,
    ...scriptRoutes,
    ...environmentRoutes,
    ...previewTestRoutes,
    ...prerequisiteRoutes,
    ...databaseRoutes,
    ...dataFileRoutes,
    ...executionRoutes,
    ...performanceRoutes,
    ...extractionRoutes,
    ...importRoutes,
    ...insightRoutes,
    ...reimportRoutes,
    ...certificateRoutes,
  },
  apiPreview: previewRoutes,
  virtualUsers: virtualUserRoutes,
};
