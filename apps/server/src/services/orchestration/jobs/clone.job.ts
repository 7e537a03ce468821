import type { Platform } from '../../../platform/platform.ts';
import type { CloneProgress } from '../../notifications/index.ts';
import { type CloneOrder, cloneQueue } from '../app/clone-entries.ts';
import type { MakeClone } from '../app/make-clone.ts';

/**
 * addCloneJob adds the job that makes copies and reports their progress. A failed copy leaves nothing behind and isn't
 * retried, since its end has been reported; a copy whose process died is made by another one.
 */
export function addCloneJob(
  { jobs, log }: Platform,
  { cloneProgress, makeClone }: { cloneProgress: CloneProgress; makeClone: MakeClone },
): void {
  jobs.handle<CloneOrder>(cloneQueue, async (order) => {
    const { caller, uniqueIdentifier, folderType, sourceId } = order;
    await cloneProgress(caller, { uniqueIdentifier, folderType }, () => makeClone(order)).catch((error: unknown) =>
      log.warn({ err: error, uniqueIdentifier, sourceId }, 'a copy failed'),
    );
  });
}
