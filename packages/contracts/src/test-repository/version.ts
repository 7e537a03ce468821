import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema, pageOf, pageQuery, timeSchema } from '../shared.ts';
import { scriptStepsSchema } from './script-steps.ts';
import { stepSchema } from './step.ts';

/** The most restore points of a script. */
export const maxVersions = 100;

/** A restore point of a script. */
export const scriptVersionSchema = z.object({
  uuid: idSchema,
  scriptUUID: idSchema,
  versionName: z.string(),
  revision: z.number().int().describe('Of the script when it was made'),
  stepCount: z.number().int(),
  createdBy: z.string(),
  createdDate: timeSchema,
});
/** A restore point of a script. */
export type ScriptVersion = z.infer<typeof scriptVersionSchema>;

/** versionCalls calls on restore points of a keyword-test service. */
export const versionCalls = (service: string) => ({
  createVersion: route({
    service,
    method: 'POST',
    path: '/api/test-script-version',
    summary: 'Keep the present steps of a script as a restore point',
    access: canWrite,
    query: z.strictObject({ scriptUUID: idSchema }),
    body: z.strictObject({
      versionName: z
        .string()
        .trim()
        .min(1, 'Please enter Version name')
        .max(255, 'Version name should not be above 255 characters'),
    }),
    status: 201,
    response: scriptVersionSchema,
  }),
  listVersions: route({
    service,
    method: 'GET',
    path: '/api/test-script-version',
    summary: 'Restore points of a script, the newest first',
    access: canRead,
    query: z.strictObject({ scriptUUID: idSchema, ...pageQuery }),
    response: pageOf(scriptVersionSchema),
  }),
  getVersion: route({
    service,
    method: 'GET',
    path: '/api/test-script-version/{id}',
    summary: 'A restore point with its steps',
    access: canRead,
    params: z.strictObject({ id: idSchema }),
    response: scriptVersionSchema.extend({ steps: z.array(stepSchema) }),
  }),
  restoreVersion: route({
    service,
    method: 'PUT',
    path: '/api/restore-test-script-version',
    summary: 'Put the steps of a restore point in place of the present ones, which are kept as a restore point first',
    access: canWrite,
    body: z.strictObject({ scriptVersionUUID: idSchema }),
    response: scriptStepsSchema,
  }),
  deleteVersion: route({
    service,
    method: 'DELETE',
    path: '/api/delete-script-version',
    summary: 'Delete a restore point',
    access: canWrite,
    query: z.strictObject({ scriptVersionUUID: idSchema }),
    response: okSchema,
  }),
});
