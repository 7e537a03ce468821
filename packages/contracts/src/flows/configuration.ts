import { z } from 'zod';
import { canRead, canWrite, workspaceRoute } from '../route.ts';
import { idSchema, okSchema, timeSchema } from '../shared.ts';

const service = 'workflow';

/** Values used by conditions and inputs of a run, by name. */
export const runVariablesSchema = z.record(z.string().min(1).max(255), z.json());

/** The saved configuration with which a workflow runs. */
export const configurationInputSchema = z.strictObject({
  name: z.string().trim().min(1, 'Please enter a name.').max(255, 'A name has at most 255 characters.'),
  environmentId: idSchema.nullable().default(null),
  variables: runVariablesSchema.default({}),
  parallel: z
    .number()
    .int()
    .min(1)
    .max(100)
    .nullable()
    .default(null)
    .describe('Nodes at once; null: as the workflow says'),
});
/** The saved configuration with which a workflow runs. */
export type ConfigurationInput = z.input<typeof configurationInputSchema>;

/** A run configuration of a workspace; all workflows in it can run with it. */
export const configurationSchema = configurationInputSchema.extend({
  configurationId: idSchema,
  projectId: idSchema,
  updatedAt: timeSchema,
  updatedByName: z.string(),
});
/** A run configuration of a workspace. */
export type Configuration = z.infer<typeof configurationSchema>;

/** The configuration a run was started with. */
export const usedConfigurationSchema = z.object({
  name: z.string().nullable().describe('Of the run configuration; null where none was chosen'),
  environmentId: idSchema.nullable(),
  environmentName: z.string().nullable(),
  variables: runVariablesSchema,
  parallel: z.number().int().nullable().describe('null: as the workflow says'),
});

const params = z.strictObject({ configurationId: idSchema });

/** Calls of run configurations. */
export const configurationRoutes = {
  listConfigurations: workspaceRoute({
    service,
    method: 'GET',
    path: '/api/run-configurations',
    summary: 'Run configurations of a workspace, by name',
    access: canRead,
    query: z.strictObject({ projectId: idSchema }),
    response: z.object({ content: z.array(configurationSchema) }),
  }),
  createConfiguration: workspaceRoute({
    service,
    method: 'POST',
    path: '/api/run-configurations',
    summary: 'Keep with what workflows of a workspace run, under a name',
    access: canWrite,
    body: configurationInputSchema.extend({ projectId: idSchema }),
    status: 201,
    response: configurationSchema,
  }),
  updateConfiguration: workspaceRoute({
    service,
    method: 'PUT',
    path: '/api/run-configurations/{configurationId}',
    summary: 'Change a run configuration; runs that were started with it keep what they had',
    access: canWrite,
    params,
    body: configurationInputSchema,
    response: configurationSchema,
  }),
  deleteConfiguration: workspaceRoute({
    service,
    method: 'DELETE',
    path: '/api/run-configurations/{configurationId}',
    summary: 'Delete a run configuration',
    access: canWrite,
    params,
    response: okSchema,
  }),
};
