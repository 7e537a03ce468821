import type { Run } from '../../runs/index.ts';
import { flowStatusOf } from './flow-status.ts';

/** factsOf returns the facts included in every response about a workflow run. */
export const factsOf = (run: Run) => ({
  status: run.status,
  executionStatus: flowStatusOf(run.status),
  message: run.message,
  counts: run.counts,
  createdAt: run.createdAt.toISOString(),
  startedAt: run.startedAt?.toISOString() ?? null,
  finishedAt: run.finishedAt?.toISOString() ?? null,
  durationMs: run.durationMs,
});
