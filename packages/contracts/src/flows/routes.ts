import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { runOriginInput } from '../runs/index.ts';
import { idSchema, okSchema, pageOf, pageQuery, queryIdList, searchTerm } from '../shared.ts';
import {
  flowDetailSchema,
  flowDocumentSchema,
  flowFaultSchema,
  flowKindSchema,
  flowNameSchema,
  flowPortsSchema,
  flowRunStateSchema,
  flowSummarySchema,
} from './flow.ts';
import { processFlowRoutes } from './process-flow.ts';

const service = 'workflow';
const params = z.strictObject({ flowId: idSchema });
const description = z.string().max(10_000);

/** Calls of workflows. */
export const flowRoutes = {
  ...processFlowRoutes,
  listFlows: route({
    service,
    method: 'GET',
    path: '/api/flows',
    summary: 'Workflows of a workspace, the last changed first',
    access: canRead,
    query: z.strictObject({ projectId: idSchema, searchTerm, ...pageQuery }),
    response: pageOf(flowSummarySchema),
  }),
  createFlow: route({
    service,
    method: 'POST',
    path: '/api/flows',
    summary: 'Make a workflow; without a document it has a start and nothing else',
    access: canWrite,
    body: z.strictObject({
      projectId: idSchema,
      name: flowNameSchema,
      description: description.optional(),
      document: flowDocumentSchema.optional(),
    }),
    status: 201,
    response: flowDetailSchema,
  }),
  getFlow: route({
    service,
    method: 'GET',
    path: '/api/flows/{flowId}',
    summary: 'A workflow with what is drawn',
    access: canRead,
    params,
    response: flowDetailSchema,
  }),
  saveFlow: route({
    service,
    method: 'PUT',
    path: '/api/flows/{flowId}',
    summary:
      'Save what is drawn. Where somebody saved since that revision, 409 says who and when, with the newer document in `data`',
    access: canWrite,
    params,
    body: z.strictObject({ revision: z.number().int().min(1), document: flowDocumentSchema }),
    response: flowSummarySchema,
  }),
  renameFlow: route({
    service,
    method: 'PATCH',
    path: '/api/flows/{flowId}',
    summary: 'Change the name or the description of a workflow',
    access: canWrite,
    params,
    body: z.strictObject({ name: flowNameSchema.optional(), description: description.optional() }),
    response: flowSummarySchema,
  }),
  cloneFlow: route({
    service,
    method: 'POST',
    path: '/api/flows/{flowId}/clone',
    summary: 'Copy a workflow under a free name',
    access: canWrite,
    params,
    body: z.strictObject({ name: flowNameSchema.optional() }),
    status: 201,
    response: flowSummarySchema,
  }),
  deleteFlows: route({
    service,
    method: 'DELETE',
    path: '/api/flows',
    summary: 'Delete workflows; their runs and reports stay',
    access: canWrite,
    query: z.strictObject({ flowIds: queryIdList }),
    response: okSchema,
  }),
  validateFlow: route({
    service,
    method: 'POST',
    path: '/api/flows/validate',
    summary: 'Every design fault of a workflow as drawn, with what it refers to looked up',
    access: canRead,
    body: z.strictObject({ projectId: idSchema, document: flowDocumentSchema }),
    response: z.object({ faults: z.array(flowFaultSchema) }),
  }),
  listFlowKinds: route({
    service,
    method: 'GET',
    path: '/api/flow-kinds',
    summary: 'Kinds of nodes that the caller can use in a workspace, and why others can’t be used',
    access: canRead,
    query: z.strictObject({ projectId: idSchema }),
    response: z.object({ kinds: z.array(flowKindSchema) }),
  }),
  getFlowPorts: route({
    service,
    method: 'GET',
    path: '/api/flow-ports',
    summary: 'Inputs and outputs of what a node refers to, such as the variables of a script',
    access: canRead,
    query: z.strictObject({
      projectId: idSchema,
      kind: z.string().max(100),
      referenceId: idSchema.describe('The script, the suite or the workflow'),
      environmentId: idSchema.optional(),
    }),
    response: flowPortsSchema,
  }),
  runFlow: route({
    service,
    method: 'POST',
    path: '/api/flows/{flowId}/run',
    summary: 'Run a workflow as it is saved',
    access: canWrite,
    params,
    body: z.strictObject({
      environmentId: idSchema.optional(),
      variables: z.record(z.string().max(255), z.json()).optional().describe('Values that conditions and inputs use'),
      ...runOriginInput,
    }),
    status: 201,
    response: z.object({ runId: idSchema }),
  }),
  getFlowRun: route({
    service,
    method: 'GET',
    path: '/api/flow-runs/{runId}',
    summary: 'A run of a workflow, node by node, also while it goes on',
    access: canRead,
    params: z.strictObject({ runId: idSchema }),
    response: flowRunStateSchema,
  }),
  signalFlowRun: route({
    service,
    method: 'POST',
    path: '/api/flow-runs/{runId}/signal',
    summary: 'Approve or reject what a node waits for',
    access: canWrite,
    params: z.strictObject({ runId: idSchema }),
    body: z.strictObject({
      node: z.string().min(1).max(100),
      outcome: z.enum(['approved', 'rejected']),
      comment: z.string().max(2000).optional(),
    }),
    response: okSchema,
  }),
};
