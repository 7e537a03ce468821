import { useQueryClient } from '@tanstack/react-query';
import { topicOf } from '@touchstone/contracts/notifications';
import { type RunAnswer, runEventSchema } from '@touchstone/contracts/runs';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { followTopic } from '../../../shared/live/browser-live.ts';
import { isFinal, progressQuery, runKeys, runQuery } from './runs.queries.ts';

export type Connection = 'closed' | 'connecting' | 'open' | 'waiting';

/** The open details of a run are refetched immediately, and then at most this often. */
const readAgainMs = 1000;

/**
 * useLiveRun follows the events of a run: counts come with the events, while the displayed steps, files and parts are
 * refetched. The cost depends on what is open on the page, not on the length of the run.
 */
export function useLiveRun(run: RunAnswer): { connection: Connection; error: unknown } {
  const client = useQueryClient();
  const { runId } = run;
  const isOver = isFinal(run.status);
  const [connection, setConnection] = useState<Connection>('closed');
  const [error, setError] = useState<unknown>(null);
  const followed = useRef('');
  useEffect(() => {
    if (isOver) {
      // Its end was fetched before the final event: what is open was fetched while it ran.
      if (followed.current === runId) void client.invalidateQueries({ queryKey: runKeys.run(runId) });
      followed.current = '';
      return;
    }
    followed.current = runId;
    const controller = new AbortController();
    const { signal } = controller;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let readAt = Number.NEGATIVE_INFINITY;
    const { queryKey } = runQuery(runId);
    const readDetails = () => {
      timer = undefined;
      readAt = performance.now();
      void client.invalidateQueries({
        predicate: ({ queryKey: [all, of, id, part] }) =>
          (all === 'runs' && of === 'run' && id === runId && (part === 'steps' || part === 'attachments')) ||
          (all === 'runs' && of === 'list'),
      });
    };
    followTopic(topicOf.run(runId), {
      signal,
      onState: setConnection,
      onEvent: ({ data }) => {
        const parsed = runEventSchema.safeParse(data);
        if (!parsed.success) return false;
        const { type, seq: _seq, ...event } = parsed.data;
        client.setQueryData(queryKey, (before) => {
          if (!before) return before;
          const { counts, durationMs } = event;
          return 'status' in event && type === 'status'
            ? { ...before, counts, durationMs, status: event.status, executionStatus: event.executionStatus }
            : { ...before, counts, durationMs };
        });
        if (parsed.data.type === 'steps') {
          const progress = progressOf(parsed.data.steps);
          if (progress.length > 0)
            client.setQueryData(progressQuery(runId).queryKey, (before) => ({
              ...before,
              ...Object.fromEntries(progress),
            }));
        }
        if (type !== 'COMPLETED') {
          timer ??= setTimeout(readDetails, Math.max(0, readAt + readAgainMs - performance.now()));
          return false;
        }
        followed.current = '';
        void client.invalidateQueries({ queryKey: runKeys.all });
        setConnection('closed');
        return true;
      },
    }).catch((reason: unknown) => signal.aborted || setError(reason));
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [runId, isOver, client]);
  return { connection: isOver ? 'closed' : connection, error };
}

const progressLine = z.looseObject({ stepId: z.string(), status: z.literal('running'), message: z.string().min(1) });

/** Progress messages of steps, by step id. */
const progressOf = (lines: readonly unknown[]): [stepId: string, message: string][] =>
  lines.flatMap((line) => {
    const { data } = progressLine.safeParse(line);
    return data ? [[data.stepId, data.message]] : [];
  });
