import { useQueryClient } from '@tanstack/react-query';
import { topicOf } from '@touchstone/contracts/notifications';
import { useEffect } from 'react';
import { followTopic } from '../../../shared/live/browser-live.ts';

/** Polling interval for changes without events, such as rows of a block. */
export const runPollMs = 15_000;

/** A displayed run is refetched on its first event, and then at most this often. */
const readAgainMs = 500;

/**
 * useLiveFlowRun refetches what is shown of a run on its events, until it ends: the queries whose key is `[feature, …,
 * runId]`. Events during a pending response are covered by the next one.
 */
export function useLiveFlowRun(feature: string, runId: string, isGoingOn: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isGoingOn) return;
    const controller = new AbortController();
    const { signal } = controller;
    let isReading = false;
    let hasNews = false;
    const readAgain = async () => {
      hasNews = true;
      if (isReading) return;
      isReading = true;
      while (hasNews && !signal.aborted) {
        hasNews = false;
        await Promise.all([
          client.invalidateQueries({ predicate: ({ queryKey: [of, _what, id] }) => of === feature && id === runId }),
          new Promise((resolve) => setTimeout(resolve, readAgainMs)),
        ]);
      }
      isReading = false;
    };
    followTopic(topicOf.run(runId), {
      signal,
      onEvent: ({ event }) => {
        void readAgain();
        return event === 'COMPLETED';
      },
      // A page that may not follow the run keeps its slow poll.
    }).catch(() => undefined);
    return () => controller.abort();
  }, [client, feature, runId, isGoingOn]);
}
