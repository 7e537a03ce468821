import { randomUUID } from 'node:crypto';
import type { RunEvent } from '@touchstone/contracts/runs';
import type { Platform } from '../../../platform/platform.ts';
import { createRunsCore, type OpenStep, type PlannedStep, type RunContext, type Runner, type Runs } from '../index.ts';

/** A platform whose runs have a kind of the test's own. */
export interface DemoRuns {
  runs: Runs;
  kind: string;
  organizationId: string;
  /** Starts a run with this many steps, or with these. */
  start(steps: number | PlannedStep[]): Promise<string>;
  createRunner(): Runner;
  /** Calls a job's handler as the queue does. */
  work(job: string): Promise<void>;
  /** All events of a run up to its last. */
  events(runId: string): Promise<RunEvent[]>;
}

/**
 * createDemoRuns registers `execute` as a kind unique to the test, or as another runner's implementation of a given
 * one.
 */
export async function createDemoRuns(
  platform: Platform,
  execute: (context: RunContext) => Promise<void>,
  {
    parent,
    organizationId = randomUUID(),
    kind = `demo-${randomUUID()}`,
    runnerLabel,
    labels = [],
  }: {
    parent?: { runId: string };
    organizationId?: string;
    kind?: string;
    /** The label its runs require. */
    runnerLabel?: string;
    /** The labels of its runners. */
    labels?: string[];
  } = {},
): Promise<DemoRuns> {
  const handlers = new Map<string, (data: object) => Promise<void>>();
  const jobs: Platform['jobs'] = {
    ...platform.jobs,
    handle: (name, work) => void handlers.set(name, work as (data: object) => Promise<void>),
  };
  const { runs, register, createRunner } = await createRunsCore(
    { ...platform, jobs },
    { RUNNER_CONCURRENCY: 4, RUNNER_LABELS: labels, RETENTION_DAYS: 30 },
  );
  const projectId = randomUUID();
  register({
    kind,
    title: 'Demo',
    service: 'demo',
    execute,
    executionStatus: (status) => `Demo ${status}`,
    open: async () => undefined,
    retry: (_run, choice) => choice,
    ...(parent && { spreads: true as const }),
  });
  return {
    runs,
    kind,
    organizationId,
    createRunner,
    async start(steps) {
      const user = { userId: randomUUID(), name: 'Ada' };
      const input = {
        organizationId,
        projectId,
        kind,
        name: 'Demo',
        plan: {},
        label: {},
        user,
        ...(parent && { parent }),
        ...(runnerLabel && { runnerLabel }),
      };
      return (await runs.enqueue({ ...input, steps: typeof steps === 'number' ? plan(steps) : stream(steps) })).runId;
    },
    work: async (job) => handlers.get(job)?.({}),
    async events(runId) {
      const seen: RunEvent[] = [];
      for await (const event of runs.readEvents(runId, 0, AbortSignal.timeout(15_000))) seen.push(event);
      return seen;
    },
  };
}

async function* plan(steps: number) {
  for (let n = 0; n < steps; n += 1) yield planned({ title: `Step ${n}`, plan: { n }, summary: { n } });
}

async function* stream<T>(items: T[]): AsyncGenerator<T> {
  yield* items;
}

/** planned returns a step with defaults for everything a test doesn't care about. */
export const planned = (step: Partial<PlannedStep>): PlannedStep => ({
  stepId: randomUUID(),
  kind: 'demo',
  title: 'Step',
  groupId: null,
  sourceId: null,
  plan: {},
  summary: {},
  ...step,
});

/** resultOf returns a kind's record of a step. */
export const resultOf = (step: OpenStep, status: 'passed' | 'failed' | 'error' | 'skipped' = 'passed') => ({
  index: step.index,
  status,
  durationMs: 1,
  startedAt: new Date(),
  message: status === 'passed' ? null : `It ${status}.`,
  outcome: { n: step.index, status },
  detail: { n: step.index },
});

/** passAll passes every step immediately. */
export async function passAll(context: RunContext): Promise<void> {
  for await (const step of context.openSteps()) {
    context.started(step);
    await context.finished(resultOf(step));
  }
}
