import { on } from '../../platform/events.ts';
import type { Platform } from '../../platform/platform.ts';
import { defineService, type ServiceParts } from '../../platform/service.ts';
import { add, defineSlot, take } from '../../platform/slots.ts';
import { teamUses, type UserManagement, userManagementService } from '../user-management/index.ts';
import { type AskDatabases, createAskDatabases } from './app/ask-databases.ts';
import { type CertificateUploads, createCertificateUploads } from './app/certificate-uploads.ts';
import { type Certificates, certificatePart, createCertificates } from './app/certificates.ts';
import { type CopyShared, createCopyShared } from './app/copy-shared.ts';
import { type CopyDataFiles, createCopyDataFiles } from './app/data-files/copy-data-files.ts';
import { createDataFiles, type DataFiles } from './app/data-files/data-files.ts';
import { createDatabases, type Databases, type DatabaseUse, databaseUses } from './app/databases.ts';
import { createDeletedVariables } from './app/deleted/deleted-variables.ts';
import { createDeletedWorkspaces, type DeletedWorkspaces } from './app/deleted/deleted-workspaces.ts';
import { createEnvironments, type Environments } from './app/environments.ts';
import { createKeepVariables, type KeepVariables } from './app/keep-variables.ts';
import { createMembers, type Members } from './app/members.ts';
import { createSharedItems, type SharedItems } from './app/shared-items.ts';
import { createSuiteVariables, type SuiteVariables } from './app/suite-variables.ts';
import { createVariables, type Variables } from './app/variables.ts';
import { createWorkspacePeople, type WorkspacePeople } from './app/workspace-people.ts';
import { type DowngradeRule, downgradeRules } from './app/workspace-plan.ts';
import { type CountTests, createWorkspaces, ownService, testCounters, type Workspaces } from './app/workspaces.ts';
import { createWriteVariables } from './app/write-variables.ts';
import { workspaceErrors } from './errors.ts';
import { workspaceDeleted } from './events.ts';
import { addCertificateRoutes } from './routes/certificates.routes.ts';
import { addDatabaseRoutes } from './routes/databases.routes.ts';
import { addDeletedRoutes, addEnvironmentRoutes, addVariableRoutes } from './routes/environments.routes.ts';
import { addProjectRoutes } from './routes/projects.routes.ts';

export { type Actor, actorOf } from './app/actor.ts';
export type { AskDatabases } from './app/ask-databases.ts';
export type { CertificateUploads } from './app/certificate-uploads.ts';
export type { Certificates } from './app/certificates.ts';
export type { CopyShared } from './app/copy-shared.ts';
export type { CopyDataFiles } from './app/data-files/copy-data-files.ts';
export type { DataFiles, UsedVariables } from './app/data-files/data-files.ts';
export { type Databases, databaseUses } from './app/databases.ts';
export type { Environments } from './app/environments.ts';
export type { FilePart, FilePlace, PartFault, PartItem } from './app/file-part.ts';
export type { KeepVariables } from './app/keep-variables.ts';
export type { Members, WorkspaceFacts } from './app/members.ts';
export { roleIn } from './app/open-workspace.ts';
export type { PlannedVariable, VariableInput } from './app/sealed-variables.ts';
export {
  dynamicOptions,
  type LoadTransport,
  loadTransport,
  openCertificates,
  openScopes,
  sessionOptions,
} from './app/session-options.ts';
export type { SharedItems, SharedVariable } from './app/shared-items.ts';
export type { KeptVariable, SuiteVariables } from './app/suite-variables.ts';
export { EnvironmentTokens, forgetTokens, SessionTokens } from './app/token-cache.ts';
export type { Variables } from './app/variables.ts';
export { readWorkspaceNames } from './app/workspace-names.ts';
export type { WorkspacePeople, WorkspacePerson } from './app/workspace-people.ts';
export { type DowngradeRule, downgradeRules } from './app/workspace-plan.ts';
export { isNameTaken, type TestCounts, testCounters, type Workspaces } from './app/workspaces.ts';
export { textOf } from './clients/database/plain-value.ts';
export type { PlannedCertificate } from './domain/certificate-files.ts';
export { freeName } from './domain/free-name.ts';
export {
  type EnvironmentDeleted,
  environmentDeleted,
  type WorkspaceDeleted,
  workspaceDeleted,
  workspaceTrashed,
} from './events.ts';
export { readCertificateUpload } from './routes/read-certificate-upload.ts';

