import type { RepositoryCalls } from '@touchstone/contracts/test-repository';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { Databases, Environments } from '../../workspaces/index.ts';
import type { DataTables } from '../app/data-tables.ts';
import type { KnownTargets } from '../app/known-targets.ts';
import type { ManagementTools } from '../app/management-tools.ts';
import type { Open } from '../app/open.ts';
import type { ProjectFiles } from '../app/project-files.ts';
import { byPart, type ProjectVariables } from '../app/project-variables.ts';
import type { RunConfigurations } from '../app/run-configurations.ts';

export function addVariableRoutes(registrar: Registrar, calls: RepositoryCalls, variables: ProjectVariables): void {
  registrar.add(calls.listGlobalVariables, async ({ caller, query }) => ({
    variables: await variables.list(caller, query.projectUUID, query.environmentUUID),
  }));
  registrar.add(calls.createGlobalVariables, async ({ caller, body }) => ({
    variables: await variables.create(caller, body.projectUUID, body.environmentUUID, body.variables),
  }));
  registrar.add(calls.updateGlobalVariable, ({ caller, body }) => variables.update(caller, body));
  registrar.add(calls.deleteGlobalVariables, async ({ caller, query }) => {
    await variables.delete(caller, query.projectUUID, query.variableIds);
    return { message: 'Variables deleted' };
  });
  registrar.add(calls.cloneGlobalVariables, ({ caller, body }) =>
    variables.copy(caller, body.projectUUID, body.variableIds, body.environmentUUID),
  );
  registrar.add(calls.uploadVariables, async ({ caller, body }) => ({
    variables: await variables.upload(caller, body.projectUUID, body.environmentUUID, body.text),
  }));
}

export function addEnvironmentRoutes(
  registrar: Registrar,
  calls: RepositoryCalls,
  { open, environments }: { open: Open; environments: Environments },
): void {
  registrar.add(calls.listEnvironments, async ({ caller, query }) => {
    await open.project(caller, query.projectUUID, 'view');
    return { environments: await environments.list(caller, query.projectUUID) };
  });
  registrar.add(calls.createEnvironment, async ({ caller, body: { projectUUID: projectId, ...body } }) => {
    await open.project(caller, projectId, 'edit');
    return environments.create(caller, { projectId, ...body });
  });
  registrar.add(calls.renameEnvironment, ({ caller, body }) =>
    environments.rename(byPart(caller), body.environmentUUID, body.environmentName),
  );
  registrar.add(calls.deleteEnvironment, async ({ caller, query }) => {
    await environments.delete(byPart(caller), query.environmentUUID);
    return { message: 'Environment deleted' };
  });
}

export function addDatabaseRoutes(
  registrar: Registrar,
  calls: RepositoryCalls,
  { open, databases }: { open: Open; databases: Databases },
): void {
  registrar.add(calls.listDatabases, async ({ caller, query }) => {
    await open.project(caller, query.projectUUID, 'view');
    return { databaseConfigurations: await databases.list(caller, query.projectUUID) };
  });
  registrar.add(calls.createDatabase, async ({ caller, body }) => {
    await open.project(caller, body.projectId, 'edit');
    return databases.create(caller, body);
  });
  registrar.add(calls.updateDatabase, ({ caller, body }) => databases.update(byPart(caller), body));
  registrar.add(calls.deleteDatabase, async ({ caller, query }) => {
    await databases.delete(byPart(caller), query.uuid);
    return { message: 'Database configuration deleted' };
  });
}

