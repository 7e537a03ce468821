import type { RunStatus } from '@touchstone/contracts/runs';
import type { Platform } from '../../../platform/platform.ts';
import { createAttachments } from '../app/attachments.ts';
import { finalStatus } from '../domain/run.ts';
import type { OpenStep, RunEnd, RunKind, Transaction } from '../domain/run-kind.ts';
import { runEnded } from '../events.ts';
import { type Lease, leasesStore } from '../store/leases.store.ts';
import { stepsStore } from '../store/steps.store.ts';
import { LeaseLost, Recorder, toEvent } from './recorder.ts';

const heartbeatMs = 1500;
const stepsPerPage = 200;

/** Why an execution was aborted. */
export type StopReason = 'cancelled' | 'lost' | 'draining';

/** executeRun executes one leased run to its end, or hands it back when the runner stops. */
export async function executeRun(
  platform: Platform,
  kind: RunKind,
  lease: Lease,
  controller: AbortController,
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
  let conclusion: string | null = null;
  try {
    if (!controller.signal.aborted) {
      await kind.execute({
        ...lease,
        checkpoint: openCheckpoint(platform, lease),
        signal: controller.signal,
        openSteps: () => openSteps(platform, lease.runId, controller.signal, recorder),
        progress: () => stepsStore.findProgress(platform.database.sql, lease.runId),
        siblings: (index) => siblings(platform, lease.runId, index),
        started: (step) => recorder.started(step),
        finished: (step) => recorder.finished(step),
        keepState: (read) => recorder.keepState(read),
        attach: (file) => createAttachments(platform).attach(lease, file),
        conclude: (message) => {
          conclusion = message;
        },
      });
    }
    await recorder.flush();
  } catch (error) {
    failure = error;
  } finally {
    clearInterval(beat);
  }
  const reason = controller.signal.aborted ? (controller.signal.reason as StopReason) : undefined;
  if (reason === 'lost' || failure instanceof LeaseLost) return;
  if (reason === 'draining') {
    await leasesStore.release(platform.database.pool as never, lease);
    return;
  }
  if (failure && reason === undefined) log.error({ err: failure }, 'run failed');
  const forced = reason === 'cancelled' ? 'cancelled' : failure ? 'error' : undefined;
  await endRun(platform, kind, lease, { forced, message: forced ? closing[forced] : conclusion });
}

function openCheckpoint(platform: Platform, lease: Lease): unknown {
  return lease.checkpoint
    ? JSON.parse(platform.secrets.open(lease.checkpoint, `runs.run.checkpoint:${lease.runId}`))
    : undefined;
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
  kind: RunKind,
  lease: Lease,
  { forced, message }: { forced: 'cancelled' | 'error' | undefined; message: string | null },
): Promise<void> {
  const status = await platform.database.transaction(async (_sql, client) => {
    const held = await leasesStore.heartbeat(client, lease);
    if (!held) return undefined;
    const closed = forced ?? 'skipped';
    const count = await leasesStore.closeOpenSteps(client, lease.runId, closed, closing[closed] ?? 'Not executed');
    return finishRun(platform, client, kind, {
      runId: lease.runId,
      attempt: lease.attempt,
      forced,
      closed: { status: closed, count },
      message,
    });
  });
  if (status) platform.metrics.runsFinished.inc({ kind: lease.kind, status });
}

/** finishRun ends a run inside a transaction and sends its last event. Answers the final status, undefined where it had ended. */
export async function finishRun(
  platform: Pick<Platform, 'events' | 'log'>,
  client: Parameters<typeof leasesStore.finish>[0],
  kind: RunKind,
  input: {
    runId: string;
    attempt?: number;
    forced: RunStatus | undefined;
    closed: { status: RunStatus; count: number };
    message: string | null;
  },
): Promise<RunStatus | undefined> {
  const run = await leasesStore.lockEnding(client, input.runId);
  if (!run) return undefined;
  const status = input.forced ?? finalStatus({ ...run.counts, queued: 0, running: 0 }, false);
  const recorded = await leasesStore.finish(client, { ...input, status });
  if (!recorded) return undefined;
  const executionStatus = kind.executionStatus(status, recorded.counts);
  const data = toEvent(input.runId, recorded, { type: 'COMPLETED', status, executionStatus, message: input.message });
  await leasesStore.insertEvent(client, input.runId, recorded.seq, 'COMPLETED', data);
  await leasesStore.cancelParts(client, input.runId);
  const { parentRunId, ...told } = run;
  if (parentRunId === null)
    await publishEnd(platform, client, {
      ...told,
      runId: input.runId,
      status,
      message: input.message,
      counts: recorded.counts,
      durationMs: data.durationMs,
    });
  return status;
}

/** In the transaction that ends the run, so that no end goes untold; a queue that fails leaves the end as it is. */
async function publishEnd(
  { events, log }: Pick<Platform, 'events' | 'log'>,
  client: Transaction,
  end: RunEnd,
): Promise<void> {
  await client.query('savepoint run_ended');
  try {
    await events.publish(runEnded, end, client);
  } catch (error) {
    await client.query('rollback to savepoint run_ended');
    log.error({ err: error, runId: end.runId }, 'the end of a run is not told');
  }
}
