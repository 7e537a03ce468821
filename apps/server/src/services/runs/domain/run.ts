import type { RunCounts, RunEvent, RunOrigin, RunStatus } from '@touchstone/contracts/runs';

/** A run as other services see it. `Label` is what its kind keeps for lists. */
export interface Run {
  runId: string;
  organizationId: string;
  projectId: string;
  kind: string;
  name: string;
  /** Counted in the workspace over runs of every kind; null for a part of another run. */
  number: number | null;
  /** What the pipeline that started it says. */
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
  /** Number of the runner's lease. */
  attempt: number;
  /** How many retries of users lead to this run; 0 for one that is none. */
  retryNumber: number;
  retryOf: string | null;
  /** The run that this one is a part of, and the step of it. */
  parentRunId: string | null;
  parentStepId: string | null;
}

/**
 * A step as it is planned. `plan` says what is to be done, `summary` what lists show of it; the core stores both and never looks inside.
 * Steps form a tree: a `container` (a suite, an iteration) is given before its steps, is not executed itself, and shows how they ended.
 */
export interface PlannedStep {
  stepId: string;
  /** Word of the kind of run for what this is, such as `request` or `suite`. */
  kind: string;
  title: string;
  /** What a search in the steps finds it by; default: the title. */
  searchText?: string;
  /** The container that it belongs to; default: none. */
  parentId?: string | null;
  isContainer?: boolean;
  groupId: string | null;
  /** The thing that is tested, such as a script; its history is found by it. */
  sourceId: string | null;
  /** The state of that thing: the same where nothing about it was changed. */
  sourceRevision?: string | null;
  /** Whether a retry of what did not pass takes it; default true. */
  retryable?: boolean;
  plan: unknown;
  summary: unknown;
}

/** A step as it is stored, without its plan and its detail. */
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
  /** First failure or error, or why it did not run, in one sentence. */
  message: string | null;
  retryable: boolean;
  attempt: number;
  durationMs: number | null;
  startedAt: Date | null;
  finishedAt: Date | null;
  /** Place in the order of execution. */
  position: number;
  /** Index of the planned step that this one is a further execution of. */
  repeatOf: number | null;
  /** What lists show of the plan, in the words of the kind. */
  summary: unknown;
  /** What lists show of the result, in the words of the kind; null before there is one. */
  outcome: unknown;
}

/** What a runner records of a step that ended. */
export interface FinishedStep {
  index: number;
  status: Extract<RunStatus, 'passed' | 'failed' | 'error' | 'skipped' | 'cancelled'>;
  /** Null for one that was not executed. */
  durationMs: number | null;
  startedAt: Date;
  message: string | null;
  /** Where it is another than the planned one. */
  title?: string;
  searchText?: string;
  /** What lists show of the result; opaque to the core. */
  outcome: unknown;
  /** Everything else of the result; opaque to the core. */
  detail: unknown;
  /** What the event stream tells of it; default: its title, status and message. */
  line?: unknown;
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

/** containerStatus is the status of a container: how its steps ended, once all have. */
export function containerStatus(counted: Omit<RunCounts, 'queued'>): RunStatus {
  const counts = { ...counted, queued: queuedOf(counted) };
  if (counts.running > 0 || (counts.queued > 0 && counts.queued < counts.total)) return 'running';
  if (counts.queued > 0) return 'queued';
  const status = finalStatus(counts, false);
  return status === 'passed' && counts.skipped === counts.total && counts.total > 0 ? 'skipped' : status;
}

/** isFinal tells whether a status does not change any more. */
export const isFinal = (status: RunStatus): boolean => status !== 'queued' && status !== 'running';

/** queuedOf is what is left: everything not running and not ended. */
export const queuedOf = (c: Omit<RunCounts, 'queued'>): number =>
  c.total - c.running - c.passed - c.failed - c.error - c.skipped - c.cancelled;

export type { RunCounts, RunEvent, RunOrigin, RunStatus };
