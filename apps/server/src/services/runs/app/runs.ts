import type { Readable } from 'node:stream';
import type { ReportFormat, RunCounts, RunEvent, RunStatus } from '@touchstone/contracts/runs';
import type { ReportDocument } from '@touchstone/report';
import type { Attachment } from '../domain/attachment.ts';
import type { PlannedStep, Run, RunOrigin, StoredStep } from '../domain/run.ts';
import type { PresentedStep, RetryChoice, RunNeed, RunQuota, RunViewer, Transaction } from '../domain/run-kind.ts';
import type { DayCount } from '../store/day-counts.ts';
import type { MetricsScope, metricsStore, OutcomeTotals, RecentRun } from '../store/metrics.store.ts';
import type { SourceCounts, StatisticsScope, statisticsStore } from '../store/statistics.store.ts';
import type { StepFilter } from '../store/steps.store.ts';

/** The input for queueing a run. */
export interface QueuedRunInput {
  /** Set it if the id must be known before the run exists; default: a new one. */
  runId?: string;
  organizationId: string;
  projectId: string;
  kind: string;
  name: string;
  plan: unknown;
  label: unknown;
  /** Only runners with this label take it; default: any runner. */
  runnerLabel?: string | null;
  /** Iterated once, in batches: a plan of any length needs little memory. */
  steps: AsyncIterable<PlannedStep>;
  user: { userId: string; name: string };
  /** What the starting pipeline provided; default: nothing. */
  origin?: RunOrigin;
  /** Checked once the run is stored, unless it is part of another; default: no quota. */
  quota?: RunQuota;
  /** The parent run: this run is stopped, shown and deleted with it. */
  parent?: { runId: string; stepId?: string };
}
/**
 * The result of a source in a run, such as a script, over all of its executions. Times are milliseconds since 1970;
 * null: nothing was executed.
 */
export type SourceResult = Pick<
  SourceCounts,
  'groupId' | 'sourceId' | 'name' | 'summary' | 'revision' | 'averageMs' | 'startedMs' | 'finishedMs'
> & { counts: RunCounts };
type PageRequest = { page: number; size: number };
type PageResult<T> = { content: T[]; totalElements: number };

/** The report of a run as a file. */
export interface RunReport {
  content: AsyncIterable<string | Uint8Array>;
  contentType: string;
  extension: string;
  fileName: string;
}

/** Metrics over the runs of an organization. */
export interface Metrics {
  totalsByKind(scope: MetricsScope): Promise<OutcomeTotals[]>;
  days(scope: MetricsScope & { from: string; to: string }): Promise<DayCount[]>;
  byUser(
    scope: MetricsScope,
    options?: { userIds?: readonly string[]; limit?: number },
  ): ReturnType<typeof metricsStore.byUser>;
  waitTimes(scope: MetricsScope): ReturnType<typeof metricsStore.waitTimes>;
  recent(scope: MetricsScope, limit: number): Promise<RecentRun[]>;
}

