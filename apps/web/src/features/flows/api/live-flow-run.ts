import { useQueryClient } from '@tanstack/react-query';
import { topicOf } from '@touchstone/contracts/notifications';
import { useEffect } from 'react';
import { followTopic } from '../../../shared/live/browser-live.ts';

/** Where no event comes, such as for rows of a block, a run is read again so often. */
export const runPollMs = 15_000;

/** What is shown of a run is read again with its first event, and then at most so often. */
const readAgainMs = 500;

/**
 * useLiveFlowRun reads again what is shown of a run when its events come, until it is over: the queries of a feature whose key is
 * `[feature, …, runId]`. Events that come while an answer is on its way are told by the next one.
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
      // A page that may not follow the run goes on with its slow poll.
    }).catch(() => undefined);
    return () => controller.abort();
  }, [client, feature, runId, isGoingOn]);
}
