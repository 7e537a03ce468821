import { z } from 'zod';
import { canRead, canWrite, publicAccess, route, workspaceRoute } from '../route.ts';
import { runOriginInput, runStatusSchema } from '../runs/index.ts';
import { idSchema, okSchema, pageOf, pageQuery, queryIdList, searchTerm } from '../shared.ts';
import { flowComparisonSchema } from './comparison.ts';
import { configurationRoutes, runVariablesSchema } from './configuration.ts';
import { flowFileSchema, missingReferenceSchema } from './file.ts';
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
import { flowRunListSchema } from './flow-run-list.ts';
import { hookRoutes } from './hook.ts';
import { processFlowRoutes } from './process-flow.ts';

const service = 'workflow';
const params = z.strictObject({ flowId: idSchema });
const description = z.string().max(10_000);

/** Calls of workflows. */
export const flowRoutes = {
  ...processFlowRoutes,
  ...configurationRoutes,
  ...hookRoutes,
  listFlows: workspaceRoute({
    service,
    method: 'GET',
    path: '/api/flows',
    summary: 'Workflows of a workspace, the last changed first',
    access: canRead,
    query: z.strictObject({ projectId: idSchema, searchTerm, ...pageQuery }),
    response: pageOf(flowSummarySchema),
  }),
  createFlow: workspaceRoute({
    service,
    method: 'POST',
    path: '/api/flows',
    summary: 'Create a workflow; without a document it has only a start',
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
  getFlow: workspaceRoute({
    service,
    method: 'GET',
    path: '/api/flows/{flowId}',
    summary: 'A workflow with what is drawn',
    access: canRead,
    params,
    response: flowDetailSchema,
  }),
  saveFlow: workspaceRoute({
    service,
    method: 'PUT',
    path: '/api/flows/{flowId}',
    summary:
      'Save a workflow. If someone else has saved a newer revision, 409 says who and when, with the newer document in `data`',
    access: canWrite,
    params,
    body: z.strictObject({ revision: z.number().int().min(1), document: flowDocumentSchema }),
    response: flowSummarySchema,
  }),
  renameFlow: workspaceRoute({
    service,
    method: 'PATCH',
    path: '/api/flows/{flowId}',
    summary: 'Change the name or the description of a workflow',
    access: canWrite,
    params,
    body: z.strictObject({ name: flowNameSchema.optional(), description: description.optional() }),
    response: flowSummarySchema,
  }),
  cloneFlow: workspaceRoute({
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
  deleteFlows: workspaceRoute({
    service,
    method: 'DELETE',
    path: '/api/flows',
    summary: 'Delete workflows; their runs and reports stay',
    access: canWrite,
    query: z.strictObject({ flowIds: queryIdList }),
    response: okSchema,
  }),
  validateFlow: workspaceRoute({
    service,
    method: 'POST',
    path: '/api/flows/validate',
    summary:
      'Every design fault of a workflow, including references to deleted scripts, workflows, environments and databases',
    access: canRead,
    body: z.strictObject({ projectId: idSchema, document: flowDocumentSchema }),
    response: z.object({ faults: z.array(flowFaultSchema) }),
  }),
  listFlowKinds: workspaceRoute({
    service,
    method: 'GET',
    path: '/api/flow-kinds',
    summary: 'Kinds of nodes that the caller can use in a workspace, and why others can’t be used',
    access: canRead,
    query: z.strictObject({ projectId: idSchema }),
    response: z.object({ kinds: z.array(flowKindSchema) }),
  }),
  getFlowPorts: workspaceRoute({
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
  runFlow: workspaceRoute({
    service,
    method: 'POST',
    path: '/api/flows/{flowId}/run',
    summary: 'Run a workflow as it is saved',
    access: canWrite,
    params,
    body: z.strictObject({
      configurationId: idSchema
        .optional()
        .describe('A run configuration; what else is given here comes before its values'),
      environmentId: idSchema.optional(),
      variables: runVariablesSchema.optional().describe('Values that conditions and inputs use'),
      parallel: z.number().int().min(1).max(100).optional().describe('Nodes at once; absent: as the workflow says'),
      ...runOriginInput,
    }),
    status: 201,
    response: z.object({ runId: idSchema }),
  }),
  listFlowRuns: workspaceRoute({
    service,
    method: 'GET',
    path: '/api/flow-runs',
    summary: 'Runs of workflows in one workspace or in all of a service that the caller may open, newest first',
    access: canRead,
    query: z.strictObject({
      projectId: idSchema.optional().describe('Absent: all workspaces of the service'),
      workspaceService: z.enum(['api-testing', 'orchestration']).default('api-testing'),
      status: runStatusSchema.optional(),
      searchTerm,
      ...pageQuery,
    }),
    response: flowRunListSchema,
  }),
  getFlowRun: workspaceRoute({
    service,
    method: 'GET',
    path: '/api/flow-runs/{runId}',
    summary: 'A run of a workflow, node by node, also while it goes on',
    access: canRead,
    params: z.strictObject({ runId: idSchema }),
    response: flowRunStateSchema,
  }),
  compareFlowRuns: workspaceRoute({
    service,
    method: 'GET',
    path: '/api/flow-runs/{runId}/compare',
    summary: 'Two runs of a workflow node by node: status, time and every value that differs',
    access: canRead,
    params: z.strictObject({ runId: idSchema }),
    query: z.strictObject({
      with: idSchema.optional().describe('The earlier run; absent: the last one before this that passed'),
    }),
    response: flowComparisonSchema,
  }),
  rerunFlow: workspaceRoute({
    service,
    method: 'POST',
    path: '/api/flow-runs/{runId}/rerun',
    summary: 'Run a finished run again from one of its nodes; those before it are not executed and give what they gave',
    access: canWrite,
    params: z.strictObject({ runId: idSchema }),
    body: z.strictObject({ fromNode: z.string().min(1).max(100) }),
    status: 201,
    response: z.object({ runId: idSchema }),
  }),
  summarizeFlow: workspaceRoute({
    service,
    method: 'POST',
    path: '/api/get_summary',
    summary:
      'What a workflow does, in words, as server-sent events (`text`, then `end`); by the configured model, else by the product',
    access: canRead,
    body: z.strictObject({ flowId: idSchema }),
    produces: 'text/event-stream',
  }),
  exportFlow: workspaceRoute({
    service,
    method: 'GET',
    path: '/api/flows/{flowId}/export',
    summary: 'A workflow as a file (JSON), with the names of what it refers to; secret values are left out',
    access: canRead,
    params,
    response: flowFileSchema,
  }),
  importFlow: workspaceRoute({
    service,
    method: 'POST',
    path: '/api/flows/import',
    summary:
      'Make a workflow from a file. What it refers to is found by name; what is not found is answered in `missing`',
    access: canWrite,
    body: z.strictObject({ projectId: idSchema, file: flowFileSchema }),
    status: 201,
    response: flowSummarySchema.extend({ missing: z.array(missingReferenceSchema) }),
  }),
  callFlowWebhook: route({
    service,
    method: 'POST',
    path: '/api/flow-webhooks/{token}',
    summary:
      'Continue a workflow that waits for this address; the JSON of the body is handed on. Each address works once',
    access: publicAccess,
    callsPerMinute: 60,
    params: z.strictObject({ token: z.string().min(1).max(100) }),
    body: z.json().optional(),
    response: okSchema,
  }),
  signalFlowRun: workspaceRoute({
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
