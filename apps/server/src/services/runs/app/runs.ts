import type { Readable } from 'node:stream';
import type { ReportFormat, RunCounts, RunEvent, RunStatus } from '@touchstone/contracts/runs';
import type { ReportDocument } from '@touchstone/report';
import type { Attachment } from '../domain/attachment.ts';
import type { PlannedStep, Run, RunOrigin, StoredStep } from '../domain/run.ts';
import type { PresentedStep, RetryChoice, RunNeed, RunViewer, Transaction } from '../domain/run-kind.ts';
import type { DayCount } from '../store/day-counts.ts';
import type { MetricsScope, metricsStore, OutcomeTotals, RecentRun } from '../store/metrics.store.ts';
import type { SourceCounts, StatisticsScope, statisticsStore } from '../store/statistics.store.ts';
import type { StepFilter } from '../store/steps.store.ts';

/** What a run is made from when it is queued. */
export interface QueuedRunInput {
  /** Where something must know the id before the run exists; default: a new one. */
  runId?: string;
  organizationId: string;
  projectId: string;
  kind: string;
  name: string;
  plan: unknown;
  label: unknown;
  /** Only runners that have this label take it; default: every one. */
  runnerLabel?: string | null;
  /** Read once, in pieces: a plan of any length needs little memory. */
  steps: AsyncIterable<PlannedStep>;
  user: { userId: string; name: string };
  /** What the pipeline that starts it says; default: nothing. */
  origin?: RunOrigin;
  /** The run that this one becomes a part of: it is stopped, shown and deleted with it. */
  parent?: { runId: string; stepId?: string };
}
/** What was tested in a run, such as a script, with all its executions. Times are milliseconds since 1970; null: nothing ran. */
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

/** Metrics are numbers over the runs of an organization. */
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

