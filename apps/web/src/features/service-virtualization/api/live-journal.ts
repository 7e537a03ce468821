import { useQueryClient } from '@tanstack/react-query';
import { mockTopic } from '@touchstone/contracts/service-virtualization';
import { useEffect } from 'react';
import { followTopic } from '../../../shared/live/browser-live.ts';
import { mockKeys } from './keys.ts';

/** What is shown is read again with the first call, and then at most so often, however many calls arrive. */
const readAgainMs = 500;

/** useLiveJournal reads again what is shown of calls and state when calls arrive at a mock. */
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
      // What came between the list and the stream is in neither.
      onState: (state) => {
        if (state === 'open') void readAgain();
      },
      onEvent: () => {
        void readAgain();
        return false;
      },
      // Without the stream the list is read again when the user comes back to it.
    }).catch(() => undefined);
    return () => controller.abort();
  }, [client, projectId, isLive]);
}
