import { type CloneEvent, topicOf } from '@touchstone/contracts/notifications';
import { followTopic } from '../../../shared/live/browser-live.ts';
import { cloneNotices } from './clone-notices.ts';

/** The list in which a copy of a folder type appears. */
export type ClonedList = 'projects' | 'folders' | 'workflows';
export const listOf = (folderType: string): ClonedList =>
  folderType === 'PROJECT' ? 'projects' : folderType === 'FOLDER' ? 'folders' : 'workflows';

const attempts = 5;

const isCloneEvent = (value: unknown): value is CloneEvent =>
  typeof value === 'object' &&
  value !== null &&
  'folderType' in value &&
  'executionStatus' in value &&
  ['RUNNING', 'COMPLETED', 'FAILED'].includes(String(value.executionStatus));

/** Resolves with the last event of the copy; undefined if the stream was refused, or lost repeatedly. */
async function followCopy(
  uniqueIdentifier: string,
  follow: typeof followTopic,
  stream: AbortController,
): Promise<CloneEvent | undefined> {
  let last: CloneEvent | undefined;
  let left = attempts;
  await follow(topicOf.clone(uniqueIdentifier), {
    signal: stream.signal,
    onEvent({ data: event }) {
      if (!isCloneEvent(event)) return false;
      const isRunning = event.executionStatus === 'RUNNING';
      if (isRunning) cloneNotices.update(uniqueIdentifier, 'RUNNING');
      else last = event;
      return !isRunning;
    },
    onState(state) {
      left -= Number(state === 'waiting');
      if (left === 0) stream.abort();
    },
  }).catch(() => undefined);
  return last;
}

/**
 * trackClone makes a copy while a notice follows it. After the copy has ended, `reload` receives the list that changed:
 * undefined if the stream was lost and only `work` reported the end. Rethrows what `work` throws.
 */
export async function trackClone<T>(
  options: { name: string; reload: (list: ClonedList | undefined) => void; follow?: typeof followTopic },
  work: (uniqueIdentifier: string) => Promise<T>,
): Promise<T> {
  const { name, reload, follow = followTopic } = options;
  const uniqueIdentifier = crypto.randomUUID();
  const stream = new AbortController();
  cloneNotices.open(uniqueIdentifier, name);
  const copy = work(uniqueIdentifier);
  const outcome = copy.then(
    () => 'COMPLETED' as const,
    () => 'FAILED' as const,
  );
  void followCopy(uniqueIdentifier, follow, stream).then(async (end) => {
    const status = end?.executionStatus === 'COMPLETED' ? 'COMPLETED' : end ? 'FAILED' : await outcome;
    cloneNotices.close(uniqueIdentifier, status);
    reload(end && listOf(end.folderType));
  });
  // The server may never have received a copy that failed.
  if ((await outcome) === 'FAILED') stream.abort();
  return copy;
}