export function addDataTableRoutes(registrar: Registrar, calls: RepositoryCalls, tables: DataTables): void {
  registrar.add(calls.listDataTables, async ({ caller, query: { projectUUID, searchTerm } }) => ({
    tables: await tables.list(caller, projectUUID, { searchTerm }),
  }));
  registrar.add(calls.listEnvironmentDataTables, async ({ caller, query }) => ({
    tables: await tables.list(caller, query.projectUUID, { environmentId: query.environmentUUID }),
  }));
  registrar.add(calls.getDataTable, ({ caller, params }) => tables.view(caller, params.id));
  registrar.add(calls.createDataTable, ({ caller, body }) => tables.create(caller, body));
  registrar.add(calls.updateDataTable, ({ caller, body }) => tables.update(caller, body));
  registrar.add(calls.deleteDataTable, async ({ caller, query }) => {
    await tables.delete(caller, query.uuid);
    return { message: 'Data table deleted' };
  });
  registrar.add(calls.downloadDataTemplate, async ({ caller, query, reply }) => {
    const { name, text } = await tables.template(caller, query.projectUUID, query.uuid);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}.csv"`)
      .send(text);
  });
  registrar.add(calls.uploadDataTemplate, ({ caller, body }) => tables.upload(caller, body));
}

export function addProjectFileRoutes(registrar: Registrar, calls: RepositoryCalls, files: ProjectFiles): void {
  registrar.add(calls.listProjectFiles, async ({ caller, query }) => ({
    files: await files.list(caller, query.projectUUID, query.searchTerm),
  }));
  registrar.add(calls.saveProjectFile, ({ caller, body }) => files.save(caller, body));
  registrar.add(calls.presignProjectFile, ({ caller, body }) => files.presign(caller, body));
  registrar.add(calls.downloadProjectFile, async ({ caller, params, reply }) => {
    const { fileName, sizeBytes, stream } = await files.read(caller, params.id);
    return reply
      .type('application/octet-stream')
      .header('content-length', sizeBytes)
      .header('content-disposition', `attachment; filename="${fileName.replace(/[^\w.() -]/g, '_')}"`)
      .send(stream);
  });
  registrar.add(calls.deleteProjectFile, async ({ caller, params }) => {
    await files.delete(caller, params.id);
    return { message: 'File deleted' };
  });
}

export function addKnownTargetRoutes(registrar: Registrar, calls: RepositoryCalls, targets: KnownTargets): void {
  registrar.add(calls.listKnownTargets, async ({ caller, query }) => ({
    knownTargets: await targets.list(caller, query.projectUUID),
  }));
  registrar.add(calls.createKnownTarget, ({ caller, body }) => targets.create(caller, body));
  registrar.add(calls.updateKnownTarget, ({ caller, body }) => targets.update(caller, body));
  registrar.add(calls.deleteKnownTarget, async ({ caller, query }) => {
    await targets.delete(caller, query.uuid);
    return { message: 'Known target deleted' };
  });
}

export function addRunConfigurationRoutes(
  registrar: Registrar,
  calls: RepositoryCalls,
  configurations: RunConfigurations,
): void {
  registrar.add(calls.listRunConfigurations, async ({ caller, query }) => ({
    runConfigurations: await configurations.list(caller, query.projectUUID),
  }));
  registrar.add(calls.createRunConfiguration, ({ caller, body }) => configurations.create(caller, body));
  registrar.add(calls.updateRunConfiguration, ({ caller, body }) => configurations.update(caller, body));
  registrar.add(calls.deleteRunConfiguration, async ({ caller, query }) => {
    await configurations.delete(caller, query.uuid);
    return { message: 'Run configuration deleted' };
  });
}

export function addManagementToolRoutes(registrar: Registrar, calls: RepositoryCalls, tools: ManagementTools): void {
  registrar.add(calls.listManagementTools, async ({ caller, query }) => ({
    managementTools: await tools.list(caller, query.projectUUID),
  }));
  registrar.add(calls.createManagementTool, ({ caller, body }) => tools.create(caller, body));
  registrar.add(calls.updateManagementTool, ({ caller, body }) => tools.update(caller, body));
  registrar.add(calls.deleteManagementTool, async ({ caller, query }) => {
    await tools.delete(caller, query.uuid);
    return { message: 'Management tool deleted' };
  });
}
