import { on } from '../../platform/events.ts';
import type { Platform } from '../../platform/platform.ts';
import type { DoorOf, ServiceParts } from '../../platform/service.ts';
import { add } from '../../platform/slots.ts';
import { apiTestingService } from '../api-testing/index.ts';
import { commentSubjects, commentsService } from '../comments/index.ts';
import { flowsService } from '../flows/index.ts';
import { runEnded, runsService } from '../runs/index.ts';
import { schedulerService } from '../scheduler/index.ts';
import { planLimits, subscriptionService } from '../subscription/index.ts';
import { organizationSwitched, type UserManagement, userManagementService } from '../user-management/index.ts';
import {
  restorableServices,
  sessionOptions,
  workspaceDeleted,
  workspacesService,
  workspaceTrashed,
} from '../workspaces/index.ts';
import { createBurnAlerts } from './app/alerts/burn-alerts.ts';
import { createChannels } from './app/alerts/channels.ts';
import { createDeliver } from './app/alerts/deliver.ts';
import { createDeliveries } from './app/alerts/deliveries.ts';
import { createOrderAlerts } from './app/alerts/order-alerts.ts';
import { createPolicies } from './app/alerts/policies.ts';
import { createTestChannel } from './app/alerts/test-channel.ts';
import { createCheckContexts } from './app/checks/check-context.ts';
import { createJudgeMonitors } from './app/checks/judge-monitors.ts';
import { createActiveWindows } from './app/checks/maintenance.ts';
import { createMakeCheck } from './app/checks/make-check.ts';
import { createRecordResults } from './app/checks/record-results.ts';
import { createRunTests } from './app/checks/run-tests.ts';
import { createTellChecks } from './app/checks/tell-checks.ts';
import { createTryCheck } from './app/checks/try-check.ts';
import { createImports } from './app/imports/imports.ts';
import { createSelectEntries } from './app/imports/select-entries.ts';
import { createIncidentComments } from './app/incidents/comment-subject.ts';
import { createIncidents } from './app/incidents/incidents.ts';
import { createTransitions, type OnTransition, type Transitions } from './app/incidents/transitions.ts';
import { createWindows } from './app/maintenance/windows.ts';
import { createCapacity } from './app/monitors/capacity.ts';
import { createChangeMonitors } from './app/monitors/change-monitors.ts';
import { createCreateMonitors } from './app/monitors/create-monitors.ts';
import { createFollowOrganization } from './app/monitors/follow-organization.ts';
import { createListMonitors } from './app/monitors/list-monitors.ts';
import { createMonitorValues } from './app/monitors/monitor-values.ts';
import { createShowMonitors } from './app/monitors/show-monitors.ts';
import { createSwitchMonitors } from './app/monitors/switch-monitors.ts';
import { createWatchedTests, type WatchedTests } from './app/monitors/watched-tests.ts';
import { createOpen, type Open, workspaceService } from './app/open.ts';
import { createIncidentNotices, createOrderNoticeMails } from './app/pages/incident-notices.ts';
import { createNotices } from './app/pages/notices.ts';
import { createPages } from './app/pages/pages.ts';
import { createRenderPages } from './app/pages/render-pages.ts';
import { createSubscriptions } from './app/pages/subscriptions.ts';
import { createVisitPages } from './app/pages/visit-pages.ts';
import { createCollections } from './app/projects/collections.ts';
import { createFollowWorkspace } from './app/projects/follow-workspace.ts';
import { clearProject, createProjects } from './app/projects/projects.ts';
import { createWorkspaceParts } from './app/projects/workspace-parts.ts';
import { createPrometheus } from './app/prometheus.ts';
import { createMailedReports } from './app/reports/mailed-reports.ts';
import { createMonitorReports } from './app/reports/monitor-reports.ts';
import { createReportFiles } from './app/reports/report-files.ts';
import { createReports } from './app/reports/reports.ts';
import { createResults } from './app/reports/results.ts';
import { createSendReports } from './app/reports/send-reports.ts';
import { createPostMessage, type PostMessage } from './clients/alerts/post-message.ts';
import type { MonitoringSettings } from './config.ts';
import { AlertLoop, addAlertPurge } from './jobs/alert-loop.ts';
import { CheckLoop } from './jobs/check-loop.ts';
import { PageLoop } from './jobs/page-loop.ts';
import { addRollupJobs } from './jobs/rollup.job.ts';
import { createStoreChecks } from './jobs/store-checks.ts';
import { apiMonitoringLimits } from './limits.ts';
import { addAlertRoutes } from './routes/alerts.routes.ts';
import { addImportRoutes } from './routes/imports.routes.ts';
import { addIncidentRoutes } from './routes/incidents.routes.ts';
import { addMailedReportRoutes } from './routes/mailed-reports.routes.ts';
import { addMonitorRoutes } from './routes/monitors.routes.ts';
import { addPageRoutes } from './routes/pages.routes.ts';
import { addProjectRoutes } from './routes/projects.routes.ts';
import { addPrometheusRoutes } from './routes/prometheus.routes.ts';
import { addPublicPages } from './routes/public-pages.ts';
import { addReportRoutes } from './routes/reports.routes.ts';
import { addToolRoutes, addWorkspacePartRoutes } from './routes/workspace-parts.routes.ts';

