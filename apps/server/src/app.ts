import type { ErrorDefinition } from '@touchstone/kernel';
import type { FastifyInstance } from 'fastify';
import { platformErrors } from './platform/errors.ts';
import { EventStreams } from './platform/http/event-stream.ts';
import { createRegistrar, type Registrar } from './platform/http/registrar.ts';
import { createHttpServer } from './platform/http/server.ts';
import { addSystemRoutes } from './platform/http/system-routes.ts';
import { addWebApp } from './platform/http/web-app.ts';
import type { Platform } from './platform/platform.ts';
import type { Service } from './platform/service.ts';
import { makeFirstData, type NewAccount } from './seed.ts';
import { createApiPreview } from './services/api-preview/index.ts';
import { type ApiTesting, createApiTesting } from './services/api-testing/index.ts';
import { createDashboards, type TestedService } from './services/dashboard/index.ts';
import { createFeatureFlags } from './services/feature-flags/index.ts';
import { createIdentity, type Identity } from './services/identity/index.ts';
import { createNotifications, type Notifications } from './services/notifications/index.ts';
import { createPerformance } from './services/performance/index.ts';
import { createRunsService, type Runner, type Runs } from './services/runs/index.ts';
import { createSampleApi } from './services/sample-api/index.ts';
import { createSubscriptions } from './services/subscription/index.ts';
import { createUserManagement, type UserManagement } from './services/user-management/index.ts';
import { createVirtualUsers, type VirtualUsers } from './services/virtual-users/index.ts';
import { version } from './version.ts';

/** App is one process of the product, composed; `start` begins the work of its roles, `http` is ready to listen or to be injected. */
export interface App {
  http: FastifyInstance;
  registrar: Registrar;
  errors: Record<string, Record<string, ErrorDefinition>>;
  services: {
    users: UserManagement;
    identity: Identity;
    runs: Runs;
    apiTesting: ApiTesting;
    virtualUsers: VirtualUsers;
    notifications: Notifications;
  };
  /** Starts queue, runner and schedules by the configured roles. */
  start(): Promise<void>;
  /** Makes what a start needs and is not there; tells how those sign in whom it made. */
  seed(): Promise<NewAccount[]>;
  /** Ends event streams, finishes calls, drains runs. The platform is closed by whoever made it. */
  stop(): Promise<void>;
}

/** createApp composes the services. Every route is registered here; one without an access rule throws. */
export async function createApp(platform: Platform): Promise<App> {
  const { config } = platform;
  const streams = new EventStreams(platform.metrics.eventStreams);
  const users = createUserManagement(platform);
  const { service: runsRoom, runs, register, createRunner } = await createRunsService(platform);
  const notifications = await createNotifications({
    ...{ platform, users, streams, runs },
    openRun: (caller, runId) => apiTesting.executions.open(caller, runId),
    pathOfRun: (run) => (testedApis.kinds.includes(run.kind) ? testedApis.pathOf(run) : undefined),
  });
  const { notify } = notifications;
  const featureFlags = await createFeatureFlags({
    platform,
    users,
    defaults: {
      signUpRoute: config.SIGN_UP_ROUTE,
      publicCloud: config.PUBLIC_CLOUD,
      idleTimeout: config.IDLE_TIMEOUT,
    },
  });
  const identity = createIdentity({ platform, users, flags: featureFlags.signIn });
  streams.watchSessions(identity.findEndedSessions);
  // No runner reports browsers yet, so none is offered.
  const inventory = { browsers: async () => [], inUse: async () => ({ browsers: 0, devices: 0 }) };
  const subscriptions = createSubscriptions({ platform, users, inventory, notify });
  const virtualUsers = createVirtualUsers({
    ...{ platform, notify },
    limitOf: subscriptions.limitOf,
    openWorkspace: (user, projectId, need) => apiTesting.workspaces.open(user, projectId, need),
  });
  const apiTesting = createApiTesting({
    platform,
    runs,
    limitOf: subscriptions.limitOf,
    startPerformance: (actor, input) => performanceRuns.start(actor, input),
    cloneProgress: notifications.cloneProgress,
    onWorkspaceDeleted: virtualUsers.closeSharedWallet,
  });
  const performanceRuns = createPerformance({
    ...{ platform, runs, apiTesting, virtualUsers, streams },
    limitOf: subscriptions.limitOf,
  });
  for (const kind of [...apiTesting.kinds, ...performanceRuns.kinds])
    register({ ...kind, ended: notifications.runEnded });
  users.addTeamUse({ noun: 'workspaces', count: apiTesting.workspaces.countOfTeam });
  const testedApis: TestedService = {
    serviceName: 'API Testing',
    kinds: ['api-functional', 'api-performance'],
    listWorkspaces: apiTesting.workspaces.listVisible,
    countTests: apiTesting.workspaces.countTests,
    pathOf: ({ runId, kind }) =>
      kind === 'api-performance'
        ? `/api-testing/performance-report-insights?run=${runId}`
        : `/api-testing/report/${runId}`,
  };
  const services: Service[] = [
    users.service,
    identity.service,
    featureFlags.service,
    subscriptions.service,
    runsRoom,
    apiTesting.service,
    createApiPreview(apiTesting),
    notifications.service,
    createSampleApi(platform),
    virtualUsers.service,
    performanceRuns.service,
    createDashboards({ platform, runs, users, concurrency: subscriptions.concurrency, services: [testedApis] }),
  ];

  const http = await createHttpServer(platform);
  const registrar = createRegistrar(http, identity.authenticate, users.visitOrganization, subscriptions.guard);
  const state = { draining: false, version };
  for (const service of services) {
    service.routes?.(registrar);
    await service.http?.(http);
  }
  addSystemRoutes(http, platform, registrar, state);
  await addWebApp(http);

  let runner: Runner | undefined;
  return {
    http,
    registrar,
    errors: Object.fromEntries([
      ['platform', platformErrors],
      ...services.map((service) => [service.name, service.errors]),
    ]),
    services: { users, identity, runs, apiTesting, virtualUsers, notifications },
    async start() {
      await platform.jobs.start({ working: config.roles.includes('scheduler') });
      if (!config.roles.includes('runner')) return;
      runner = createRunner();
      await runner.start();
    },
    seed: () => makeFirstData({ platform, users, identity, apiTesting }),
    async stop() {
      state.draining = true;
      streams.endAll();
      const drainMs = config.RUNNER_DRAIN_SECONDS * 1000;
      await Promise.all([http.close(), runner?.stop(drainMs)]);
    },
  };
}
