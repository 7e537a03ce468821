import { useQueryClient } from '@tanstack/react-query';
import { mockTopic } from '@touchstone/contracts/service-virtualization';
import { useEffect } from 'react';
import { followTopic } from '../../../shared/live/browser-live.ts';
import { mockKeys } from './keys.ts';

/** Displayed calls are refetched on the first one, and then at most this often, however many arrive. */
const readAgainMs = 500;

/** useLiveJournal refetches displayed calls and state when calls arrive at a mock. */
export function useLiveJournal(projectId: string, isLive: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isLive) return;
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
          ...[
            [...mockKeys.journal, 'list'],
            [...mockKeys.journal, 'unmatched'],
            mockKeys.state,
            mockKeys.recordings,
          ].map((queryKey) => client.invalidateQueries({ queryKey })),
          new Promise((resolve) => setTimeout(resolve, readAgainMs)),
        ]);
      }
      isReading = false;
    };
    followTopic(mockTopic(projectId), {
      signal,
      // Calls between the list response and the stream are in neither.
      onState: (state) => {
        if (state === 'open') void readAgain();
      },
      onEvent: () => {
        void readAgain();
        return false;
      },
      // Without the stream the list is refetched when the user returns to it.
    }).catch(() => undefined);
    return () => controller.abort();
  }, [client, projectId, isLive]);
}
