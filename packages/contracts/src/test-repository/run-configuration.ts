import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema, timeSchema } from '../shared.ts';
import { runSettingFields, usualRunSettings } from './run-settings.ts';

const { targets, timeoutMs, retries, parallel, evidence, infrastructure, recording, healing } = runSettingFields;
const name = z
  .string('Please enter a name')
  .trim()
  .min(1, 'Please enter a name')
  .max(255, 'A name has at most 255 characters');
const environmentUUID = idSchema.nullable().describe('null: none');

/** Where and how scripts are run, under a name. */
export const runConfigurationSchema = z.object({
  uuid: idSchema,
  projectUUID: idSchema,
  name: z.string(),
  environmentUUID,
  ...runSettingFields,
  updatedBy: z.string(),
  updatedAt: timeSchema,
});
/** Where and how scripts are run, under a name. */
export type RunConfiguration = z.infer<typeof runConfigurationSchema>;

/** runConfigurationCalls calls on run configurations of a keyword-test service. */
export const runConfigurationCalls = (service: string) => ({
  listRunConfigurations: route({
    service,
    method: 'GET',
    path: '/api/run-configurations',
    summary: 'Run configurations of a project by name',
    access: canRead,
    query: z.strictObject({ projectUUID: idSchema }),
    response: z.object({ runConfigurations: z.array(runConfigurationSchema) }),
  }),
  createRunConfiguration: route({
    service,
    method: 'POST',
    path: '/api/run-configurations',
    summary: 'Create a run configuration',
    access: canWrite,
    body: z.strictObject({
      projectUUID: idSchema,
      name,
      environmentUUID: environmentUUID.default(null),
      targets: targets.default(usualRunSettings.targets),
      timeoutMs: timeoutMs.default(usualRunSettings.timeoutMs),
      retries: retries.default(usualRunSettings.retries),
      parallel: parallel.default(usualRunSettings.parallel),
      evidence: evidence.default(usualRunSettings.evidence),
      infrastructure: infrastructure.default(usualRunSettings.infrastructure),
      recording: recording.default(usualRunSettings.recording),
      healing: healing.default(usualRunSettings.healing),
    }),
    status: 201,
    response: runConfigurationSchema,
  }),
  updateRunConfiguration: route({
    service,
    method: 'PUT',
    path: '/api/run-configurations',
    summary: 'Change a run configuration; schedules that name it run with what it says then',
    access: canWrite,
    body: z.strictObject({
      uuid: idSchema,
      name,
      environmentUUID,
      ...runSettingFields,
      recording: recording.default(usualRunSettings.recording),
      healing: healing.default(usualRunSettings.healing),
    }),
    response: runConfigurationSchema,
  }),
  deleteRunConfiguration: route({
    service,
    method: 'DELETE',
    path: '/api/run-configurations',
    summary: 'Delete a run configuration; schedules that name it start nothing until they name another',
    access: canWrite,
    query: z.strictObject({ uuid: idSchema }),
    response: okSchema,
  }),
});
