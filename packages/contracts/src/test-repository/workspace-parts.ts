import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema, queryIdList } from '../shared.ts';
import {
  databaseConfigurationSchema,
  databaseRoutes,
  environmentNameSchema,
  environmentRoutes,
  environmentSchema,
  variableListSchema,
  variableSchema,
  variablesInputSchema,
} from '../workspaces/index.ts';

const scope = idSchema.nullable().describe('An environment; null: the whole project');

const variableCalls = (service: string) => ({
  listGlobalVariables: route({
    service,
    method: 'GET',
    path: '/api/global-variables',
    summary: 'Variables of a project, or of one of its environments; secrets are empty',
    access: canRead,
    query: z.strictObject({ projectUUID: idSchema, environmentUUID: idSchema.optional() }),
    response: variableListSchema,
  }),
  createGlobalVariables: route({
    service,
    method: 'POST',
    path: '/api/global-variables',
    summary: 'Add variables to an environment, or to the whole project',
    access: canWrite,
    body: z.strictObject({
      projectUUID: idSchema,
      environmentUUID: scope.default(null),
      variables: variablesInputSchema,
    }),
    status: 201,
    response: variableListSchema,
  }),
  updateGlobalVariable: route({
    service,
    method: 'PUT',
    path: '/api/global-variables',
    summary: 'Change a variable; a secret keeps its value when none is sent',
    access: canWrite,
    body: environmentRoutes.updateVariable.body,
    response: variableSchema,
  }),
  deleteGlobalVariables: route({
    service,
    method: 'DELETE',
    path: '/api/global-variables',
    summary: 'Delete variables of a project and its environments',
    access: canWrite,
    query: z.strictObject({ projectUUID: idSchema, variableIds: queryIdList }),
    response: okSchema,
  }),
  cloneGlobalVariables: route({
    service,
    method: 'PUT',
    path: '/api/clone-global-variables',
    summary: 'Copy variables, secrets included, into an environment; names that it has already are skipped',
    access: canWrite,
    body: z.strictObject({
      projectUUID: idSchema,
      variableIds: z.array(idSchema).min(1, 'Choose at least one variable').max(1000),
      environmentUUID: idSchema.describe('Where the copies go'),
    }),
    response: variableListSchema.extend({ skipped: z.array(z.string()).describe('Names that were there already') }),
  }),
  uploadVariables: route({
    service,
    method: 'POST',
    path: '/api/upload-var-file',
    summary:
      'Add variables from a file: CSV with the columns name and value, or lines NAME=value; names that are there get the new value',
    access: canWrite,
    body: z.strictObject({
      projectUUID: idSchema,
      environmentUUID: scope.default(null),
      text: z.string().min(1, 'Please choose a file').max(1_048_576, 'A file has at most 1 MB'),
    }),
    response: variableListSchema,
  }),
});

const environmentCalls = (service: string) => ({
  listEnvironments: route({
    service,
    method: 'GET',
    path: '/api/variables-environment',
    summary: 'Environments of a project',
    access: canRead,
    query: z.strictObject({ projectUUID: idSchema }),
    response: z.object({ environments: z.array(environmentSchema) }),
  }),
  createEnvironment: route({
    service,
    method: 'POST',
    path: '/api/variables-environment',
    summary: 'Create an environment, with variables if wanted',
    access: canWrite,
    body: z.strictObject({
      projectUUID: idSchema,
      environmentName: environmentNameSchema,
      variables: variablesInputSchema.optional(),
    }),
    status: 201,
    response: environmentSchema,
  }),
  renameEnvironment: route({
    service,
    method: 'PUT',
    path: '/api/variables-environment',
    summary: 'Rename an environment',
    access: canWrite,
    body: z.strictObject({ environmentUUID: idSchema, environmentName: environmentNameSchema }),
    response: environmentSchema,
  }),
  deleteEnvironment: route({
    service,
    method: 'DELETE',
    path: '/api/variables-environment',
    summary: 'Delete an environment with its variables',
    access: canWrite,
    query: z.strictObject({ environmentUUID: idSchema }),
    response: okSchema,
  }),
});

const databaseCalls = (service: string) => ({
  listDatabases: route({
    service,
    method: 'GET',
    path: '/api/data-base-configurations',
    summary: 'Database configurations of a project, without passwords',
    access: canRead,
    query: z.strictObject({ projectUUID: idSchema }),
    response: z.object({ databaseConfigurations: z.array(databaseConfigurationSchema) }),
  }),
  createDatabase: route({
    service,
    method: 'POST',
    path: '/api/data-base-configurations',
    summary: 'Create a database configuration',
    access: canWrite,
    body: databaseRoutes.createDatabase.body,
    status: 201,
    response: databaseConfigurationSchema,
  }),
  updateDatabase: route({
    service,
    method: 'PUT',
    path: '/api/data-base-configurations',
    summary: 'Change a database configuration; it keeps its password when none is sent',
    access: canWrite,
    body: databaseRoutes.updateDatabase.body,
    response: databaseConfigurationSchema,
  }),
  deleteDatabase: route({
    service,
    method: 'DELETE',
    path: '/api/data-base-configurations',
    summary: 'Delete a database configuration that nothing uses',
    access: canWrite,
    query: z.strictObject({ uuid: idSchema }),
    response: okSchema,
  }),
});

/** workspacePartCalls calls on the workspace's variables, environments and databases, for a keyword-test service. */
export const workspacePartCalls = (service: string) => ({
  ...variableCalls(service),
  ...environmentCalls(service),
  ...databaseCalls(service),
});