/** WorkspacesDoor is what all kinds of tests share: workspaces and their shared items. */
export interface WorkspacesDoor {
  workspaces: Workspaces;
  members: Members;
  workspacePeople: WorkspacePeople;
  environments: Environments;
  variables: Variables;
  suiteVariables: SuiteVariables;
  keepVariables: KeepVariables;
  certificates: Certificates;
  /** Uploaded certificate files that haven't been saved yet. */
  certificateUploads: CertificateUploads;
  dataFiles: DataFiles;
  databases: Databases;
  askDatabases: AskDatabases;
  copyShared: CopyShared;
  copyDataFiles: CopyDataFiles;
  sharedItems: SharedItems;
  /** Certificates of workspace files. */
  certificatePart: typeof certificatePart;
  /** Moves a workspace of one of the `restorableServices` to the trash, where it can be restored for 30 days. */
  moveToTrash: DeletedWorkspaces['moveToTrash'];
}

/** Slot for the names of services that pause automatic activity in workspaces in the trash (`workspaceTrashed`). */
export const restorableServices = defineSlot<string>('services whose workspaces can be restored');

/** Permanently deletes, every night, what was deleted 30 days ago. */
const purgeQueue = 'workspaces.deleted';

const needs = { users: userManagementService };

function createWorkspacesService(
  platform: Platform,
  { users }: { users: UserManagement },
): ServiceParts<WorkspacesDoor> {
  const counters: CountTests[] = [];
  const databaseUsers: DatabaseUse[] = [];
  const downgrades: DowngradeRule[] = [];
  const workspaces = createWorkspaces(platform, counters, downgrades);
  const write = createWriteVariables(platform);
  const environments = createEnvironments({ platform, workspaces });
  const variables = createVariables({ platform, workspaces, environments, write });
  const deleted = createDeletedVariables({ platform, workspaces });
  const restorable = new Set([ownService]);
  const deletedWorkspaces = createDeletedWorkspaces({ platform, workspaces, restorable });
  platform.jobs.handle(purgeQueue, async () => {
    await deleted.purge();
    await deletedWorkspaces.purge();
  });
  platform.jobs.schedule(purgeQueue, '37 3 * * *');
  const uploads = createCertificateUploads({ platform, workspaces });
  const certificates = createCertificates({ platform, workspaces, uploads });
  const databases = createDatabases({ platform, workspaces, uses: databaseUsers });
  const askDatabases = createAskDatabases({ platform, workspaces, databases });
  return {
    door: {
      workspaces,
      members: createMembers(platform),
      workspacePeople: createWorkspacePeople({ platform, users }),
      environments,
      variables,
      suiteVariables: createSuiteVariables(platform, write),
      keepVariables: createKeepVariables(platform),
      certificates,
      certificateUploads: uploads,
      dataFiles: createDataFiles({ platform, workspaces }),
      databases,
      askDatabases,
      copyShared: createCopyShared(platform),
      copyDataFiles: createCopyDataFiles(platform),
      sharedItems: createSharedItems(platform),
      certificatePart,
      moveToTrash: deletedWorkspaces.moveToTrash,
    },
    adds: [add(teamUses, { noun: 'workspaces', count: workspaces.countOfTeam })],
    takes: [
      take(testCounters, (count) => void counters.push(count)),
      take(downgradeRules, (rule) => void downgrades.push(rule)),
      take(restorableServices, (service) => void restorable.add(service)),
      take(databaseUses, (use) => void databaseUsers.push(use)),
    ],
    on: [
      on(workspaceDeleted, ({ projectId, deletedBy: { organizationId } }) =>
        platform.files.deleteOwned(organizationId, `project:${projectId}`),
      ),
    ],
    routes(registrar) {
      addProjectRoutes(registrar, workspaces, deletedWorkspaces);
      addEnvironmentRoutes(registrar, environments);
      addVariableRoutes(registrar, variables);
      addDeletedRoutes(registrar, deleted);
      addCertificateRoutes(registrar, { certificates, uploads, workspaces });
      addDatabaseRoutes(registrar, databases, askDatabases);
    },
  };
}

/**
 * workspacesService is the service that manages workspaces, their members, and what their tests share: environments,
 * variables, certificates, files, databases.
 */
export const workspacesService = defineService<WorkspacesDoor, typeof needs>({
  name: 'workspaces',
  needs,
  errors: workspaceErrors,
  migrations: new URL('./store/migrations/', import.meta.url),
  create: createWorkspacesService,
});
