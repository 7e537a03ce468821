import { on } from '../../platform/events.ts';
import type { Platform } from '../../platform/platform.ts';
import type { DoorOf, ServiceParts } from '../../platform/service.ts';
import { add } from '../../platform/slots.ts';
import { apiTestingService } from '../api-testing/index.ts';
import { flowsService, nodeKinds } from '../flows/index.ts';
import { runEnded, runsService, stepTraces } from '../runs/index.ts';
import { planLimits, subscriptionService } from '../subscription/index.ts';
import { organizationSwitched, userManagementService } from '../user-management/index.ts';
import {
  environmentDeleted,
  restorableServices,
  workspaceDeleted,
  workspacesService,
  workspaceTrashed,
} from '../workspaces/index.ts';
import { createArrangeAssets } from './app/assets/arrange-assets.ts';
import { createCheckAssets } from './app/assets/check-assets.ts';
import { createShowAssets } from './app/assets/show-assets.ts';
import { createToggleAssets } from './app/assets/toggle-assets.ts';
import { createWriteAssets } from './app/assets/write-assets.ts';
import { createCapacity } from './app/capacity.ts';
import { createApplyDrift } from './app/drift/apply-drift.ts';
import { createDriftChecks } from './app/drift/drift-checks.ts';
import { addDriftJob } from './app/drift/run-drift-check.ts';
import { createEnvironmentLinks } from './app/environment-links.ts';
import { createFaults } from './app/faults.ts';
import { createMockFiles } from './app/files/mock-files.ts';
import { createKeepAdminEdits } from './app/hosting/keep-admin-edits.ts';
import { createMockAuthority } from './app/hosting/mock-authority.ts';
import { MockHost } from './app/hosting/mock-host.ts';
import { MockPorts } from './app/hosting/mock-ports.ts';
import { createReadMock } from './app/hosting/read-mock.ts';
import { createServeCall } from './app/hosting/serve-call.ts';
import { createCarryOutImport } from './app/imports/carry-out-import.ts';
import { createExportMock } from './app/imports/export-mock.ts';
import { createPreviewImports } from './app/imports/preview-imports.ts';
import { createJournal } from './app/journal/journal.ts';
import { createProposeAsset } from './app/journal/propose-asset.ts';
import { createStepCalls } from './app/journal/step-calls.ts';
import { createVerifyJournal } from './app/journal/verify-journal.ts';
import { createMockPaths } from './app/mock-paths.ts';
import { createMockState } from './app/mock-state.ts';
import { createMockVariables } from './app/mock-variables.ts';
import { createOpen, workspaceService } from './app/open.ts';
import { createAddresses } from './app/projects/addresses.ts';
import { createFollowOrganization } from './app/projects/follow-organization.ts';
import { createFollowWorkspace } from './app/projects/follow-workspace.ts';
import { createMockReach } from './app/projects/mock-reach.ts';
import { createMocks } from './app/projects/mocks.ts';
import { createOwnPorts } from './app/projects/own-ports.ts';
import { clearProject, createProjects } from './app/projects/projects.ts';
import { createAdminRecordings } from './app/recordings/admin-recordings.ts';
import { createKeepRecordings } from './app/recordings/keep-recordings.ts';
import { createPlanAssets } from './app/recordings/plan-assets.ts';
import { createRecordings } from './app/recordings/recordings.ts';
import { createSaveRecording } from './app/recordings/save-recording.ts';
import { createTargets } from './app/recordings/targets.ts';
import { createCloneSuite } from './app/suites/clone-suite.ts';
import { createSuites } from './app/suites/suites.ts';
import { createTryMock } from './app/try-mock.ts';
import type { VirtualizationSettings } from './config.ts';
import { createHostRewrite } from './domain/mock-hosts.ts';
import { mockTargetOf } from './domain/mock-targets.ts';
import { createFlowKinds } from './jobs/flow-kinds.ts';
import { virtualizationLimits } from './limits.ts';
import { addAssetRoutes } from './routes/assets.routes.ts';
import { addDriftRoutes } from './routes/drift.routes.ts';
import { addEnvironmentLinkRoutes } from './routes/environment-links.routes.ts';
import { addImportRoutes } from './routes/imports.routes.ts';
import { addJournalRoutes } from './routes/journal.routes.ts';
import { addMockCalls } from './routes/mock-calls.ts';
import { addMockRoutes, addProjectRoutes, addSuiteRoutes } from './routes/projects.routes.ts';
import { addRecordingRoutes } from './routes/recordings.routes.ts';
import { addStateRoutes } from './routes/state.routes.ts';
import { addFileRoutes, addVariableRoutes } from './routes/workspace-parts.routes.ts';
import { environmentLinksStore } from './store/environment-links.store.ts';

export const needs = {
  apiTesting: apiTestingService,
  flows: flowsService,
  runs: runsService,
  subscriptions: subscriptionService,
  users: userManagementService,
  workspaces: workspacesService,
};
type Doors = { [Name in keyof typeof needs]: DoorOf<(typeof needs)[Name]> };