export const needs = {
  apiTesting: apiTestingService,
  comments: commentsService,
  flows: flowsService,
  runs: runsService,
  scheduler: schedulerService,
  subscriptions: subscriptionService,
  users: userManagementService,
  workspaces: workspacesService,
};
type Doors = { [Name in keyof typeof needs]: DoorOf<(typeof needs)[Name]> };

/** createApiMonitoring assembles the service. */
export function createApiMonitoring(
  platform: Platform,
  doors: Doors,
  settings: MonitoringSettings,
): ServiceParts<undefined> {
  const { workspaces, environments } = doors.workspaces;
  /** Called for each change of an incident, in its transaction: alerts and status page notices. */
  const listeners: OnTransition[] = [createOrderAlerts(platform), createIncidentNotices()];
  const transitions = createTransitions(listeners);
  const open = createOpen({ platform, workspaces });
  const tests = createWatchedTests({ ...doors, workspaces });
  const show = createShowMonitors({ platform, tests });
  const shared = {
    platform,
    open,
    tests,
    show,
    transitions,
    assertChecked: createMonitorValues({ tests, environments }),
    capacityOf: createCapacity(doors.subscriptions.limitOf),
  };
  const create = createCreateMonitors(shared);
  const switching = createSwitchMonitors(shared);
  const change = createChangeMonitors({ ...shared, create, switching });
  const followWorkspace = createFollowWorkspace({ ...shared, workspaces, switching });
  const { loop, tell, makeCheck } = createChecking(platform, doors, { settings, open, tests, transitions });
  addRollupJobs(platform, settings);
  const { users } = doors;
  const alerts = createAlerts(platform, { open, users });
  const pages = createStatusPages(platform, { open, users, post: alerts.post });
  const imports = createImports({ ...shared, apiTesting: doors.apiTesting });
  const collections = createCollections(shared);
  const select = createSelectEntries({ ...shared, imports, environments, collections, create });
  const importing = { open, imports, select, uploadMb: platform.config.UPLOAD_MB };
  const reports = createReports(shared);
  const files = createReportFiles({ ...shared, workspaces, reports });
  const send = createSendReports({ platform, users, files, members: doors.workspaces.members });
  const tryCheck = createTryCheck({ ...shared, makeCheck });
  return {
    door: undefined,
    adds: [
      add(planLimits, apiMonitoringLimits),
      add(restorableServices, workspaceService),
      add(commentSubjects, createIncidentComments(shared)),
    ],
    on: [
      on(runEnded, tell.runEnded),
      on(workspaceTrashed, followWorkspace),
      on(organizationSwitched, createFollowOrganization({ platform, users })),
      on(workspaceDeleted, ({ projectId }) => platform.database.transaction((sql) => clearProject(sql, projectId))),
    ],
    async start() {
      if (platform.config.roles.includes('runner')) await loop.start();
      if (!platform.config.roles.includes('scheduler')) return;
      await alerts.loop.start();
      pages.loop.start();
    },
    async stop(graceMs) {
      await Promise.all([loop.stop(graceMs), alerts.loop.stop(), pages.loop.stop()]);
    },
    http: (app) => addPublicPages(app, { platform, ...pages }),
    routes(registrar) {
      addProjectRoutes(registrar, createProjects({ ...shared, ...doors.workspaces, followWorkspace }), collections);
      addIncidentRoutes(registrar, createIncidents({ ...shared, runs: doors.runs }), createWindows(shared));
      const results = createResults(shared);
      addReportRoutes(registrar, {
        results,
        reports,
        monitors: createMonitorReports({ ...shared, runs: doors.runs, results }),
      });
      addMailedReportRoutes(registrar, files, createMailedReports({ ...shared, send }));
      addWorkspacePartRoutes(registrar, createWorkspaceParts({ ...shared, ...doors.workspaces }));
      addToolRoutes(registrar, { platform, open, extraction: doors.apiTesting.extraction });
      addAlertRoutes(registrar, alerts);
      addPageRoutes(registrar, pages);
      addPrometheusRoutes(registrar, createPrometheus({ platform, users, open }));
      addImportRoutes(registrar, importing);
      addMonitorRoutes(registrar, { list: createListMonitors(shared), create, change, tell, tryCheck });
    },
  };
}

