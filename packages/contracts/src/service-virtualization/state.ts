import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema, pageQuery, timeSchema } from '../shared.ts';
import { service } from './service.ts';

const scope = z.string().max(1000).default('').describe('Whose state; empty: that of all callers');
const record = z.record(z.string(), z.unknown());

/** A scenario: its states, its steps, and each caller's current state. */
export const mockScenarioSchema = z.object({
  name: z.string(),
  state: z.string().describe('Of callers without a state of their own'),
  states: z.array(z.string()),
  steps: z.array(
    z.object({
      assetId: idSchema,
      assetName: z.string(),
      from: z.string().nullable().describe('null: from every state'),
      to: z.string().nullable().describe('null: the state stays'),
    }),
  ),
  callers: z.array(z.object({ scope: z.string(), state: z.string() })),
  callerCount: z.number().int().describe('`callers` has at most 200'),
});
/** A scenario. */
export type MockScenario = z.infer<typeof mockScenarioSchema>;

/** The state of a mock. */
export const mockStateSchema = z.object({
  scenarios: z.array(mockScenarioSchema),
  values: z.array(z.object({ scope: z.string(), key: z.string(), value: z.unknown() })),
  valueCount: z.number().int().describe('`values` has at most 500'),
  resources: z.array(
    z.object({ assetId: idSchema, name: z.string(), path: z.string(), idKey: z.string(), count: z.number().int() }),
  ),
});
/** The state of a mock. */
export type MockState = z.infer<typeof mockStateSchema>;

const params = z.strictObject({ id: idSchema.describe('Project') });

/** A fault injected by a run of a workflow. */
export const mockFaultSchema = z.object({
  faultId: idSchema,
  name: z.string(),
  runId: idSchema.describe('The run that it ends with at the latest'),
  createdAt: timeSchema,
  endsAt: timeSchema,
});
/** A fault injected by a run of a workflow. */
export type MockFault = z.infer<typeof mockFaultSchema>;

/** Calls on the state of a mock. */
export const mockStateRoutes = {
  getMockState: route({
    service,
    method: 'GET',
    path: '/api/state/{id}',
    summary: 'Scenarios with where each caller stands, key-value state, and resources',
    access: canRead,
    params,
    response: mockStateSchema,
  }),
  listMockFaults: route({
    service,
    method: 'GET',
    path: '/api/mocks/{id}/faults',
    summary: 'Faults that runs of workflows injected and that have not ended, the oldest first',
    access: canRead,
    params,
    response: z.object({ faults: z.array(mockFaultSchema) }),
  }),
  endMockFaults: route({
    service,
    method: 'DELETE',
    path: '/api/mocks/{id}/faults',
    summary: 'End all faults of a mock',
    access: canWrite,
    params,
    response: okSchema,
  }),
  setScenario: route({
    service,
    method: 'PUT',
    path: '/api/state/{id}/scenarios',
    summary: 'Put a scenario into a state, for one caller or for all without a state of their own; null resets',
    access: canWrite,
    params,
    body: z.strictObject({ name: z.string().max(255), scope, state: z.string().max(255).nullable() }),
    response: okSchema,
  }),
  setStateValue: route({
    service,
    method: 'PUT',
    path: '/api/state/{id}/values',
    summary: 'Write or remove (null) a value of the key-value state',
    access: canWrite,
    params,
    body: z.strictObject({ scope, key: z.string().min(1).max(255), value: z.json().nullable() }),
    response: okSchema,
  }),
  listRecords: route({
    service,
    method: 'GET',
    path: '/api/state/{id}/records',
    summary: 'Records of a resource, in the order in which they were made',
    access: canRead,
    params,
    query: z.strictObject({ resource: z.string().max(255), ...pageQuery }),
    response: z.object({
      content: z.array(record),
      totalElements: z.number().int(),
      page: z.number().int(),
      size: z.number().int(),
    }),
  }),
  putRecord: route({
    service,
    method: 'PUT',
    path: '/api/state/{id}/records',
    summary: 'Write a record of a resource; without an id it gets one',
    access: canWrite,
    params,
    body: z.strictObject({ resource: z.string().max(255), record }),
    response: z.object({ record }),
  }),
  deleteRecord: route({
    service,
    method: 'DELETE',
    path: '/api/state/{id}/records',
    summary: 'Delete a record of a resource',
    access: canWrite,
    params,
    query: z.strictObject({ resource: z.string().max(255), recordId: z.string().max(1000) }),
    response: okSchema,
  }),
};
