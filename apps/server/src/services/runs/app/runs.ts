import type { Readable } from 'node:stream';
import type { ReportFormat, RunCounts, RunEvent, RunStatus } from '@touchstone/contracts/runs';
import { AppError, newId } from '@touchstone/kernel';
import { createRing } from '../../../platform/database/bell.ts';
import { Waiters } from '../../../platform/database/waiters.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Attachment } from '../domain/attachment.ts';
import {
  containerStatus,
  finalStatus,
  isFinal,
  type PlannedStep,
  queuedOf,
  type Run,
  type StoredStep,
} from '../domain/run.ts';
import type { PresentedStep, RetryChoice, RunKind, RunViewer } from '../domain/run-kind.ts';
import { documentOf } from '../domain/run-report.ts';
import { runErrors } from '../errors.ts';
import type { DayCount } from '../store/day-counts.ts';
import { leasesStore } from '../store/leases.store.ts';
import { type MetricsScope, metricsStore, type OutcomeTotals, type RecentRun } from '../store/metrics.store.ts';
import { runsStore } from '../store/runs.store.ts';
import { type SourceCounts, type StatisticsScope, statisticsStore } from '../store/statistics.store.ts';
import { type StepFilter, stepsStore } from '../store/steps.store.ts';
import { createAttachments } from './attachments.ts';
import { finishRun } from './finish-run.ts';
import { readRunEvents } from './read-events.ts';
import { reportFormats } from './report-formats.ts';

/** What a run is made from when it is started. */
export interface StartRunInput {
  /** Where something must know the id before the run exists; default: a new one. */
  runId?: string;
  organizationId: string;
  projectId: string;
  kind: string;
  name: string;
  plan: unknown;
  label: unknown;
  /** Read once, in pieces: a plan of any length needs little memory. */
  steps: AsyncIterable<PlannedStep>;
  user: { userId: string; name: string };
  /** The run that this one becomes a part of: it is stopped, shown and deleted with it. */
  parent?: { runId: string; stepId?: string };
}
/** What was tested in a run, such as a script, with all its executions. Times are milliseconds since 1970; null: nothing ran. */
export type SourceResult = Pick<
  SourceCounts,
  'groupId' | 'sourceId' | 'name' | 'averageMs' | 'startedMs' | 'finishedMs'
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
  /** Stores the run with its whole plan and its queue entry in one transaction; from then on it survives any crash. */
  start(input: StartRunInput): Promise<Run>;
  get(organizationId: string, runId: string): Promise<Run>;
  /** The run, where its kind lets the caller see it; throws where not. */
  open(caller: RunViewer, runId: string): Promise<Run>;
  /** Where the page shows a run; undefined for kinds without a page. */
  linkOf(run: Pick<Run, 'kind' | 'runId' | 'projectId'>): string | undefined;
  list(
    filter: {
      organizationId: string;
      projectId: string;
      kinds?: string[];
      statuses?: RunStatus[];
      groupId?: string;
      searchTerm?: string;
      /** True: only those without steps. False: not those that passed because they have none. */
      isEmpty?: boolean;
      /** The parts of this run; absent: runs that are a part of none. */
      parentRunId?: string;
    },
    page: PageRequest,
  ): Promise<PageResult<Run>>;
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
  /** Asks a run to stop. Throws where it has ended. */
  cancel(organizationId: string, runId: string): Promise<void>;
  /** How the kind of a run shows one of its steps. */
  present(run: Pick<Run, 'kind'>, step: StoredStep): PresentedStep;
  /** Files of a run and its steps, oldest first. */
  listAttachments(caller: RunViewer, runId: string): Promise<Attachment[]>;
  /** One of them, where its kind lets the caller see the run. */
  openAttachment(caller: RunViewer, runId: string, attachmentId: string): Promise<Attachment & { stream: Readable }>;
  /** The report of a run as a file, piece by piece. */
  report(run: Run, format: ReportFormat): Promise<RunReport>;
  /** Whether runs of this kind may be run again. */
  canRetry(run: Pick<Run, 'kind'>): boolean;
  /** Starts the plan of a finished run again, as far as its kind allows. */
  retry(
    organizationId: string,
    runId: string,
    options: RetryChoice & { user: { userId: string; name: string } },
  ): Promise<Run>;
  /** Deletes finished runs with their files; answers the ids that were deleted. */
  delete(organizationId: string, runIds: string[]): Promise<string[]>;
  /** Deletes every run of a project with its files; one that is executed ends with its next record. */
  deleteProject(organizationId: string, projectId: string): Promise<void>;
  /** Events after `after` in order, live until the run ends or `signal` aborts. */
  readEvents(runId: string, after: number, signal: AbortSignal): AsyncIterable<RunEvent>;
}

