import { useQueryClient } from '@tanstack/react-query';
import { type PerformanceReport, performanceEventSchema } from '@touchstone/contracts/api-testing';
import { topicOf } from '@touchstone/contracts/notifications';
import { finalRunStatuses } from '@touchstone/contracts/runs';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { followTopic } from '../../../shared/live/browser-live.ts';
import { toast } from '../../../shared/toasts.ts';
import { PerformanceRunStore, type RunView } from '../model/run-store.ts';
import { performanceKeys, performanceReportQuery } from './performance.queries.ts';

export interface LivePerformance {
  view: RunView;
  store: PerformanceRunStore;
  connection: 'closed' | 'connecting' | 'open' | 'waiting';
  error: unknown;
}

/**
 * useLivePerformance follows a run: measurements so far come with the report, the rest as events until it completes.
 */
export function useLivePerformance(report: PerformanceReport): LivePerformance {
  const client = useQueryClient();
  const { runId } = report.run;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one store a run; what comes after the report comes by events
  const store = useMemo(() => new PerformanceRunStore(report), [runId]);
  const view = useSyncExternalStore(store.subscribe, store.getView);
  const [connection, setConnection] = useState<LivePerformance['connection']>('closed');
  const [error, setError] = useState<unknown>(null);
  const isOver = finalRunStatuses.includes(report.run.status);
  useEffect(() => {
    if (isOver) return;
    const controller = new AbortController();
    const { signal } = controller;
    const finish = () => {
      setConnection('closed');
      announce(store.getView());
      void client.invalidateQueries({ queryKey: performanceReportQuery(runId).queryKey });
      void client.invalidateQueries({ queryKey: [...performanceKeys.all, 'list'] });
      void client.invalidateQueries({ queryKey: ['virtual-users'] });
    };
    followTopic(topicOf.performance(runId), {
      signal,
      after: store.nextSecond,
      onState: setConnection,
      onEvent: ({ data }) => {
        const event = performanceEventSchema.safeParse(data);
        if (!event.success) return false;
        store.apply(event.data);
        if (event.data.type !== 'COMPLETED') return false;
        finish();
        return true;
      },
    }).catch((reason: unknown) => signal.aborted || setError(reason));
    return () => controller.abort();
  }, [runId, store, client, isOver]);
  return { view, store, connection, error };
}

function announce({ run }: RunView): void {
  if (run.status === 'cancelled') toast('warning', 'Run canceled');
  else if (run.status === 'error') toast('error', run.message ?? 'Run failed. Please try again!');
  else if (run.status === 'failed') toast('warning', 'The run has ended: a threshold was crossed.');
  else toast('success', 'Suite successfully executed');
}
