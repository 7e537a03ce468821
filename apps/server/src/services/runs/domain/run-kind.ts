import type { Access, Role, Schema } from '@touchstone/contracts';
import type { RunCounts, RunStatus } from '@touchstone/contracts/runs';
import type { ErrorDefinition } from '@touchstone/kernel';
import type { ReportDocument } from '@touchstone/report';
import type { Attachment, NewAttachment } from './attachment.ts';
import type { FinishedStep, PlannedStep, Run, StoredStep } from './run.ts';
import type { ReportSource } from './run-report.ts';

/** A planned step as passed to its kind for execution. */
export interface OpenStep
  extends Pick<StoredStep, 'index' | 'stepId' | 'kind' | 'title' | 'parentId' | 'groupId' | 'summary'> {
  plan: unknown;
}

/** The progress of a run's earlier attempts. */
export interface RunProgress {
  /** The latest execution in order; undefined if none was recorded. */
  last: (StoredStep & { detail: unknown }) | undefined;
  /** Number of further executions, by index of the planned step. */
  repeats: Map<number, number>;
  /** Number of further executions, of any step, placed after each planned step, by its index. */
  behind: Map<number, number>;
}

/** What a runner provides to a kind that executes a run. */
export interface RunContext {
  runId: string;
  name: string;
  organizationId: string;
  projectId: string;
  /** The user who started the run. */
  createdBy: string;
  plan: unknown;
  /** The state that an earlier attempt stored with its last recorded batch, if any. */
  checkpoint: unknown;
  attempt: number;
  /** Aborted when the run is stopped, its lease is lost, or the runner stops. */
  signal: AbortSignal;
  /** Steps that haven't ended, in order, read in pages. */
  openSteps(): AsyncIterable<OpenStep>;
  /** What earlier attempts recorded. */
  progress(): Promise<RunProgress>;
  /** Rows of the run when this attempt started: the first unused index. */
  total: number;
  /**
   * Planned steps with the same parent as the step at `index`, including ended ones, in order; empty if it has no
   * parent.
   */
  siblings(index: number): AsyncIterable<OpenStep & { isOpen: boolean }>;
  /**
   * Reports that a step has started. `line` is its entry in the event stream; default: its title, status and `message`,
   * such as its progress. Call it again while the step is running to report more.
   */
  started(step: { index: number; line?: unknown; message?: string }): void;
  /** Resolves when there is room for more: a fast engine waits for the database. */
  finished(step: FinishedStep): Promise<void>;
  /** Registers a function called for each recorded batch; its result is sealed and stored with the batch. */
  keepState(read: () => unknown): void;
  /** Attaches a file to the run or to one of its steps; replaces one with the same name on the same step. */
  attach(file: NewAttachment): Promise<Attachment>;
  /**
   * Sets the reason for the run's status, in one sentence for the user; shown with its final status. `status`:
   * overrides the status that results from the steps.
   */
  conclude(message: string | null, status?: Extract<RunStatus, 'passed' | 'failed' | 'error' | 'cancelled'>): void;
  /** Registers a listener for events of the run: a part ended, or a service called `wake`. */
  onWake(listener: () => void): void;
  /**
   * Once `execute` returns, keeps the run open without a runner, until it is woken or `until` is reached; any runner
   * then continues it. `isQuiet` is called in the transaction that releases the run: if it returns false, this runner
   * continues immediately.
   */
  suspend(until: Date | null, isQuiet: (client: Transaction) => Promise<boolean>): void;
  /** Steps that were running when the run was suspended: they continue, without another call of `started`. */
  startedSteps: readonly number[];
}

/** PartEnd is the end of a part, as passed to the kind of its run. */
export interface PartEnd {
  runId: string;
  parentRunId: string;
  parentStepId: string | null;
  status: RunStatus;
  message: string | null;
}

/** RunEnd contains the facts about a run that has ended. */
export type RunEnd = Pick<
  Run,
  'runId' | 'organizationId' | 'projectId' | 'kind' | 'name' | 'number' | 'status' | 'message' | 'counts' | 'createdBy'
> & { durationMs: number };