/** Runs is what other services may do with runs. Every function is scoped to the organization it is given. */
export interface Runs {
  /** The instant before which ended runs are deleted; what refers to runs is kept as long as they are. */
  keptFrom(): Date;
  /**
   * Starts a run as its kind plans it, for a caller who may; `input` is what the kind takes, `origin` what a pipeline says of it. With a
   * `runId` of the caller's making a second start finds the first.
   */
  start(
    caller: RunViewer,
    kind: string,
    input: { projectId: string },
    origin?: RunOrigin,
    options?: { runId?: string },
  ): Promise<Run>;
  /** Stores a planned run with its queue entry in one transaction; from then on it survives any crash. */
  enqueue(input: QueuedRunInput): Promise<Run>;
  /** Runners that live, of all processes, with what services tell of their machines. */
  listRunners(): Promise<{ labels: string[]; facts: Record<string, unknown> }[]>;
  get(organizationId: string, runId: string): Promise<Run>;
  /** What its kind planned the run with; throws where there is no such run. */
  planOf(organizationId: string, runId: string): Promise<unknown>;
  /** What its kind kept with the last recorded batch (`keepState`); undefined where it kept nothing. */
  stateOf(organizationId: string, runId: string): Promise<unknown>;
  /** The run, where its kind lets the caller see or change it; throws where not. */
  open(caller: RunViewer, runId: string, need?: RunNeed): Promise<Run>;
  /** Where the page shows a run; undefined for kinds that no page shows. */
  linkOf(run: Pick<Run, 'kind' | 'runId' | 'projectId'>): string | undefined;
  /** Where the page shows a step of a run: the run, with the step open where its page can. */
  linkOfStep(run: Pick<Run, 'kind' | 'runId' | 'projectId'>, stepId: string): string | undefined;
  list(
    filter: {
      organizationId: string;
      projectId: string | readonly string[];
      kinds?: string[];
      statuses?: RunStatus[];
      groupId?: string;
      searchTerm?: string;
      /** True: only those without steps. False: not those that passed because they have none. */
      isEmpty?: boolean;
      /** The parts of this run; absent: runs that are a part of none. */
      parentRunId?: string;
      /** Parts of other runs too. */
      withParts?: boolean;
    },
    page: PageRequest,
  ): Promise<PageResult<Run>>;
  /** How many runs of these projects have each status; parts of other runs are left out. */
  countByStatus(filter: {
    organizationId: string;
    projectId: string | readonly string[];
    kinds: string[];
    searchTerm?: string;
  }): Promise<RunCounts>;
  /** In order of execution; with `parentId` one level of the tree, in which containers show how their steps ended. */
  listSteps(filter: StepFilter, page: PageRequest): Promise<PageResult<StoredStep>>;
  getStep(runId: string, stepId: string): Promise<StoredStep & { detail: unknown }>;
  /** Those of the named steps that the run has. */
  getSteps(runId: string, stepIds: string[]): Promise<(StoredStep & { detail: unknown })[]>;
  /** Every step with its detail in order of execution, read in bounded pieces. */
  readSteps(runId: string): AsyncIterable<StoredStep & { detail: unknown }>;
  listBySource(
    organizationId: string,
    sourceId: string,
    page: PageRequest,
  ): Promise<PageResult<StoredStep & { detail: unknown; runCreatedAt: Date }>>;
  /** Those of the named runs that exist. */
  listByIds(organizationId: string, runIds: string[]): Promise<Run[]>;
  /** The numbers of those of the named runs that exist and have one. */
  numbersOf(organizationId: string, runIds: readonly string[]): Promise<Map<string, number>>;
  /** How groups of finished runs ended by themselves: the worst of their own steps. Groups without steps are absent. */
  groupResults(
    pairs: { runId: string; groupId: string }[],
  ): Promise<Map<string, { status: RunStatus; counts: RunCounts }>>;
  /** How each source of a run ended, by group, in the order of the plan. Steps without a source or a group are left out. */
  sourceResults(runId: string): Promise<SourceResult[]>;
  statistics: {
    days(scope: StatisticsScope): Promise<DayCount[]>;
    totals(scope: StatisticsScope): ReturnType<typeof statisticsStore.totals>;
    mostFailed(scope: StatisticsScope, limit: number): ReturnType<typeof statisticsStore.mostFailed>;
    countSince(organizationId: string, since: Date): Promise<number>;
  };
  /** Numbers over many projects, for dashboards. */
  metrics: Metrics;
  /** Tells suspended runs, once the transaction has committed, that something has come for them. */
  wake(client: Transaction, runIds: readonly string[]): Promise<void>;
  /** Asks a run to stop. Throws where it has ended. */
  cancel(organizationId: string, runId: string): Promise<void>;
  /** How the kind of a run shows one of its steps. */
  present(run: Pick<Run, 'kind'>, step: StoredStep): PresentedStep;
  /** Files of a run and its steps, oldest first. */
  listAttachments(caller: RunViewer, runId: string, page?: PageRequest): Promise<PageResult<Attachment>>;
  /** One of them, where its kind lets the caller see the run. */
  openAttachment(caller: RunViewer, runId: string, attachmentId: string): Promise<Attachment & { stream: Readable }>;
  /** One of them for those who have proved already that they may see it, such as by an address that was signed for them. */
  openFile(organizationId: string, runId: string, attachmentId: string): Promise<Attachment & { stream: Readable }>;
  /** The report of a finished run as its kind writes it. */
  document(run: Run): Promise<ReportDocument>;
  /** The report of a finished run as a file, piece by piece. */
  report(run: Run, format: ReportFormat): Promise<RunReport>;
  /** Finished runs of the same tests before a run, newest first, at most 50. */
  listEarlier(run: Run): Promise<Run[]>;
  /** Mails the report of a finished run as a file, with what failed first, in the name of a caller who may change the run. */
  mailReport(
    caller: RunViewer & { email: string },
    order: { runId: string; email: string; type: ReportFormat },
  ): Promise<void>;
  /** Whether runs of this kind may be run again. */
  canRetry(run: Pick<Run, 'kind'>): boolean;
  /** Starts the plan of a finished run again, as far as its kind allows; `steps` are executed in place of its own. */
  retry(
    organizationId: string,
    runId: string,
    options: RetryChoice & { user: RunViewer; steps?: AsyncIterable<PlannedStep> },
  ): Promise<Run>;
  /** Deletes finished runs with their files; answers the ids that were deleted. */
  delete(organizationId: string, runIds: string[]): Promise<string[]>;
  /** Deletes every run of a project with its files; one that is executed ends with its next record. Parts of runs of other projects end, and stay with those. */
  deleteProject(organizationId: string, projectId: string): Promise<void>;
  /** Events after `after` in order, live until the run ends or `signal` aborts. */
  readEvents(runId: string, after: number, signal: AbortSignal): AsyncIterable<RunEvent>;
}
