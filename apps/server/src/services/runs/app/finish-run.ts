import type { RunStatus } from '@touchstone/contracts/runs';
import type { Platform } from '../../../platform/platform.ts';
import { finalStatus } from '../domain/run.ts';
import type { RunEnd, RunKind, Transaction } from '../domain/run-kind.ts';
import { runEnded } from '../events.ts';
import { leasesStore } from '../store/leases.store.ts';
import { toEvent } from './run-event.ts';

/**
 * finishRun ends a run inside a transaction and stores its last event. Returns the final status; undefined if it had
 * already ended.
 */
export async function finishRun(
  platform: Pick<Platform, 'events' | 'log'>,
  client: Parameters<typeof leasesStore.finish>[0],
  { kind, kinds }: { kind: RunKind; kinds: ReadonlyMap<string, RunKind> },
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
  await kind.ending?.(client, { runId: input.runId, status });
  const { parentRunId, parentStepId, parentKind, ...rest } = run;
  const parent = parentKind === null ? undefined : kinds.get(parentKind);
  if (parentRunId !== null && parent?.partEnded) {
    const { runId, message } = input;
    await parent.partEnded(client, { runId, parentRunId, parentStepId, status, message });
    await client.query(`select pg_notify('runs_wake', $1)`, [parentRunId]);
  }
  if (parentRunId === null)
    await publishEnd(platform, client, {
      ...rest,
      runId: input.runId,
      status,
      message: input.message,
      counts: recorded.counts,
      durationMs: data.durationMs,
    });
  return status;
}

/** Runs in the transaction that ends the run, so that no end is missed; a failing queue doesn't prevent the end. */
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
