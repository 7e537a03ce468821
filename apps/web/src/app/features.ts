import { accountFeature } from '../features/account/feature.ts';
import { apiMonitoringFeature } from '../features/api-monitoring/feature.ts';
import { apiTestingFeature } from '../features/api-testing/feature.ts';
import { collaborationFeature } from '../features/collaboration/feature.ts';
import { commentsFeature } from '../features/comments/feature.ts';
import { dashboardFeature } from '../features/dashboard/feature.ts';
import { featureFlagsFeature } from '../features/feature-flags/feature.ts';
import { flowsFeature } from '../features/flows/feature.ts';
import { helpFeature } from '../features/help/feature.ts';
import { identityFeature } from '../features/identity/feature.ts';
import { notificationsFeature } from '../features/notifications/feature.ts';
import { onboardingFeature } from '../features/onboarding/feature.ts';
import { orchestrationFeature } from '../features/orchestration/feature.ts';
import { organizationsFeature } from '../features/organizations/feature.ts';
import { performanceFeature } from '../features/performance/feature.ts';
import { reconcileFeature } from '../features/reconcile/feature.ts';
import { runsFeature } from '../features/runs/feature.ts';
import { schedulerFeature } from '../features/scheduler/feature.ts';
import { serviceAreasFeature } from '../features/service-areas/feature.ts';
import { serviceStoreFeature } from '../features/service-store/feature.ts';
import { serviceVirtualizationFeature } from '../features/service-virtualization/feature.ts';
import { subscriptionFeature } from '../features/subscription/feature.ts';
import { userManagementFeature } from '../features/user-management/feature.ts';
import { virtualUsersFeature } from '../features/virtual-users/feature.ts';
import { webTestingFeature } from '../features/web-testing/feature.ts';
import type { Feature } from '../shared/feature/feature.ts';

/** features is the only list of the page's features. Menus, areas and guards follow its order. */
export const features: readonly Feature[] = [
  dashboardFeature,
  serviceStoreFeature,
  notificationsFeature,
  userManagementFeature,
  identityFeature,
  organizationsFeature,
  featureFlagsFeature,
  onboardingFeature,
  subscriptionFeature,
  virtualUsersFeature,
  accountFeature,
  helpFeature,
  apiTestingFeature,
  collaborationFeature,
  commentsFeature,
  performanceFeature,
  reconcileFeature,
  flowsFeature,
  schedulerFeature,
  orchestrationFeature,
  runsFeature,
  serviceAreasFeature,
  apiMonitoringFeature,
  serviceVirtualizationFeature,
  webTestingFeature,
];
