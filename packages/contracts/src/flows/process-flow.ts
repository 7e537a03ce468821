import { z } from 'zod';
import { canRead, canWrite, workspaceRoute } from '../route.ts';
import { runCountsSchema, runStatusSchema } from '../runs/index.ts';
import { idSchema, pageOf, pageQuery, searchTerm, timeSchema } from '../shared.ts';
import { flowDetailSchema, flowFaultSchema, flowNameSchema, flowNodeStatusSchema, flowSummarySchema } from './flow.ts';

const service = 'workflow';

/** A process flow as the list of API workflows shows it. */
export const processFlowSchema = flowSummarySchema.omit({ flowId: true, name: true }).extend({
  processFlowId: idSchema,
  processFlowName: z.string(),
});
/** A process flow as the list of API workflows shows it. */
export type ProcessFlow = z.infer<typeof processFlowSchema>;

/** The outcome or progress of a process flow's run. */
export const processSummarySchema = z.object({
  processExecutionId: idSchema,
  processFlowId: idSchema,
  processFlowName: z.string(),
  status: runStatusSchema,
  executionStatus: z.string(),
  message: z.string().nullable(),
  counts: runCountsSchema.describe('Nodes of the workflow'),
  scriptCounts: runCountsSchema.describe('Nodes that run a script or a suite'),
  createdAt: timeSchema,
  startedAt: timeSchema.nullable(),
  finishedAt: timeSchema.nullable(),
  durationMs: z.number(),
});
/** The outcome or progress of a process flow's run. */
export type ProcessSummary = z.infer<typeof processSummarySchema>;

/** A script of a run of a process flow. */
export const scriptStatusSchema = z.object({
  node: z.string(),
  name: z.string(),
  testSuiteId: idSchema.nullable(),
  scriptId: idSchema.nullable(),
  status: flowNodeStatusSchema,
  attempt: z.number().int(),
  message: z.string().nullable(),
  startedAt: timeSchema.nullable(),
  finishedAt: timeSchema.nullable(),
  childRunId: idSchema.nullable(),
  childLink: z.string().nullable(),
});
/** A script of a run of a process flow. */
export type ScriptStatus = z.infer<typeof scriptStatusSchema>;

/** Calls of API workflows, as named in the requirements. */
export const processFlowRoutes = {
  createProcessFlow: workspaceRoute({
    service,
    method: 'POST',
    path: '/api/create-process-flow',
    summary: 'Make a workflow that runs scripts one after the other',
    access: canWrite,
    body: z.strictObject({
      projectId: idSchema,
      processFlowName: flowNameSchema,
      description: z.string().max(10_000).optional(),
      scriptIds: z.array(idSchema).max(1000).default([]),
    }),
    status: 201,
    response: processFlowSchema,
  }),
  listProcessFlows: workspaceRoute({
    service,
    method: 'GET',
    path: '/api/processflow',
    summary: 'Workflows of a workspace, the last changed first',
    access: canRead,
    query: z.strictObject({ projectId: idSchema, searchTerm, ...pageQuery }),
    response: pageOf(processFlowSchema),
  }),
  detailedFlowView: workspaceRoute({
    service,
    method: 'POST',
    path: '/api/detailed-flow-view',
    summary: 'A workflow with its nodes, links and design faults',
    access: canRead,
    body: z.strictObject({ processFlowId: idSchema }),
    response: flowDetailSchema.extend({ faults: z.array(flowFaultSchema) }),
  }),
  getExecutionSummary: workspaceRoute({
    service,
    method: 'GET',
    path: '/api/execution-summary',
    summary: 'How a run of a workflow ended, or how far it is',
    access: canRead,
    query: z.strictObject({ processExecutionId: idSchema }),
    response: processSummarySchema,
  }),
  listScriptStatuses: workspaceRoute({
    service,
    method: 'GET',
    path: '/api/script-execution-status',
    summary: 'Scripts of a run of a workflow, in the order in which they are drawn',
    access: canRead,
    query: z.strictObject({ processExecutionId: idSchema, testSuiteId: idSchema.optional(), ...pageQuery }),
    response: pageOf(scriptStatusSchema),
  }),
  countWorkflows: workspaceRoute({
    service,
    method: 'GET',
    path: '/api/get-worflow-count',
    summary: 'How many workflows a workspace has',
    access: canRead,
    query: z.strictObject({ projectId: idSchema }),
    response: z.object({ count: z.number().int() }),
  }),
  countNodes: workspaceRoute({
    service,
    method: 'GET',
    path: '/api/node-count-in-processflow',
    summary: 'How many nodes a workflow has',
    access: canRead,
    query: z.strictObject({ processFlowId: idSchema }),
    response: z.object({ nodeCount: z.number().int() }),
  }),
};
