import { z } from 'zod';

/** flowLimits limits a flow; validation and execution take time in proportion to it. */
export const flowLimits = { nodes: 20_000, links: 60_000, ports: 500, attempts: 20, items: 100_000 } as const;

const id = z.string().min(1).max(100);
const name = z.string().min(1).max(255);

/** Types of values in a flow. */
export const valueTypeSchema = z.enum(['string', 'number', 'boolean', 'date', 'json', 'table', 'secret', 'file']);
export type ValueType = z.infer<typeof valueTypeSchema>;

/** An input or output of a node. */
export const portSchema = z.object({
  name,
  type: valueTypeSchema,
  required: z.boolean().default(false).describe('An input that needs a value before the node can run.'),
  value: z.json().optional().describe('A constant: the value of an input without a joint, or of a data hub key.'),
});
export type Port = z.infer<typeof portSchema>;

const retrySchema = z.object({
  attempts: z.int().min(1).max(flowLimits.attempts).default(1).describe('All attempts, the first included.'),
  delayMs: z.int().min(0).max(86_400_000).default(1000).describe('Delay before the second attempt.'),
  factor: z.number().min(1).max(10).default(2).describe('Growth of the delay from one attempt to the next.'),
  maxDelayMs: z.int().min(0).max(86_400_000).default(60_000),
});

/** When a node with several incoming links runs. */
export const joinSchema = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('merge') }).describe('Every incoming link is decided and at least one was taken.'),
  z.object({ mode: z.literal('all') }).describe('Every incoming link was taken.'),
  z.object({ mode: z.literal('any') }).describe('One incoming link was taken; the node runs once.'),
  z.object({ mode: z.literal('quorum'), count: z.int().min(1) }).describe('So many incoming links were taken.'),
]);
export type Join = z.infer<typeof joinSchema>;

/** A node of a flow. Its kind defines the content of `settings`. */
export const flowNodeSchema = z.object({
  id,
  kind: z.string().min(1).max(100),
  name,
  inputs: z.array(portSchema).max(flowLimits.ports).default([]),
  outputs: z.array(portSchema).max(flowLimits.ports).default([]),
  settings: z.record(z.string(), z.json()).default({}),
  join: joinSchema.default({ mode: 'merge' }),
  retry: retrySchema.default({ attempts: 1, delayMs: 1000, factor: 2, maxDelayMs: 60_000 }),
  timeoutMs: z.int().min(1).max(2_592_000_000).optional(),
  environmentId: id.optional(),
  databaseId: id.optional(),
});
export type FlowNode = z.infer<typeof flowNodeSchema>;

/** A link says which node runs after another: after success or after an error, and only if its condition is true. */
export const flowLinkSchema = z.object({
  id,
  from: id,
  to: id,
  on: z.enum(['success', 'error']).default('success'),
  condition: z.string().max(10_000).optional().describe('An expression over `{{node.port}}` and variables of the run.'),
});
export type FlowLink = z.infer<typeof flowLinkSchema>;

/** A joint passes the value of an output to an input. */
export const jointSchema = z.object({
  from: z.object({ node: id, port: name }),
  to: z.object({ node: id, port: name }),
  coerce: z.boolean().default(false).describe('Convert the value to the type of the input.'),
});
export type Joint = z.infer<typeof jointSchema>;

/** A flow as it is stored, exported and executed. */
export const flowSchema = z.object({
  version: z.literal(1),
  nodes: z.array(flowNodeSchema).max(flowLimits.nodes),
  links: z.array(flowLinkSchema).max(flowLimits.links).default([]),
  joints: z.array(jointSchema).max(flowLimits.links).default([]),
  parallel: z.int().min(1).max(1000).default(8).describe('Nodes that run at once.'),
});
export type Flow = z.infer<typeof flowSchema>;
/** A flow as input, where values with defaults may be omitted. */
export type FlowInput = z.input<typeof flowSchema>;
