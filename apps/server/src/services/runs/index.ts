import { on } from '../../platform/events.ts';
import type { OpenTopic } from '../../platform/http/topics.ts';
import type { Platform } from '../../platform/platform.ts';
import { defineService } from '../../platform/service.ts';
import { defineSlot, take } from '../../platform/slots.ts';
import { workspaceDeleted, workspaceTrashed } from '../workspaces/index.ts';
import { cancelProject } from './app/cancel-run.ts';
import type { CompareRuns } from './app/compare-runs.ts';
import { createRuns } from './app/create-runs.ts';
import type { RunCalls } from './app/run-calls.ts';
import type { Runs } from './app/runs.ts';
import { type RunSettings, runSettings } from './config.ts';
import type { RunEnd, RunKind } from './domain/run-kind.ts';
import type { FindStepTraces } from './domain/step-traces.ts';
import { runErrors } from './errors.ts';
import { runEnded } from './events.ts';
import { addRetentionJob } from './jobs/retention.job.ts';
import { Runner } from './jobs/runner.ts';
import { addRunRoutes } from './routes/runs.routes.ts';

export { reportFormats } from './app/report-formats.ts';
export type { Metrics, QueuedRunInput, RunReport, Runs, SourceResult } from './app/runs.ts';
export type { Attachment, NewAttachment } from './domain/attachment.ts';
export {
  type FinishedStep,
  isFinal,
  type PlannedStep,
  type Run,
  type RunOrigin,
  type StoredStep,
} from './domain/run.ts';
export { toRunAnswer, toRunAttachment } from './domain/run-answer.ts';
export type {
  OpenStep,
  PartEnd,
  PlannedRun,
  PresentedStep,
  RetryChoice,
  RunContext,
  RunEnd,
  RunKind,
  RunNeed,
  RunProgress,
  RunQuota,
  RunViewer,
  StepFindings,
  Transaction,
} from './domain/run-kind.ts';
export { plainStep, type ReportSource, reportHeader } from './domain/run-report.ts';
export type { FindStepTraces, TracedStep } from './domain/step-traces.ts';
export { runEnded } from './events.ts';
export { Runner } from './jobs/runner.ts';
export type { RecentRun } from './store/metrics.store.ts';

/** A fact that a service provides about a runner's machine. */
export interface RunnerFact {
  name: string;
  read(): Promise<unknown>;
}

/** Services with their own runs register their kinds here. */
export const runKinds = defineSlot<RunKind>('kinds of run');

/**
 * Facts that services provide about a runner's machine, such as its browsers. They are read every second and stored
 * when they change. See `listRunners`.
 */
export const runnerFacts = defineSlot<RunnerFact>('facts about runners');

/** Services that record what steps of runs caused in them register a finder here; step reports show the results. */
export const stepTraces = defineSlot<FindStepTraces>('what steps of runs caused');

/**
 * createRunsCore creates the single queue and event stream of all kinds of run. Register kinds before the runner
 * starts.
 */
export async function createRunsCore(
  platform: Platform,
  settings: RunSettings,
): Promise<{
  runs: Runs;
  calls: RunCalls;
  comparison: CompareRuns;
  register(...kinds: RunKind[]): void;
  addTraces(find: FindStepTraces): void;
  addFact(fact: RunnerFact): void;
  createRunner(): Runner;
  finished(end: RunEnd): Promise<void>;
}> {
  const kinds = new Map<string, RunKind>();
  const traces: FindStepTraces[] = [];
  const facts: RunnerFact[] = [];
  const { runs, calls, comparison, deleteExpired } = await createRuns(platform, kinds, settings, traces);
  addRetentionJob(platform, deleteExpired);
  return {
    runs,
    calls,
    comparison,
    register(...given) {
      for (const kind of given) {
        if (kinds.has(kind.kind)) throw new Error(`Two kinds of run are named ${kind.kind}.`);
        kinds.set(kind.kind, kind);
      }
    },
    addTraces: (find) => void traces.push(find),
    addFact: (fact) => void facts.push(fact),
    createRunner: () =>
      new Runner(platform, kinds, {
        concurrency: settings.RUNNER_CONCURRENCY,
        labels: settings.RUNNER_LABELS,
        readFacts: async () =>
          Object.fromEntries(await Promise.all(facts.map(async ({ name, read }) => [name, await read()] as const))),
      }),
    finished: async (end) => kinds.get(end.kind)?.onFinished?.(end),
  };
}

/** RunsDoor contains the operations for services with their own runs: start, read and follow runs. */
export type RunsDoor = Runs & { openEvents: OpenTopic };

/** runsService plans, queues, executes, records and streams runs of every kind. */
export const runsService = defineService<RunsDoor, Record<never, never>, typeof runSettings>({
  name: 'runs',
  config: runSettings,
  errors: runErrors,
  migrations: new URL('./store/migrations/', import.meta.url),
  async create(platform, _needs, settings) {
    const { runs, calls, comparison, register, addTraces, addFact, createRunner, finished } = await createRunsCore(
      platform,
      settings,
    );
    const openEvents: OpenTopic = async (caller, id) => {
      const { runId } = await runs.open(caller, id);
      return async function* (after, signal) {
        for await (const event of runs.readEvents(runId, after, signal))
          yield { id: event.seq, event: event.type, data: event };
      };
    };
    platform.topics.add('run', openEvents);
    let runner: Runner | undefined;
    return {
      door: { ...runs, openEvents },
      takes: [take(runKinds, (kind) => register(kind)), take(stepTraces, addTraces), take(runnerFacts, addFact)],
      on: [
        on(runEnded, finished),
        on(workspaceDeleted, ({ projectId, deletedBy: { organizationId } }) =>
          runs.deleteProject(organizationId, projectId),
        ),
        on(workspaceTrashed, async ({ isThere, ...scope }) => {
          if (!isThere) await cancelProject(runs, scope);
        }),
      ],
      routes: (registrar) =>
        addRunRoutes(registrar, { runs: calls, comparison, openEvents, streams: platform.streams }),
      async start() {
        if (!platform.config.roles.includes('runner')) return;
        runner = createRunner();
        await runner.start();
      },
      stop: async (graceMs) => runner?.stop(graceMs),
    };
  },
});
