import { z } from 'zod';
import { runCountsSchema, runNumberSchema, runStatusSchema } from '../runs/index.ts';
import { idSchema, timeSchema } from '../shared.ts';
import { usedConfigurationSchema } from './configuration.ts';

/** Name of a workflow, unique in its workspace. */
export const flowNameSchema = z
  .string()
  .trim()
  .min(1, 'Please enter workflow name.')
  .max(255, 'Workflow name cannot be above 255 characters.');

const place = z.number().min(-10_000_000).max(10_000_000);

/** Position of a node on the canvas. */
export const nodePlaceSchema = z.strictObject({
  x: place,
  y: place,
  width: z.number().min(1).max(10_000).optional(),
  height: z.number().min(1).max(10_000).optional(),
});
/** Position of a node on the canvas. */
export type NodePlace = z.infer<typeof nodePlaceSchema>;

/** What is drawn: the workflow as the engine executes it, and the positions of its nodes. */
export const flowDocumentSchema = z.strictObject({
  flow: z
    .looseObject({ version: z.literal(1), nodes: z.array(z.looseObject({ id: z.string(), kind: z.string() })) })
    .describe('Nodes, links and joints as the flow engine defines them'),
  layout: z.record(z.string().max(100), nodePlaceSchema).default({}).describe('Places by id of the node'),
});
/** What is drawn: the workflow as the engine executes it, and the positions of its nodes. */
export type FlowDocument = z.infer<typeof flowDocumentSchema>;

/** A workflow in a list. */
export const flowSummarySchema = z.object({
  flowId: idSchema,
  projectId: idSchema,
  name: z.string(),
  description: z.string(),
  revision: z.number().int().describe('Grows with each save; a save names the one that it started from'),
  nodeCount: z.number().int(),
  scriptCount: z.number().int().describe('Nodes that run a script or a suite'),
  createdAt: timeSchema,
  createdByName: z.string(),
  updatedAt: timeSchema,
  updatedByName: z.string(),
  lastRun: z
    .object({
      runId: idSchema,
      number: runNumberSchema,
      status: runStatusSchema,
      executionStatus: z.string(),
      createdAt: timeSchema,
      finishedAt: timeSchema.nullable(),
    })
    .nullable(),
});
/** A workflow in a list. */
export type FlowSummary = z.infer<typeof flowSummarySchema>;

/** A workflow with what is drawn. */
export const flowDetailSchema = flowSummarySchema.extend({ document: flowDocumentSchema });
/** A workflow with what is drawn. */
export type FlowDetail = z.infer<typeof flowDetailSchema>;

/** The `data` of a save conflict: who saved a newer revision and when, and that revision, for merging. */
export const flowConflictSchema = z.object({
  revision: z.number().int(),
  updatedAt: timeSchema,
  updatedByName: z.string(),
  document: flowDocumentSchema,
});
/** The `data` of a save conflict. */
export type FlowConflict = z.infer<typeof flowConflictSchema>;

/** A design fault of a workflow, with its node, link or port. */
export const flowFaultSchema = z.object({
  code: z.string(),
  message: z.string(),
  node: z.string().optional(),
  link: z.string().optional(),
  port: z.string().optional(),
});
/** A design fault of a workflow. */
export type FlowFault = z.infer<typeof flowFaultSchema>;

/** A port as the engine defines it. */
export const flowPortSchema = z.object({
  name: z.string(),
  type: z.enum(['string', 'number', 'boolean', 'date', 'json', 'table', 'secret', 'file']),
  required: z.boolean(),
});
/** A port as the engine defines it. */
export type FlowPort = z.infer<typeof flowPortSchema>;

/** Inputs and outputs that a node can have. */
export const flowPortsSchema = z.object({ inputs: z.array(flowPortSchema), outputs: z.array(flowPortSchema) });
/** Inputs and outputs that a node can have. */
export type FlowPorts = z.infer<typeof flowPortsSchema>;

/** A kind of node that a page offers. */
export const flowKindSchema = z.object({
  kind: z.string(),
  title: z.string(),
  description: z.string(),
  group: z.enum(['control', 'script', 'data', 'environment', 'message']).describe('Where the palette lists it'),
  service: z.string().describe('The service that executes it; blocks are coloured by it'),
  work: z.enum(['pass', 'attempt', 'items', 'wait', 'signal', 'stop', 'note']),
  unavailable: z.string().nullable().describe('Why it can’t be used, such as a missing licence'),
  ports: flowPortsSchema.describe('What every node of the kind has'),
  hasOwnPorts: z.boolean().describe('Ports depend on what the node refers to, or are added by hand'),
});
/** A kind of node that a page offers. */
export type FlowKind = z.infer<typeof flowKindSchema>;

/**
 * State of a node in a run. `pending` waits for links, `ready` for a free slot, `waiting` for a time or a signal,
 * `delayed` for its next attempt.
 */
export const flowNodeStatusSchema = z.enum([
  'pending',
  'ready',
  'running',
  'waiting',
  'delayed',
  'passed',
  'failed',
  'skipped',
  'cancelled',
]);
/** State of a node in a run. */
export type FlowNodeStatus = z.infer<typeof flowNodeStatusSchema>;

/** A node of a run: its progress, inputs and outputs. */
export const flowNodeStateSchema = z.object({
  node: z.string(),
  status: flowNodeStatusSchema,
  attempt: z.number().int().describe('The attempt that runs or ran last; 0 before the first'),
  message: z.string().nullable().describe('Why it failed or was skipped, in one sentence'),
  startedAt: timeSchema.nullable(),
  finishedAt: timeSchema.nullable(),
  dueAt: timeSchema.nullable().describe('When a wait ends or the next attempt begins'),
  inputs: z.record(z.string(), z.unknown()).describe('Values of its inputs; secrets are masked'),
  outputs: z.record(z.string(), z.unknown()).describe('Values of its outputs; secrets are masked'),
  detail: z.unknown().describe('What its kind tells of it, such as request and response'),
  stepId: idSchema.nullable().describe('The step of the run; null for nodes that are never executed'),
  childRunId: idSchema.nullable().describe('The run that executes it'),
  childLink: z.string().nullable().describe('Where the page shows that run'),
  items: z.object({ total: z.number(), ended: z.number(), failed: z.number() }).nullable(),
});
/** A node of a run. */
export type FlowNodeState = z.infer<typeof flowNodeStateSchema>;

/** A run of a workflow, for the live canvas: the workflow as it was when the run started, and its nodes. */
export const flowRunStateSchema = z.object({
  runId: idSchema,
  flowId: idSchema,
  flowName: z.string(),
  revision: z.number().int(),
  status: runStatusSchema,
  executionStatus: z.string(),
  message: z.string().nullable(),
  counts: runCountsSchema,
  createdAt: timeSchema,
  startedAt: timeSchema.nullable(),
  finishedAt: timeSchema.nullable(),
  durationMs: z.number(),
  configuration: usedConfigurationSchema,
  document: flowDocumentSchema,
  nodes: z.array(flowNodeStateSchema).describe('Nodes that something has happened to; the others are pending'),
});
/** A run of a workflow, for the live canvas. */
export type FlowRunState = z.infer<typeof flowRunStateSchema>;

/** What an event of type `steps` says about a node. */
export interface FlowStepLine {
  stepId: string;
  index: number;
  node: string;
  title: string;
  status: z.infer<typeof runStatusSchema>;
  nodeStatus: FlowNodeStatus;
  attempt: number;
  message: string | null;
  durationMs: number | null;
  childRunId: string | null;
  dueAt: string | null;
}
