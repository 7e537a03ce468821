import { z } from 'zod';
import { runStatusSchema } from '../runs/index.ts';
import { idSchema, timeSchema } from '../shared.ts';
import { flowNodeStatusSchema } from './flow.ts';

const comparedRunSchema = z.object({
  runId: idSchema,
  number: z.number().int().nullable(),
  revision: z.number().int(),
  status: runStatusSchema,
  createdAt: timeSchema,
  durationMs: z.number(),
});

const comparedNodeSchema = z.object({
  name: z.string(),
  status: flowNodeStatusSchema,
  attempt: z.number().int(),
  message: z.string().nullable(),
  durationMs: z.number().nullable().describe('null: it did not run or is not over'),
});
/** A node in one of two runs. */
export type ComparedNode = z.infer<typeof comparedNodeSchema>;

/** A value that differs. `path` starts with inputs, outputs or settings. A side without the value has none. */
export const valueDifferenceSchema = z.object({
  path: z.string(),
  before: z.json().optional(),
  after: z.json().optional(),
});
/** A value that differs between two runs. */
export type ValueDifference = z.infer<typeof valueDifferenceSchema>;

/** A node of two runs side by side. */
export const nodeComparisonSchema = z.object({
  node: z.string(),
  kind: z.string(),
  /** `changed`: its status, its attempts or a value differ. */
  change: z.enum(['same', 'changed', 'added', 'removed']),
  before: comparedNodeSchema.nullable(),
  after: comparedNodeSchema.nullable(),
  differences: z.array(valueDifferenceSchema),
  isCut: z.boolean().describe('More differ than are listed'),
});
/** A node of two runs side by side. */
export type NodeComparison = z.infer<typeof nodeComparisonSchema>;

/** Two runs of a workflow, node by node. */
export const flowComparisonSchema = z.object({
  before: comparedRunSchema,
  after: comparedRunSchema,
  nodes: z.array(nodeComparisonSchema),
});
/** Two runs of a workflow, node by node. */
export type FlowComparison = z.infer<typeof flowComparisonSchema>;