/** An open database transaction. */
export interface Transaction {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** RunViewer is the caller who requests a run. */
export interface RunViewer {
  userId: string;
  email: string;
  name: string;
  role: Role;
  organizationId: string;
  plan: 'FREE' | 'PRO' | 'ENTERPRISE' | 'EXPIRED';
  teamIds: readonly string[];
  teamId: string | undefined;
  requestId: string;
  address: string;
  /** See `Caller`. */
  workspaceAccess?: Access;
}

/** A step in the form used for steps of every kind. */
export interface PresentedStep {
  title: string;
  /** Details beyond the title, such as the address of a request. */
  subtitle: string;
  /** A few short labels, such as a method or a status code. */
  badges: string[];
}

/** What a comparison shows of a step besides its status, message and pictures. */
export interface StepFindings {
  /** Titles of its ancestors, outermost first. */
  path: string[];
  /** Such as expected and actual values; the step counts as changed if one differs. */
  values: { label: string; text: string }[];
}

/** What a user wants to retry of a finished run. */
export interface RetryChoice {
  onlyFailed: boolean;
}

/** The access a caller needs: to see runs, or to start, stop, retry and delete them. */
export type RunNeed = 'view' | 'edit';

/** RunQuota limits the runs of an organization since an instant; parts of runs don't count. */
export interface RunQuota {
  since: Date;
  most: number;
  /** Thrown if there are more. */
  full: ErrorDefinition;
}

/** A kind's plan for a start request. */
export interface PlannedRun {
  /** Set it if the id must be known before the run exists; default: a new one. */
  runId?: string;
  name: string;
  /** What `execute` needs beyond the steps. */
  plan: unknown;
  /** The part of the plan that lists show. */
  label: unknown;
  /** Only runners with this label take the run; default: any runner. */
  runnerLabel?: string | null;
  /** Iterated once, in batches: a plan of any length needs little memory. */
  steps: AsyncIterable<PlannedStep>;
  /** Checked when the run is stored; absent: no quota. */
  quota?: RunQuota;
  /** Details of the start for the audit log, besides the name. */
  auditDetail?: Record<string, unknown>;
  /** Called once the run is stored. */
  stored?(run: Run): Promise<void>;
  /** Releases reservations if the run isn't stored. */
  discard?(): Promise<void>;
}

/** RunKind plugs a kind of run into the core: who may use it, and how it is planned, executed, retried and shown. */
export interface RunKind {
  kind: string;
  /** The kind's name in the UI, such as "Functional run". */
  title: string;
  /** The service it belongs to: every call about a run requires that service's licence. */
  service: string;
  /** Roles and plans that may see and change runs; default: `canRead` and `canWrite`. */
  access?: Readonly<Record<RunNeed, Access>>;
  /**
   * Throws if the caller may not do this with the runs of a project in their organization. A part is checked like its
   * top-level run.
   */
  open(caller: RunViewer, projectId: string, need: RunNeed): Promise<void>;
  /** The schema of the start input; its `projectId` is the run's project. */
  input?: Schema;
  /**
   * Plans a run with everything it needs, resolved at the start; absent for kinds that can't be started directly.
   * Called for callers who may change the project's runs. `runId` is given if it is already known.
   */
  plan?(caller: RunViewer, input: unknown, options?: { runId?: string }): Promise<PlannedRun>;
  /** The display text of a status. */
  executionStatus(status: RunStatus, counts: RunCounts): string;
  execute(context: RunContext): Promise<void>;
  /** Writes the kind's data about an ending run, in the transaction that ends it. */
  ending?(client: Transaction, end: { runId: string; status: RunStatus }): Promise<void>;
  /**
   * Writes the kind's data about an ending part, in the transaction that ends the part; the run is woken afterwards.
   */
  partEnded?(client: Transaction, part: PartEnd): Promise<void>;
  /** Suspended runs with an event they were never woken for, because the process that stored it died. */
  pending?(): Promise<string[]>;
  /** Parts of this kind go to idle runners first, one each, instead of to the first one available. */
  spreads?: true;
  /** Called at least once after a run has ended; not for parts of other runs. */
  onFinished?(end: RunEnd): Promise<void>;
  /** Called with deleted runs; calls may be missed, which the kind must detect on its own. */
  onDeleted?(runIds: readonly string[]): Promise<void>;
  /**
   * Returns what a retry of a finished run includes, and throws if that is nothing; absent for kinds that can't be
   * retried.
   */
  retry?(run: Run, choice: RetryChoice): RetryChoice | Promise<RetryChoice>;
  /** Adapts a run's plan for the caller who retries it; default: unchanged. */
  replan?(plan: unknown, caller: RunViewer): unknown;
  /** Text shown in lists besides the name; default: none. */
  subtitle?(run: Pick<Run, 'label'>): string;
  /** Presents a step from its stored data; default: its title. */
  present?(step: StoredStep): PresentedStep;
  /** Identity of a step across runs; steps of equal identity are paired in order. Default: source and title. */
  identity?(step: StoredStep): string;
  /** The findings of a step for a comparison of two runs; default: none. */
  findings?(step: StoredStep & { detail: unknown }): StepFindings;
  /** The report of a finished run; default: its steps as `present` shows them. */
  report?(run: Run, source: ReportSource): ReportDocument | Promise<ReportDocument>;
  /**
   * URL of a run's page; default: the generic page. Null: none. With `step` in its query it shows that step, if it can.
   */
  link?: ((run: Pick<Run, 'kind' | 'runId' | 'projectId'>) => string) | null;
}