/** Runs are the operations on runs available to other services. Each is scoped to the given organization. */
export interface Runs {
  /** Ended runs from before this instant are deleted; references to runs should be kept as long as the runs. */
  keptFrom(): Date;
  /**
   * Starts a run as planned by its kind, after a permission check; `input` is the kind's start input, `origin` what a
   * pipeline provided. With a `runId` chosen by the caller, repeating the start returns the first run.
   */
  start(
    caller: RunViewer,
    kind: string,
    input: { projectId: string },
    origin?: RunOrigin,
    options?: { runId?: string },
  ): Promise<Run>;
  /** Stores a planned run with its queue entry in one transaction; after that it survives any crash. */
  enqueue(input: QueuedRunInput): Promise<Run>;
  /** Living runners of all processes, with the facts that services provide about their machines. */
  listRunners(): Promise<{ labels: string[]; facts: Record<string, unknown> }[]>;
  get(organizationId: string, runId: string): Promise<Run>;
  /** The plan of a run as created by its kind; throws if the run doesn't exist. */
  planOf(organizationId: string, runId: string): Promise<unknown>;
  /** The state a kind stored with the last recorded batch (`keepState`); undefined if none. */
  stateOf(organizationId: string, runId: string): Promise<unknown>;
  /** Returns a run if its kind grants the caller access; throws otherwise. */
  open(caller: RunViewer, runId: string, need?: RunNeed): Promise<Run>;
  /** The URL of a run's page; undefined if its kind has none. */
  linkOf(run: Pick<Run, 'kind' | 'runId' | 'projectId'>): string | undefined;
  /** The URL of a step: the run's page, with the step open if the page supports it. */
  linkOfStep(run: Pick<Run, 'kind' | 'runId' | 'projectId'>, stepId: string): string | undefined;
  list(
    filter: {
      organizationId: string;
      projectId: string | readonly string[];
      kinds?: string[];
      statuses?: RunStatus[];
      groupId?: string;
      searchTerm?: string;
      /** Of passed runs: true, only those without steps; false, only those with steps. */
      isEmpty?: boolean;
      /** Parts of this run; absent: top-level runs. */
      parentRunId?: string;
      /** Includes parts of other runs. */
      withParts?: boolean;
    },
    page: PageRequest,
  ): Promise<PageResult<Run>>;
  /** How many runs of these projects have each status; excludes parts of other runs. */
  countByStatus(filter: {
    organizationId: string;
    projectId: string | readonly string[];
    kinds: string[];
    searchTerm?: string;
  }): Promise<RunCounts>;
  /**
   * Steps in order of execution; with `parentId`, one level of the tree, in which containers aggregate the status of
   * their steps.
   */
  listSteps(filter: StepFilter, page: PageRequest): Promise<PageResult<StoredStep>>;
  getStep(runId: string, stepId: string): Promise<StoredStep & { detail: unknown }>;
  /** The given steps, as far as the run has them. */
  getSteps(runId: string, stepIds: string[]): Promise<(StoredStep & { detail: unknown })[]>;
  /** All steps with their details in order of execution, read in batches. */
  readSteps(runId: string): AsyncIterable<StoredStep & { detail: unknown }>;
  listBySource(
    organizationId: string,
    sourceId: string,
    page: PageRequest,
  ): Promise<PageResult<StoredStep & { detail: unknown; runCreatedAt: Date }>>;
  /** The given runs, as far as they exist. */
  listByIds(organizationId: string, runIds: string[]): Promise<Run[]>;
  /** The numbers of the given runs, as far as they exist and have one. */
  numbersOf(organizationId: string, runIds: readonly string[]): Promise<Map<string, number>>;
  /** How groups of finished runs ended: the worst status of their own steps. Groups without steps are absent. */
  groupResults(
    pairs: { runId: string; groupId: string }[],
  ): Promise<Map<string, { status: RunStatus; counts: RunCounts }>>;
  /** How each source of a run ended, by group, in planned order. Steps without a source or a group are left out. */
  sourceResults(runId: string): Promise<SourceResult[]>;
  statistics: {
    days(scope: StatisticsScope): Promise<DayCount[]>;
    totals(scope: StatisticsScope): ReturnType<typeof statisticsStore.totals>;
    mostFailed(scope: StatisticsScope, limit: number): ReturnType<typeof statisticsStore.mostFailed>;
    countSince(organizationId: string, since: Date): Promise<number>;
  };
  /** Metrics over many projects, for dashboards. */
  metrics: Metrics;
  /** Wakes suspended runs once the transaction has committed. */
  wake(client: Transaction, runIds: readonly string[]): Promise<void>;
  /** Requests a run to stop. Throws if it has ended. */
  cancel(organizationId: string, runId: string): Promise<void>;
  /** A step as presented by its run's kind. */
  present(run: Pick<Run, 'kind'>, step: StoredStep): PresentedStep;
  /** Files of a run and its steps, oldest first. */
  listAttachments(caller: RunViewer, runId: string, page?: PageRequest): Promise<PageResult<Attachment>>;
  /** Opens an attachment, if the run's kind lets the caller see the run. */
  openAttachment(caller: RunViewer, runId: string, attachmentId: string): Promise<Attachment & { stream: Readable }>;
  /**
   * Opens an attachment without a permission check, for callers who have already proved access, such as with a signed
   * URL.
   */
  openFile(organizationId: string, runId: string, attachmentId: string): Promise<Attachment & { stream: Readable }>;
  /** The report of a finished run in the form its kind defines. */
  document(run: Run): Promise<ReportDocument>;
  /** The report of a finished run as a file, in chunks. */
  report(run: Run, format: ReportFormat): Promise<RunReport>;
  /** Earlier finished runs of the same tests, newest first, at most 50. */
  listEarlier(run: Run): Promise<Run[]>;
  /**
   * Mails the report of a finished run as a file, with the first failures, on behalf of a caller who may change the
   * run.
   */
  mailReport(
    caller: RunViewer & { email: string },
    order: { runId: string; email: string; type: ReportFormat },
  ): Promise<void>;
  /** Whether runs of this kind can be retried. */
  canRetry(run: Pick<Run, 'kind'>): boolean;
  /** Starts the plan of a finished run again, as far as its kind allows; `steps` replace its own. */
  retry(
    organizationId: string,
    runId: string,
    options: RetryChoice & { user: RunViewer; steps?: AsyncIterable<PlannedStep> },
  ): Promise<Run>;
  /** Deletes finished runs with their files; returns the ids that were deleted. */
  delete(organizationId: string, runIds: string[]): Promise<string[]>;
  /**
   * Deletes all runs of a project with their files; a run in execution ends with its next record. Parts of other
   * projects' runs are ended and stay with those.
   */
  deleteProject(organizationId: string, projectId: string): Promise<void>;
  /** Events after `after` in order, live until the run ends or `signal` aborts. */
  readEvents(runId: string, after: number, signal: AbortSignal): AsyncIterable<RunEvent>;
}
