import { alertChannelRoutes } from './alert-channel.ts';
import { alertPolicyRoutes } from './alert-policy.ts';
import { burnRateRoutes } from './burn-rate.ts';
import { monitorImportRoutes } from './import.ts';
import { incidentRoutes } from './incident.ts';
import { mailedReportRoutes } from './mailed-report.ts';
import { maintenanceRoutes } from './maintenance.ts';
import { checkRoutes, heartbeatRoutes, monitorRoutes } from './monitor.ts';
import { collectionRoutes, monitoringProjectRoutes } from './project.ts';
import { prometheusRoutes } from './prometheus.ts';
import { monitoringReportRoutes } from './report.ts';
import { resultRoutes } from './result.ts';
import { statusPageRoutes } from './status-page.ts';
import { monitoringToolRoutes, monitoringWorkspaceRoutes } from './workspace-parts.ts';

/** Every call of API monitoring. */
export const apiMonitoringRoutes = {
  ...monitoringProjectRoutes,
  ...collectionRoutes,
  ...monitorRoutes,
  ...checkRoutes,
  ...heartbeatRoutes,
  ...incidentRoutes,
  ...maintenanceRoutes,
  ...monitoringReportRoutes,
  ...mailedReportRoutes,
  ...resultRoutes,
  ...monitorImportRoutes,
  ...monitoringWorkspaceRoutes,
  ...monitoringToolRoutes,
  ...alertChannelRoutes,
  ...alertPolicyRoutes,
  ...burnRateRoutes,
  ...statusPageRoutes,
  ...prometheusRoutes,
};
