import { z } from 'zod';
import { canRead, canWrite, publicAccess, route, workspaceRoute } from '../route.ts';
import { idSchema, okSchema, timeSchema } from '../shared.ts';

const service = 'workflow';

/** Maximum body size of a hook, in bytes. */
export const maxHookBytes = 1024 * 1024;

/** An address that starts a workflow. Anyone who knows its token may; the token is shown once. */
export const flowHookSchema = z.object({
  hookId: idSchema,
  flowId: idSchema,
  name: z.string(),
  configurationId: idSchema.nullable().describe('The run configuration that its runs use'),
  createdBy: idSchema.describe('Runs are started in the name of this person, with the rights of then'),
  createdByName: z.string(),
  createdAt: timeSchema,
  lastCalledAt: timeSchema.nullable(),
  lastRunId: idSchema.nullable(),
  lastProblem: z.string().nullable().describe('Why the last call started no run'),
});
/** An address that starts a workflow. */
export type FlowHook = z.infer<typeof flowHookSchema>;

/** A new hook, with what is never shown again. */
export const newFlowHookSchema = flowHookSchema.extend({
  token: z.string(),
  address: z.string().describe('Where to send a POST; the token is its last part'),
});
/** A new hook. */
export type NewFlowHook = z.infer<typeof newFlowHookSchema>;

const params = z.strictObject({ flowId: idSchema });

/** Calls of hooks. */
export const hookRoutes = {
  listHooks: workspaceRoute({
    service,
    method: 'GET',
    path: '/api/flows/{flowId}/hooks',
    summary: 'Addresses that start a workflow, by name; without their tokens',
    access: canRead,
    params,
    response: z.object({ content: z.array(flowHookSchema) }),
  }),
  createHook: workspaceRoute({
    service,
    method: 'POST',
    path: '/api/flows/{flowId}/hooks',
    summary: 'Make an address that starts a workflow in the name of the caller; its token is shown only now',
    access: canWrite,
    params,
    body: z.strictObject({
      name: z.string().trim().min(1, 'Please enter a name.').max(100, 'A name has at most 100 characters.'),
      configurationId: idSchema.nullable().default(null),
    }),
    status: 201,
    response: newFlowHookSchema,
  }),
  deleteHook: workspaceRoute({
    service,
    method: 'DELETE',
    path: '/api/flows/{flowId}/hooks/{hookId}',
    summary: 'Revoke an address: from then on it starts nothing',
    access: canWrite,
    params: z.strictObject({ flowId: idSchema, hookId: idSchema }),
    response: okSchema,
  }),
  callHook: route({
    service,
    method: 'POST',
    path: '/api/hooks/{token}',
    summary:
      'Start a workflow. Fields of the JSON body are values of the run by their names, `body` is the whole of it. The same `Idempotency-Key` header finds the same run',
    access: publicAccess,
    callsPerMinute: 120,
    params: z.strictObject({ token: z.string().min(1).max(100) }),
    body: z.json().optional(),
    status: 202,
    response: z.object({ runId: idSchema }),
  }),
};
