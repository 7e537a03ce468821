import type { Platform } from '../../../platform/platform.ts';
import type { CommentSubject } from '../app/comment-subject.ts';
import { commentsStore } from '../store/comments.store.ts';

const queue = 'comments.sweep';
const perPass = 500;

/**
 * sweepComments deletes comments on permanently deleted subjects, left behind by a process that died before deleting
 * them.
 */
export async function sweepComments({ database }: Platform, subjects: Iterable<CommentSubject>): Promise<void> {
  for (const { kind, listPurged } of subjects)
    for (let after = ''; ; ) {
      const some = await commentsStore.listSubjects(database.sql, kind, after, perPass);
      for (const [organizationId, own] of Map.groupBy(some, (one) => one.organizationId)) {
        const ids = own.map(({ subjectId }) => subjectId);
        await commentsStore.deleteSubjects(database.sql, kind, await listPurged(organizationId, ids));
      }
      if (some.length < perPass) break;
      after = some.at(-1)?.subjectId ?? '';
    }
}

/** addSweepJob adds the job that sweeps comments every night. */
export function addSweepJob(platform: Platform, subjects: ReadonlyMap<string, CommentSubject>): void {
  platform.jobs.handle(queue, () => sweepComments(platform, subjects.values()));
  platform.jobs.schedule(queue, '23 3 * * *');
}
