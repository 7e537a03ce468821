import type { RunCounts, RunEvent, RunStatus } from '@touchstone/contracts';

/** A run as other services see it. `Label` is what its kind keeps for lists. */
export interface Run {
  runId: string;
  organizationId: string;
  projectId: string;
  kind: string;
  name: string;
  status: RunStatus;
  message: string | null;
  label: unknown;
  counts: RunCounts;
  createdBy: string;
  createdByName: string;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  durationMs: number;
  /** Number of the runner's lease. */
  attempt: number;
  /** How many retries of users lead to this run; 0 for one that is none. */
  retryNumber: number;
  retryOf: string | null;
}

/** A step as it is planned. `summary` is its first line in lists, before it ran. */
export interface PlannedStep {
  stepId: string;
  name: string;
  groupId: string | null;
  sourceId: string | null;
  plan: unknown;
  summary: unknown;
}

/** A step as it is stored. */
export interface StoredStep {
  runId: string;
  index: number;
  stepId: string;
  name: string;
  groupId: string | null;
  sourceId: string | null;
  status: RunStatus;
  attempt: number;
  durationMs: number | null;
  startedAt: Date | null;
  finishedAt: Date | null;
  /** Place in the order of execution. */
  position: number;
  /** Index of the planned step that this one is a further execution of. */
  repeatOf: number | null;
  summary: unknown;
}

/** What a runner records of a step that ended. */
export interface FinishedStep {
  index: number;
  status: Extract<RunStatus, 'passed' | 'failed' | 'error' | 'skipped' | 'cancelled'>;
  durationMs: number;
  startedAt: Date;
  summary: unknown;
  detail: unknown;
  /** Set for a further execution of a planned step that has a result already: a row of its own, at a new `index`. */
  repeat?: { of: number; stepId: string; position: number };
}

/** finalStatus is the status of a run whose every step has ended: the worst of them; a run without steps has passed. */
export function finalStatus(counts: RunCounts, cancelRequested: boolean): RunStatus {
  if (cancelRequested && counts.cancelled + counts.queued + counts.running > 0) return 'cancelled';
  if (counts.error > 0) return 'error';
  if (counts.failed > 0) return 'failed';
  if (counts.cancelled > 0) return 'cancelled';
  return 'passed';
}

/** isFinal tells whether a status does not change any more. */
export const isFinal = (status: RunStatus): boolean => status !== 'queued' && status !== 'running';

/** queuedOf is what is left: everything not running and not ended. */
export const queuedOf = (c: Omit<RunCounts, 'queued'>): number =>
  c.total - c.running - c.passed - c.failed - c.error - c.skipped - c.cancelled;

export type { RunCounts, RunEvent, RunStatus };
