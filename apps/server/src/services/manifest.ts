import type { AnyService } from '../platform/service.ts';
import { apiMonitoringService } from './api-monitoring/index.ts';
import { apiPreviewService } from './api-preview/index.ts';
import { apiTestingService } from './api-testing/index.ts';
import { collaborationService } from './collaboration/index.ts';
import { commentsService } from './comments/index.ts';
import { dashboardService } from './dashboard/index.ts';
import { featureFlagsService } from './feature-flags/index.ts';
import { flowsService } from './flows/index.ts';
import { identityService } from './identity/index.ts';
import { notificationsService } from './notifications/index.ts';
import { orchestrationService } from './orchestration/index.ts';
import { performanceService } from './performance/index.ts';
import { playgroundService } from './playground/index.ts';
import { reconcileService } from './reconcile/index.ts';
import { reportLinksService } from './report-links/index.ts';
import { runsService } from './runs/index.ts';
import { sampleApiService } from './sample-api/index.ts';
import { schedulerService } from './scheduler/index.ts';
import { serviceVirtualizationService } from './service-virtualization/index.ts';
import { subscriptionService } from './subscription/index.ts';
import { testRepositoryService } from './test-repository/index.ts';
import { userManagementService } from './user-management/index.ts';
import { virtualUsersService } from './virtual-users/index.ts';
import { webTestingService } from './web-testing/index.ts';
import { workspacesService } from './workspaces/index.ts';

/** services is the list of all services of the product. The start order is derived from their dependencies. */
export const services: readonly AnyService[] = [
  userManagementService,
  featureFlagsService,
  identityService,
  workspacesService,
  runsService,
  reportLinksService,
  notificationsService,
  subscriptionService,
  collaborationService,
  commentsService,
  dashboardService,
  schedulerService,
  flowsService,
  orchestrationService,
  apiTestingService,
  apiPreviewService,
  playgroundService,
  sampleApiService,
  virtualUsersService,
  performanceService,
  apiMonitoringService,
  reconcileService,
  serviceVirtualizationService,
  testRepositoryService,
  webTestingService,
];
