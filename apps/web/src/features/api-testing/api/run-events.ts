import { useQueryClient } from '@tanstack/react-query';
import type { ExecutionSummary, StepSummary } from '@touchstone/contracts/api-testing';
import { topicOf } from '@touchstone/contracts/notifications';
import { runEventSchema } from '@touchstone/contracts/runs';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { followTopic } from '../../../shared/live/browser-live.ts';
import { toast } from '../../../shared/toasts.ts';
import { RunStore, type RunView } from '../model/run/run-store.ts';
import { executionKeys, executionQuery, fetchSteps } from './executions.queries.ts';
import { projectKeys } from './projects.queries.ts';
import { suiteKeys } from './suites.queries.ts';

const pageSize = 1000;

/** Reads failures first, because the report opens the first of them, then the plan in order. */
async function loadSteps(runId: string, store: RunStore, signal: AbortSignal): Promise<void> {
  const add = async (input: { page: number; size: number; status?: 'failed' | 'error' }) => {
    const answer = await fetchSteps({ runId, ...input }, signal);
    store.addSteps(answer.content as StepSummary[]);
    return answer.totalElements;
  };
  const { counts } = store.getView();
  if (counts.failed > 0) await add({ page: 0, size: 200, status: 'failed' });
  if (counts.error > 0) await add({ page: 0, size: 200, status: 'error' });
  for (let page = 0, total = 1; page * pageSize < total; page += 1) total = await add({ page, size: pageSize });
}

/** Runs started from this page whose report hasn't been opened yet. */
const startedHere = new Set<string>();
/** expectReport makes the report of a run announce its start, even if the run finished before the report opened. */
export const expectReport = (runId: string): void => void startedHere.add(runId);

function announce(before: Pick<RunView, 'status' | 'completed'>, store: RunStore): void {
  const now = store.getView();
  const hasStarted = now.status !== 'queued' && now.status !== 'cancelled';
  if (before.status === 'queued' && hasStarted) toast('info', 'Execution has started');
  if (!before.completed && now.completed) {
    if (now.status === 'cancelled') toast('warning', 'Run canceled');
    else if (now.executionStatus === 'No Test Cases') toast('warning', 'No Test Cases');
    else if (now.status === 'error') toast('error', now.message ?? 'Run failed. Please try again!');
    else toast('success', 'Suite successfully executed');
  }
}

export interface LiveRun {
  view: RunView;
  connection: 'closed' | 'connecting' | 'open' | 'waiting';
  error: unknown;
}

/**
 * useLiveRun follows a run: loads its steps once, then applies its events until it completes. `quiet` shows no toasts,
 * for screens where the run is only a part.
 */
export function useLiveRun(run: ExecutionSummary, { quiet = false }: { quiet?: boolean } = {}): LiveRun {
  const client = useQueryClient();
  const { runId } = run;
  // The first response starts the store; later changes arrive as events.
  // biome-ignore lint/correctness/useExhaustiveDependencies: one store a run
  const store = useMemo(() => new RunStore(run), [runId]);
  const view = useSyncExternalStore(store.subscribe, store.getView);
  const [connection, setConnection] = useState<LiveRun['connection']>('closed');
  const [error, setError] = useState<unknown>(null);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const fail = (reason: unknown) => signal.aborted || setError(reason);
    loadSteps(runId, store, signal).catch(fail);
    if (startedHere.delete(runId) && !quiet) announce({ status: 'queued', completed: false }, store);
    if (store.getView().completed) return () => controller.abort();
    let drawn = store.getView();
    const unsubscribe = store.subscribe(() => {
      if (!quiet) announce(drawn, store);
      drawn = store.getView();
    });
    const finish = () => {
      setConnection('closed');
      void client.invalidateQueries({ queryKey: executionQuery(runId).queryKey });
      void client.invalidateQueries({ queryKey: [...executionKeys.all, 'list'] });
      void client.invalidateQueries({ queryKey: projectKeys.stats });
      void client.invalidateQueries({ queryKey: suiteKeys.all });
    };
    followTopic(topicOf.run(runId), {
      signal,
      onState: setConnection,
      onEvent: ({ data }) => {
        const event = runEventSchema.safeParse(data);
        if (!event.success) return false;
        store.apply(event.data);
        if (event.data.type !== 'COMPLETED') return false;
        store.flush();
        // Steps closed by the end of the run have no event of their own.
        if (store.hasOpenSteps()) loadSteps(runId, store, signal).catch(fail);
        finish();
        return true;
      },
    }).catch(fail);
    return () => {
      controller.abort();
      unsubscribe();
    };
  }, [runId, store, client, quiet]);

  return { view, connection, error };
}
