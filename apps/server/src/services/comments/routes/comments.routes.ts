import { commentRoutes as calls } from '@touchstone/contracts/comments';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { ReadComments } from '../app/comments.ts';
import type { WriteComments } from '../app/write-comments.ts';

export function addCommentRoutes(
  registrar: Registrar,
  { read, write }: { read: ReadComments; write: WriteComments },
): void {
  registrar.add(calls.listThreads, ({ caller, query: { page, size, ...subject } }) =>
    read.list(caller, subject, { page, size }),
  );
  registrar.add(calls.createComment, ({ caller, body }) => write.create(caller, body));
  registrar.add(calls.updateComment, ({ caller, body }) => write.update(caller, body));
  registrar.add(calls.deleteComment, async ({ caller, query }) => {
    await write.delete(caller, query.commentId);
    return { message: 'Comment deleted' };
  });
  registrar.add(calls.resolveThread, async ({ caller, body }) => {
    await write.resolve(caller, body);
    return { message: body.isResolved ? 'Thread resolved' : 'Thread reopened' };
  });
  registrar.add(calls.readComments, async ({ caller, body }) => {
    await read.recordReading(caller, body.commentId);
    return { message: 'Comments read' };
  });
  registrar.add(calls.countComments, ({ caller, query }) => read.counts(caller, query));
  registrar.add(calls.listMentionablePeople, ({ caller, query }) => read.mentionable(caller, query));
}
