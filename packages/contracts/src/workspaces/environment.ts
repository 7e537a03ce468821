import { z } from 'zod';
import { canRead, canWrite, workspaceRoute } from '../route.ts';
import { idSchema, okSchema, queryIdList, timeSchema } from '../shared.ts';
import { trashIdSchema } from './trash.ts';

const service = 'api-testing';

/** Valid names of variables. */
export const variableNamePattern = /^[A-Za-z_][\w.-]*$/;
/** Name of an environment. */
export const environmentNameSchema = z.string().trim().min(1, 'Please enter environment name.').max(255);

/** A variable to save. */
export const variableInputSchema = z.strictObject({
  name: z
    .string()
    .min(1, 'Please enter variable name.')
    .max(255)
    .regex(variableNamePattern, 'Please give valid variable name.'),
  value: z.string('Please give valid variable values.').max(65536, 'Please give valid variable values.'),
  /** A secret is encrypted at rest, never sent back, and masked in every event, log and report. */
  isSecret: z.boolean().default(false),
  enabled: z.boolean().default(true).describe('A variable that is off has no effect'),
  description: z.string().max(20_000).optional(),
});
const variableChangeSchema = z.strictObject({
  variableId: idSchema,
  name: variableInputSchema.shape.name.optional(),
  value: variableInputSchema.shape.value.optional().describe('Absent: stays as it is'),
  isSecret: z.boolean().optional(),
  enabled: z.boolean().optional(),
  description: z.string().max(20_000).optional(),
});
/** A variable; the value of a secret one is masked. */
export const variableSchema = z.object({
  variableId: idSchema,
  name: z.string(),
  isSecret: z.boolean(),
  value: z.string().describe('Empty for a secret'),
  enabled: z.boolean(),
  description: z.string(),
  /** null, and no suite: a global variable of the workspace. */
  environmentId: idSchema.nullable(),
  suiteId: idSchema.nullable(),
  updatedAt: timeSchema,
});
export type Variable = z.infer<typeof variableSchema>;
/** An environment of a workspace. */
export const environmentSchema = z.object({
  environmentId: idSchema,
  projectId: idSchema,
  environmentName: z.string(),
  variableCount: z.number().int(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
export type Environment = z.infer<typeof environmentSchema>;

/** Variables of one scope. */
export const variableListSchema = z.object({ variables: z.array(variableSchema) });
/** Variables that are saved together. */
export const variablesInputSchema = z.array(variableInputSchema).min(1, 'Please enter variable name.').max(1000);

export const environmentRoutes = {
  listEnvironments: workspaceRoute({
    service,
    method: 'GET',
    path: '/api/get-environments-by-projectId',
    summary: 'List the environments of a workspace',
    access: canRead,
    query: z.strictObject({ projectId: idSchema }),
    response: z.object({ environments: z.array(environmentSchema) }),
  }),
  createEnvironment: workspaceRoute({
    service,
    method: 'POST',
    path: '/api/variables-environment',
    summary: 'Create an environment, with variables if wanted',
    access: canWrite,
    body: z.strictObject({
      projectId: idSchema,
      environmentName: environmentNameSchema,
      variables: z.array(variableInputSchema).max(1000).optional(),
    }),
    status: 201,
    response: environmentSchema,
  }),
  renameEnvironment: workspaceRoute({
    service,
    method: 'PUT',
    path: '/api/variables-environment',
    summary: 'Rename an environment',
    access: canWrite,
    body: z.strictObject({ environmentId: idSchema, environmentName: environmentNameSchema }),
    response: environmentSchema,
  }),
  deleteEnvironment: workspaceRoute({
    service,
    method: 'DELETE',
    path: '/api/variables-environment',
    summary: 'Delete an environment with its variables',
    access: canWrite,
    query: z.strictObject({ environmentId: idSchema, trashId: trashIdSchema }),
    response: okSchema,
  }),
  cloneEnvironment: workspaceRoute({
    service,
    method: 'GET',
    path: '/api/clone-variables-environment',
    summary: 'Copy an environment with its variables, secrets included',
    access: canWrite,
    query: z.strictObject({ environmentId: idSchema, environmentName: environmentNameSchema.optional() }),
    response: environmentSchema,
  }),
  listVariables: workspaceRoute({
    service,
    method: 'GET',
    path: '/api/get-variables',
    summary: 'List every variable of a workspace: globals and those of all environments',
    access: canRead,
    query: z.strictObject({ projectId: idSchema }),
    response: variableListSchema,
  }),
  listEnvironmentVariables: workspaceRoute({
    service,
    method: 'GET',
    path: '/api/get-variables-by-environment',
    summary: 'List the variables of one environment',
    access: canRead,
    query: z.strictObject({ environmentId: idSchema }),
    response: variableListSchema,
  }),
  createVariables: workspaceRoute({
    service,
    method: 'POST',
    path: '/api/create-variable',
    summary: 'Add variables to an environment',
    access: canWrite,
    body: z.strictObject({ environmentId: idSchema, variables: variablesInputSchema }),
    status: 201,
    response: variableListSchema,
  }),
  updateVariable: workspaceRoute({
    service,
    method: 'PUT',
    path: '/api/update-variable',
    summary: 'Change a variable; a secret keeps its value when none is sent',
    access: canWrite,
    body: variableChangeSchema,
    response: variableSchema,
  }),
  deleteVariables: workspaceRoute({
    service,
    method: 'DELETE',
    path: '/api/delete-variables',
    summary: 'Delete several variables',
    access: canWrite,
    query: z.strictObject({ variableIds: queryIdList, projectId: idSchema, trashId: trashIdSchema }),
    response: okSchema,
  }),
  createGlobals: workspaceRoute({
    service,
    method: 'POST',
    path: '/api/global-create',
    summary: 'Add global variables to a workspace (PRO)',
    access: canWrite,
    body: z.strictObject({ projectId: idSchema, variables: variablesInputSchema }),
    status: 201,
    response: variableListSchema,
  }),
  updateGlobal: workspaceRoute({
    service,
    method: 'PUT',
    path: '/api/update-global',
    summary: 'Change a global variable (PRO)',
    access: canWrite,
    body: variableChangeSchema,
    response: variableSchema,
  }),
  deleteGlobals: workspaceRoute({
    service,
    method: 'DELETE',
    path: '/api/Delete-global',
    summary: 'Delete global variables',
    access: canWrite,
    query: z.strictObject({ variableIds: queryIdList, projectId: idSchema, trashId: trashIdSchema }),
    response: okSchema,
  }),
};
