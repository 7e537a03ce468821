import { ApiError, type CloneEvent, followEvents } from '@touchstone/contracts';
import { type OpenCloneEvents, openCloneEvents } from '../api/clone-events.ts';
import { cloneNotices } from './clone-notices.ts';

/** The list that a copy of a folder type appears in. */
export type ClonedList = 'projects' | 'folders' | 'workflows';
export const listOf = (folderType: string): ClonedList =>
  folderType === 'PROJECT' ? 'projects' : folderType === 'FOLDER' ? 'folders' : 'workflows';

const attempts = 5;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const isCloneEvent = (value: unknown): value is CloneEvent =>
  typeof value === 'object' &&
  value !== null &&
  'folderType' in value &&
  'executionStatus' in value &&
  ['RUNNING', 'COMPLETED', 'FAILED'].includes(String(value.executionStatus));

/** Answers the last event of the copy; undefined where the stream was closed before it. */
async function follow(
  uniqueIdentifier: string,
  open: OpenCloneEvents,
  signal: AbortSignal,
): Promise<CloneEvent | undefined> {
  let last: CloneEvent | undefined;
  let left = attempts;
  await followEvents({
    signal,
    open: (lastEventId) => open(uniqueIdentifier, lastEventId, signal),
    onEvent({ data }) {
      const event: unknown = JSON.parse(data);
      if (!isCloneEvent(event)) return false;
      const isRunning = event.executionStatus === 'RUNNING';
      if (isRunning) cloneNotices.update(uniqueIdentifier, 'RUNNING');
      else last = event;
      return !isRunning;
    },
    isFatal: (error) => error instanceof ApiError && [400, 401, 403, 404].includes(error.status),
    async wait(ms) {
      left -= 1;
      if (left === 0) throw new Error('The stream of the copy was lost.');
      await pause(ms);
    },
  }).catch(() => undefined);
  return last;
}

/**
 * trackClone makes a copy while a notice follows it. When the copy has ended, `reload` is told which list has changed: undefined where the
 * stream was lost and `work` alone tells of the end. What `work` throws is thrown on.
 */
export async function trackClone<T>(
  options: { name: string; reload: (list: ClonedList | undefined) => void; open?: OpenCloneEvents },
  work: (uniqueIdentifier: string) => Promise<T>,
): Promise<T> {
  const { name, reload, open = openCloneEvents } = options;
  const uniqueIdentifier = crypto.randomUUID();
  const stream = new AbortController();
  cloneNotices.open(uniqueIdentifier, name);
  const copy = work(uniqueIdentifier);
  const outcome = copy.then(
    () => 'COMPLETED' as const,
    () => 'FAILED' as const,
  );
  void follow(uniqueIdentifier, open, stream.signal).then(async (end) => {
    const status = end?.executionStatus === 'COMPLETED' ? 'COMPLETED' : end ? 'FAILED' : await outcome;
    cloneNotices.close(uniqueIdentifier, status);
    reload(end && listOf(end.folderType));
  });
  // The server may never have heard of a copy that failed.
  if ((await outcome) === 'FAILED') stream.abort();
  return copy;
}