export async function createRuns(platform: Platform, kinds: ReadonlyMap<string, RunKind>): Promise<Runs> {
  const { database } = platform;
  const waiters = await Waiters.start(platform.bell, 'runs_event');
  const get = async (organizationId: string, runId: string): Promise<Run> => {
    const run = await runsStore.find(database.sql, organizationId, runId);
    if (!run) throw new AppError(runErrors.notFound);
    return run;
  };
  const ring = createRing(platform);
  const attachments = createAttachments(platform);
  const remove = async (organizationId: string, runIds: string[]): Promise<string[]> => {
    // The files go first: a run that is still there is deleted again, files without a run would stay for ever.
    const found = await runsStore.findMany(database.sql, organizationId, runIds);
    const finished = found.filter(({ status }) => isFinal(status)).map(({ runId }) => runId);
    for (const { id } of await runsStore.listTree(database.sql, finished))
      await platform.files.deleteOwned(organizationId, `run:${id}`);
    const deleted = await runsStore.deleteFinished(database.sql, organizationId, finished);
    await attachments.sweep();
    return deleted;
  };

  async function* readSteps(runId: string): AsyncGenerator<StoredStep & { detail: unknown }> {
    for (let after = -1; ; ) {
      const page = await stepsStore.listDetails(database.sql, runId, after, 200);
      yield* page;
      const last = page.at(-1);
      if (!last || page.length < 200) return;
      after = last.position;
    }
  }

  platform.jobs.handle('runs.retention', async () => {
    const before = new Date(platform.clock.now().getTime() - platform.config.RETENTION_DAYS * 86_400_000);
    for (;;) {
      const expired = await runsStore.listExpired(database.sql, before, 100);
      for (const run of expired) await remove(run.organizationId, [run.id]);
      if (expired.length < 100) break;
    }
    await attachments.sweep();
  });
  platform.jobs.schedule('runs.retention', '17 3 * * *');

  const open: Runs['open'] = async (caller, runId) => {
    const run = await get(caller.organizationId, runId);
    let top = run;
    while (top.parentRunId) top = await get(caller.organizationId, top.parentRunId);
    await kinds.get(top.kind)?.open(caller, top);
    return run;
  };

  return {
    get,
    open,
    async listAttachments(caller, runId) {
      return attachments.list((await open(caller, runId)).runId);
    },
    async openAttachment(caller, runId, attachmentId) {
      const run = await open(caller, runId);
      return attachments.open(run.organizationId, run.runId, attachmentId);
    },
    linkOf: (run) => kinds.get(run.kind)?.link?.(run),
    present: (run, step) => kinds.get(run.kind)?.present?.(step) ?? { title: step.title, subtitle: '', badges: [] },
    async start(input) {
      const { steps, user, runId = newId(), parent, ...values } = input;
      await database.transaction(async (sql) => {
        await runsStore.insertRun(sql, {
          id: runId,
          ...values,
          total: 0,
          createdBy: user.userId,
          createdByName: user.name,
          ...(parent && { parentRunId: parent.runId, parentStepId: parent.stepId ?? null }),
        });
        await runsStore.setTotal(sql, runId, await runsStore.insertSteps(sql, runId, steps));
      });
      await ring('runs_queue', runId);
      return get(input.organizationId, runId);
    },
    list: (filter, page) => runsStore.list(database.sql, filter, page),
    listByIds: (organizationId, runIds) => runsStore.findMany(database.sql, organizationId, runIds),
    async groupResults(pairs) {
      const rows = await statisticsStore.groupCounts(database.sql, pairs);
      return new Map(
        rows.map(({ runId, groupId, ...counted }) => {
          const counts = { ...counted, queued: queuedOf(counted) };
          return [`${runId} ${groupId}`, { status: finalStatus(counts, false), counts }];
        }),
      );
    },
    async sourceResults(runId) {
      const rows = await statisticsStore.sourceCounts(database.sql, runId);
      return rows.map(({ groupId, sourceId, name, averageMs, startedMs, finishedMs, ...counted }) => {
        const counts = { ...counted, queued: queuedOf(counted) };
        return { groupId, sourceId, name, counts, averageMs, startedMs, finishedMs };
      });
    },
    statistics: {
      days: (scope) => statisticsStore.days(database.sql, scope),
      totals: (scope) => statisticsStore.totals(database.sql, scope),
      mostFailed: (scope, limit) => statisticsStore.mostFailed(database.sql, scope, limit),
      countSince: (organizationId, since) => {
        return statisticsStore.countSince(database.sql, { organizationId, since });
      },
    },
    metrics: {
      totalsByKind: (scope) => metricsStore.totalsByKind(database.sql, scope),
      days: (scope) => metricsStore.days(database.sql, scope),
      byUser: (scope, { userIds, limit } = {}) => metricsStore.byUser(database.sql, scope, userIds, limit),
      waitTimes: (scope) => metricsStore.waitTimes(database.sql, scope),
      recent: (scope, limit) => metricsStore.recent(database.sql, scope, limit),
    },
    async listSteps(filter, page) {
      const found = await stepsStore.list(database.sql, filter, page);
      const containers = found.content.filter(({ index }) => index < 0).map(({ stepId }) => stepId);
      const held = await stepsStore.countContained(database.sql, filter.runId, containers);
      const byId = new Map(held.map((each) => [each.stepId, each]));
      const content = found.content.map((step) => {
        const own = byId.get(step.stepId);
        return own ? { ...step, status: containerStatus(own.counts), durationMs: own.durationMs } : step;
      });
      return { ...found, content };
    },
    async getStep(runId, stepId) {
      const step = await stepsStore.find(database.sql, runId, stepId);
      if (!step) throw new AppError(runErrors.stepNotFound);
      return step;
    },
    getSteps: (runId, stepIds) => stepsStore.findDetails(database.sql, runId, stepIds),
    readSteps,
    async report(run, format) {
      const kind = kinds.get(run.kind);
      if (!kind) throw new AppError(runErrors.notFound);
      const link = kind.link?.(run);
      const url = link === undefined ? undefined : `${platform.config.publicUrl}${link}`;
      const { contentType, extension, render } = reportFormats[format];
      const document = await documentOf(kind, run, { steps: () => readSteps(run.runId), url });
      const fileName = `${run.name.replace(/[^\w.-]+/g, '-').slice(0, 80)}-${run.runId.slice(0, 8)}.${extension}`;
      return { content: render(document), contentType, extension, fileName };
    },
    listBySource: (organizationId, sourceId, page) =>
      stepsStore.listBySource(database.sql, organizationId, sourceId, page),
    async cancel(organizationId, runId) {
      const run = await get(organizationId, runId);
      const state = await runsStore.requestCancel(database.sql, organizationId, runId);
      if (!state) throw new AppError(runErrors.alreadyFinished);
      await leasesStore.cancelParts(database.pool, runId);
      const kind = kinds.get(run.kind);
      if (state === 'running' || !kind) {
        await ring('runs_cancel', runId);
        return;
      }
      await database.transaction(async (_sql, client) => {
        if (!(await leasesStore.lockQueued(client, runId))) return;
        const count = await leasesStore.closeOpenSteps(client, runId, 'cancelled', 'Run canceled');
        await finishRun(platform, client, kind, {
          runId,
          forced: 'cancelled',
          closed: { status: 'cancelled', count },
          message: 'Run canceled',
        });
      });
      await ring('runs_cancel', runId);
    },
    canRetry: (run) => kinds.get(run.kind)?.retry !== undefined,
    async retry(organizationId, runId, { user, ...choice }) {
      const run = await get(organizationId, runId);
      if (!isFinal(run.status)) throw new AppError(runErrors.notFinished);
      if (run.parentRunId) throw new AppError(runErrors.childNotRetryable);
      const kind = kinds.get(run.kind);
      if (!kind?.retry) throw new AppError(runErrors.notRetryable);
      const { onlyFailed } = await kind.retry(run, choice);
      const source = await runsStore.findPlan(database.sql, runId);
      const newRunId = newId();
      await database.transaction(async (sql) => {
        const state =
          onlyFailed && source?.checkpoint
            ? platform.secrets.open(source.checkpoint, `runs.run.checkpoint:${runId}`)
            : undefined;
        await runsStore.insertRun(sql, {
          id: newRunId,
          organizationId,
          projectId: run.projectId,
          kind: run.kind,
          name: run.name,
          plan: source?.plan,
          label: run.label,
          total: 0,
          createdBy: user.userId,
          createdByName: user.name,
          retryOf: runId,
          retryNumber: run.retryNumber + 1,
          checkpoint: state && platform.secrets.seal(state, `runs.run.checkpoint:${newRunId}`),
        });
        const total = await runsStore.copySteps(sql, runId, newRunId, onlyFailed);
        if (onlyFailed && total === 0) throw new AppError(runErrors.nothingToRetry);
        await runsStore.setTotal(sql, newRunId, total);
      });
      await ring('runs_queue', newRunId);
      return get(organizationId, newRunId);
    },
    delete: remove,
    async deleteProject(organizationId, projectId) {
      for (;;) {
        const runIds = await runsStore.deleteSome(database.sql, { organizationId, projectId, limit: 100 });
        for (const runId of runIds) {
          await ring('runs_cancel', runId);
          await platform.files.deleteOwned(organizationId, `run:${runId}`);
        }
        if (runIds.length === 0) break;
      }
      await attachments.sweep();
    },
    readEvents: (runId, after, signal) => readRunEvents({ database, waiters, runId, after, signal }),
  };
}
