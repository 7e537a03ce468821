import { apiTestingTours } from '../../features/api-testing/index.ts';
import { dashboardTours } from '../../features/dashboard/index.ts';
import { featureFlagTours } from '../../features/feature-flags/index.ts';
import type { TourPage } from '../../features/guided-tours/index.ts';
import { identityTours } from '../../features/identity/index.ts';
import { organizationTours } from '../../features/organizations/index.ts';
import { performanceTours } from '../../features/performance/index.ts';
import { serviceStoreTours } from '../../features/service-store/index.ts';
import { subscriptionTours } from '../../features/subscription/index.ts';
import { userManagementTours } from '../../features/user-management/index.ts';

/** Every page that has a guided tour. */
export const tourPages: readonly TourPage[] = [
  ...dashboardTours,
  ...apiTestingTours,
  ...performanceTours,
  ...serviceStoreTours,
  ...userManagementTours,
  ...identityTours,
  ...subscriptionTours,
  ...organizationTours,
  ...featureFlagTours,
];
