import type { RunCounts, RunEvent, RunOrigin, RunStatus } from '@touchstone/contracts/runs';

/** A run as other services see it. `Label` is the data its kind stores for lists. */
export interface Run {
  runId: string;
  organizationId: string;
  projectId: string;
  kind: string;
  name: string;
  /** Counted per workspace over runs of every kind; null for a part of another run. */
  number: number | null;
  /** What the starting pipeline provided. */
  origin: RunOrigin;
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
  /** Fencing token of the runner's lease. */
  attempt: number;
  /** How many retries led to this run; 0 if it isn't one. */
  retryNumber: number;
  retryOf: string | null;
  /** The parent run, and its step that this run belongs to. */
  parentRunId: string | null;
  parentStepId: string | null;
}

/**
 * A planned step. `plan` defines what to do, `summary` what lists show of it; both are opaque to the core. Steps form a
 * tree: a `container` (a suite, an iteration) precedes its steps, isn't executed itself, and aggregates their status.
 */
export interface PlannedStep {
  stepId: string;
  /** The kind of step, such as `request` or `suite`; defined by the kind of run. */
  kind: string;
  title: string;
  /** The text that step searches match; default: the title. */
  searchText?: string;
  /** The container it belongs to; default: none. */
  parentId?: string | null;
  isContainer?: boolean;
  groupId: string | null;
  /** The tested source, such as a script; identifies the step's history. */
  sourceId: string | null;
  /** The revision of the source: equal if it is unchanged. */
  sourceRevision?: string | null;
  /** Whether a retry of unpassed steps includes it; default true. */
  retryable?: boolean;
  plan: unknown;
  summary: unknown;
}

/** A stored step, without its plan and its detail. */
export interface StoredStep {
  runId: string;
  index: number;
  stepId: string;
  kind: string;
  title: string;
  parentId: string | null;
  groupId: string | null;
  sourceId: string | null;
  status: RunStatus;
  /** First failure or error, or why it didn't run, in one sentence. */
  message: string | null;
  retryable: boolean;
  attempt: number;
  durationMs: number | null;
  startedAt: Date | null;
  finishedAt: Date | null;
  /** Position in the order of execution. */
  position: number;
  /** Index of the planned step that this is a further execution of. */
  repeatOf: number | null;
  /** What lists show of the plan, in the kind's form. */
  summary: unknown;
  /** What lists show of the result, in the kind's form; null until there is one. */
  outcome: unknown;
}

/** A runner's record of an ended step. */
export interface FinishedStep {
  index: number;
  status: Extract<RunStatus, 'passed' | 'failed' | 'error' | 'skipped' | 'cancelled'>;
  /** Null if it wasn't executed. */
  durationMs: number | null;
  startedAt: Date;
  message: string | null;
  /** Set if it differs from the planned title. */
  title?: string;
  searchText?: string;
  /** What lists show of the result; opaque to the core. */
  outcome: unknown;
  /** All other result data; opaque to the core. */
  detail: unknown;
  /** Its entry in the event stream; default: its title, status and message. */
  line?: unknown;
  /** Set for a further execution of a planned step that already has a result: a new row with its own `index`. */
  repeat?: { of: number; stepId: string; position: number };
}

/**
 * finalStatus returns the status of a run whose steps have all ended: the worst of them; a run without steps has
 * passed.
 */
export function finalStatus(counts: RunCounts, cancelRequested: boolean): RunStatus {
  if (cancelRequested && counts.cancelled + counts.queued + counts.running > 0) return 'cancelled';
  if (counts.error > 0) return 'error';
  if (counts.failed > 0) return 'failed';
  if (counts.cancelled > 0) return 'cancelled';
  return 'passed';
}

/** containerStatus returns the status of a container, aggregated from its steps. */
export function containerStatus(counted: Omit<RunCounts, 'queued'>): RunStatus {
  const counts = { ...counted, queued: queuedOf(counted) };
  if (counts.running > 0 || (counts.queued > 0 && counts.queued < counts.total)) return 'running';
  if (counts.queued > 0) return 'queued';
  const status = finalStatus(counts, false);
  return status === 'passed' && counts.skipped === counts.total && counts.total > 0 ? 'skipped' : status;
}

/** isFinal returns whether a status is final. */
export const isFinal = (status: RunStatus): boolean => status !== 'queued' && status !== 'running';

/** queuedOf returns the number of steps that are neither running nor ended. */
export const queuedOf = (c: Omit<RunCounts, 'queued'>): number =>
  c.total - c.running - c.passed - c.failed - c.error - c.skipped - c.cancelled;

export type { RunCounts, RunEvent, RunOrigin, RunStatus };