/** Making checks and storing their outcomes. */
function createChecking(
  platform: Platform,
  doors: Doors,
  parts: { settings: MonitoringSettings; open: Open; tests: WatchedTests; transitions: Transitions },
) {
  const { apiTesting, runs, users } = doors;
  const { settings, open, tests, transitions } = parts;
  const windows = createActiveWindows(platform);
  const contexts = createCheckContexts({ platform, users, ...doors.workspaces });
  const makeCheck = createMakeCheck({ contexts, apiTesting });
  const judge = createJudgeMonitors({ platform, windows, transitions });
  const record = createRecordResults({ platform, windows, judge });
  const runTests = createRunTests({ runs, tests });
  return {
    makeCheck,
    tell: createTellChecks({ platform, users, open, record }),
    loop: new CheckLoop({
      platform,
      users,
      settings,
      windows,
      contexts,
      makeCheck,
      runTests,
      store: createStoreChecks({ platform, record }),
    }),
  };
}

/** Alerts: channels, policies and delivery. */
function createAlerts(platform: Platform, { open, users }: { open: Open; users: UserManagement }) {
  const policyOf = () => {
    const { addressPolicy } = sessionOptions(platform, { organizationId: '', projectId: undefined });
    if (!addressPolicy) throw new Error('Alerts need an address policy.');
    return addressPolicy;
  };
  const post = createPostMessage({ platform, policyOf });
  addAlertPurge(platform);
  const channels = createChannels({ platform, open });
  return {
    post,
    channels,
    test: createTestChannel({ platform, channels, post }),
    policies: createPolicies({ platform, open }),
    deliveries: createDeliveries({ platform, open }),
    budgets: createBurnAlerts({ platform, open }),
    loop: new AlertLoop(platform, createDeliver({ platform, users, post })),
  };
}

/** Status pages: editing, public access and subscriber notifications. */
function createStatusPages(
  platform: Platform,
  { open, users, post }: { open: Open; users: UserManagement; post: PostMessage },
) {
  const render = createRenderPages(platform);
  const pages = createPages({ platform, open, render });
  const subscriptions = createSubscriptions({ platform, users, post });
  return {
    pages,
    subscriptions,
    notices: createNotices({ platform, pages, render, subscriptions }),
    visit: createVisitPages({ platform, users, render }),
    loop: new PageLoop(platform.log, render, createOrderNoticeMails({ platform, users, subscriptions })),
  };
}
