import type { RunStatus } from '@touchstone/contracts/runs';
import { outageOf } from '../../../platform/database/outage.ts';
import type { Platform } from '../../../platform/platform.ts';
import { createAttachments } from '../app/attachments.ts';
import { openCheckpoint } from '../app/checkpoint.ts';
import { finishRun } from '../app/finish-run.ts';
import { LeaseLost } from '../domain/lease-lost.ts';
import type { OpenStep, RunKind, Transaction } from '../domain/run-kind.ts';
import { type Lease, leasesStore } from '../store/leases.store.ts';
import { stepsStore } from '../store/steps.store.ts';
import { suspendedStore } from '../store/suspended.store.ts';
import { Recorder } from './recorder.ts';

const heartbeatMs = 1500;
const stepsPerPage = 200;

/** Why an execution was aborted. */
export type StopReason = 'cancelled' | 'lost' | 'draining';

/** The kind of the run, and all kinds: the end of a part is reported to the kind of its parent. */
interface Kinds {
  kind: RunKind;
  kinds: ReadonlyMap<string, RunKind>;
}

/** A run that waits, as requested by its kind. */
interface Suspension {
  until: Date | null;
  isQuiet(client: Transaction): Promise<boolean>;
}

/** The end of a run as set by its kind. */
interface Conclusion {
  message: string | null;
  status?: RunStatus | undefined;
}

/** executeRun executes a leased run until it ends or is suspended, or hands it back when the runner stops. */
export async function executeRun(
  platform: Platform,
  { kind, kinds }: Kinds,
  lease: Lease,
  { controller, wakes }: { controller: AbortController; wakes: Set<() => void> },
): Promise<void> {
  const log = platform.log.child({ runId: lease.runId, attempt: lease.attempt });
  const abort = (reason: StopReason) => controller.abort(reason);
  const recorder = new Recorder(platform, lease, (error) => {
    if (!(error instanceof LeaseLost)) log.error({ err: error }, 'recording failed');
    abort('lost');
  });
  if (lease.cancelRequested) abort('cancelled');
  const beat = setInterval(() => {
    leasesStore.heartbeat(platform.database.pool as never, lease).then(
      (held) => {
        if (!held) abort('lost');
        else if (held.cancelRequested) abort('cancelled');
      },
      (error: Error) => log.warn({ err: error }, 'heartbeat failed'),
    );
  }, heartbeatMs);
  let failure: unknown;
  let conclusion: Conclusion = { message: null };
  let suspension: Suspension | undefined;
  try {
    while (!controller.signal.aborted) {
      suspension = undefined;
      await kind.execute({
        ...lease,
        checkpoint: openCheckpoint(platform, lease.runId, lease.checkpoint),
        signal: controller.signal,
        openSteps: () => openSteps(platform, lease.runId, controller.signal, recorder),
        progress: () => stepsStore.findProgress(platform.database.sql, lease.runId),
        siblings: (index) => siblings(platform, lease.runId, index),
        started: (step) => recorder.started(step),
        finished: (step) => recorder.finished(step),
        keepState: (read) => recorder.keepState(read),
        attach: (file) => createAttachments(platform).attach(lease, file),
        conclude: (message, status) => {
          conclusion = { message, status };
        },
        onWake: (listener) => wakes.add(listener),
        suspend: (until, isQuiet) => {
          suspension = { until, isQuiet };
        },
        startedSteps: lease.startedSteps,
      });
      wakes.clear();
      await recorder.flush();
      if (!suspension) break;
      if (controller.signal.aborted) break;
      if (await suspendRun(platform, lease, suspension)) return;
    }
    await recorder.flush();
  } catch (error) {
    failure = error;
  } finally {
    clearInterval(beat);
  }
  const reason = controller.signal.aborted ? (controller.signal.reason as StopReason) : undefined;
  if (isAnothersToEnd(reason, failure, log)) return;
  if (reason === 'draining') {
    await leasesStore.release(platform.database.pool as never, lease);
    return;
  }
  if (failure && reason === undefined) log.error({ err: failure }, 'run failed');
  const forced = reason === 'cancelled' ? 'cancelled' : failure ? 'error' : undefined;
  const end: { forced: RunStatus | undefined; message: string | null } = forced
    ? { forced, message: closing[forced] }
    : { forced: conclusion.status, message: conclusion.message };
  await endRun(platform, { kind, kinds }, lease, end);
}

/**
 * Whether another attempt will continue: the lease is lost, or the database rather than the run failed, in which case
 * the lease expires.
 */
function isAnothersToEnd(reason: StopReason | undefined, failure: unknown, log: Platform['log']): boolean {
  if (reason === 'lost' || failure instanceof LeaseLost) return true;
  if (reason !== undefined || !outageOf(failure)) return false;
  log.warn({ err: failure }, 'the database was unavailable while a run was executed');
  return true;
}

/** Releases the run unless an event has arrived for it; returns whether it is released, also if the lease is lost. */
function suspendRun(platform: Platform, lease: Lease, { until, isQuiet }: Suspension): Promise<boolean> {
  return platform.database.transaction(async (_sql, client) => {
    if (!(await leasesStore.hold(client, lease))) return true;
    if (!(await isQuiet(client))) return false;
    await suspendedStore.suspend(client, lease, until);
    return true;
  });
}

async function* openSteps(
  platform: Platform,
  runId: string,
  signal: AbortSignal,
  recorder: Recorder,
): AsyncGenerator<OpenStep> {
  for (let next = 0; ; ) {
    const page = await stepsStore.listOpen(platform.database.sql, runId, next, stepsPerPage);
    for (const step of page) {
      if (signal.aborted) return;
      recorder.read(step);
      yield step;
    }
    const last = page.at(-1);
    if (!last || page.length < stepsPerPage) return;
    next = last.index + 1;
  }
}

async function* siblings(
  platform: Platform,
  runId: string,
  index: number,
): AsyncGenerator<OpenStep & { isOpen: boolean }> {
  for (let after = -1; ; ) {
    const page = await stepsStore.listSiblings(platform.database.sql, runId, { index, after, limit: stepsPerPage });
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < stepsPerPage) return;
    after = last.index;
  }
}

const closing: Record<'cancelled' | 'error' | 'skipped', string | null> = {
  cancelled: 'Run canceled',
  error: 'Run failed. Please try again!',
  skipped: null,
};

async function endRun(
  platform: Platform,
  { kind, kinds }: Kinds,
  lease: Lease,
  { forced, message }: { forced: RunStatus | undefined; message: string | null },
): Promise<void> {
  const status = await platform.database.transaction(async (_sql, client) => {
    if (!(await leasesStore.hold(client, lease))) return undefined;
    const closed = forced === 'cancelled' || forced === 'error' ? forced : 'skipped';
    const count = await leasesStore.closeOpenSteps(client, lease.runId, closed, closing[closed] ?? 'Not executed');
    return finishRun(
      platform,
      client,
      { kind, kinds },
      {
        runId: lease.runId,
        attempt: lease.attempt,
        forced,
        closed: { status: closed, count },
        message,
      },
    );
  });
  if (status) platform.metrics.runsFinished.inc({ kind: lease.kind, status });
}