/** createVirtualization assembles the service. */
export function createVirtualization(
  platform: Platform,
  doors: Doors,
  settings: VirtualizationSettings,
): ServiceParts<undefined> {
  const { workspaces, environments, variables, suiteVariables } = doors.workspaces;
  const open = createOpen({ platform, workspaces });
  const capacityOf = createCapacity(doors.subscriptions.limitOf);
  const read = createReadMock({ platform, suiteVariables });
  const { MOCK_DOMAIN: domain, MOCK_PORTS: range } = settings;
  const addresses = createAddresses(platform.config.publicUrl, { domain, ports: range });
  const targets = createTargets({ platform, addresses });
  const keepRecordings = createKeepRecordings({ platform, targets });
  const planAssets = createPlanAssets({ platform });
  const host = new MockHost({
    platform,
    settings,
    reach: createMockReach({ platform, users: doors.users }),
    read,
    keepAdminEdits: createKeepAdminEdits({ platform, capacityOf }),
    adminRecordings: createAdminRecordings({ platform, keepRecordings, planAssets }),
  });
  const check = createCheckAssets({ platform, read });
  const show = createShowAssets({ platform, check });
  const shared = { platform, open, host, check, show, capacityOf, addresses };
  const journal = createJournal({ ...shared, runs: doors.runs });
  platform.topics.add('mock', journal.openTopic);
  const { publicUrl, PORT: port } = platform.config;
  const targetOf = mockTargetOf({ publicUrl, port, domain, ports: range });
  platform.stepReferences.addTarget((url) => targetOf(url) !== undefined);
  const links = createEnvironmentLinks({ ...shared, workspaces, environments, variables });
  const { serve, authority, ownPorts, start, stop } = createReach({ platform, host, range });
  const mocks = createMocks({ ...shared, links, ownPorts });
  const toggle = createToggleAssets(shared);
  const states = createMockState(shared);
  const faults = createFaults(shared);
  const verify = createVerifyJournal(shared);
  const paths = createMockPaths({ platform, workspaces, open });
  const { recording, drift } = createComparisons({ ...shared, read, targets, keepRecordings, planAssets });
  const files = createMockFiles(shared);
  const previews = createPreviewImports({ ...shared, apiTesting: doors.apiTesting });
  const followWorkspace = createFollowWorkspace({ ...shared, workspaces });
  return {
    door: undefined,
    adds: [
      add(planLimits, virtualizationLimits),
      add(restorableServices, workspaceService),
      add(stepTraces, createStepCalls({ ...shared, targetOf })),
      add(nodeKinds, ...createFlowKinds({ ...shared, runs: doors.runs, mocks, toggle, states, faults, verify, paths })),
    ],
    on: [
      on(runEnded, faults.runEnded),
      on(workspaceTrashed, followWorkspace),
      on(organizationSwitched, createFollowOrganization({ ...shared, users: doors.users })),
      ...whatGoes(platform, { suiteVariables, host }),
    ],
    openToTests: ['/mock/'],
    ...(settings.MOCK_DOMAIN && { rewrite: createHostRewrite(settings.MOCK_DOMAIN, platform.config.publicUrl) }),
    async http(app) {
      await addMockCalls(app, serve);
      await files.addUploads(app);
    },
    start,
    stop,
    routes(registrar) {
      addProjectRoutes(registrar, createProjects({ ...shared, ...doors.workspaces, followWorkspace, ownPorts }));
      addMockRoutes(registrar, { mocks, authority, tryMock: createTryMock(shared) });
      addSuiteRoutes(registrar, createSuites(shared), createCloneSuite(shared));
      const write = createWriteAssets(shared);
      addAssetRoutes(registrar, { open, check, write, toggle, arrange: createArrangeAssets(shared) });
      addJournalRoutes(registrar, { journal, verify, propose: createProposeAsset({ ...shared, journal }) });
      addEnvironmentLinkRoutes(registrar, links);
      addStateRoutes(registrar, { states, faults });
      addImportRoutes(registrar, {
        open,
        previews,
        carryOut: createCarryOutImport({ ...shared, previews }),
        exporting: createExportMock(shared),
        uploadMb: platform.config.UPLOAD_MB,
      });
      addRecordingRoutes(registrar, recording);
      addDriftRoutes(registrar, drift);
      addVariableRoutes(registrar, createMockVariables({ open, host, variables, suiteVariables }));
      addFileRoutes(registrar, files);
    },
  };
}

/** Deletes a mock's data with its workspace, and links with their environment. */
function whatGoes(
  { database }: Platform,
  { suiteVariables, host }: { suiteVariables: Doors['workspaces']['suiteVariables']; host: MockHost },
) {
  return [
    on(environmentDeleted, ({ environmentId }) => environmentLinksStore.deleteEnvironment(database.sql, environmentId)),
    on(workspaceDeleted, async ({ projectId }) => {
      await database.transaction(async (sql) => {
        await clearProject(sql, projectId);
        await environmentLinksStore.deleteWorkspace(sql, projectId);
        await suiteVariables.delete(sql, [projectId]);
      });
      await host.dropped(projectId);
    }),
  ];
}

/** How calls reach mocks: paths of the product, and the mocks' own ports. */
function createReach({
  platform,
  host,
  range,
}: {
  platform: Platform;
  host: MockHost;
  range: VirtualizationSettings['MOCK_PORTS'];
}) {
  const serve = createServeCall({ platform, host });
  const authority = createMockAuthority(platform);
  const ports = new MockPorts({ platform, range, authority, places: () => host.places(), serve });
  host.onPlaces = () => void ports.follow();
  return {
    serve,
    authority,
    ownPorts: createOwnPorts({ platform, range, ports }),
    async start() {
      await host.start();
      await ports.start();
    },
    async stop() {
      await ports.stop();
      await host.stop();
    },
  };
}

/** Recordings of real services and comparisons with them. */
function createComparisons(
  shared: Omit<Parameters<typeof createSaveRecording>[0], 'recordings'> &
    Parameters<typeof createRecordings>[0] &
    Parameters<typeof createDriftChecks>[0] &
    Parameters<typeof addDriftJob>[0],
) {
  const recordings = createRecordings(shared);
  addDriftJob(shared);
  const checks = createDriftChecks(shared);
  return {
    recording: { recordings, saving: createSaveRecording({ ...shared, recordings }) },
    drift: { checks, apply: createApplyDrift({ ...shared, checks }) },
  };
}
