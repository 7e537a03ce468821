import type { Notify } from '../../notifications/index.ts';
import type { CommentWritten } from '../events.ts';
import { commentsStore } from '../store/comments.store.ts';
import type { CommentSubject } from './comment-subject.ts';
import type { CommentNeeds } from './comments.ts';

const longestExcerpt = 200;
const maxPeople = 200;

/** The start of a comment, on one line. */
const excerptOf = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > longestExcerpt ? `${line.slice(0, longestExcerpt - 1)}…` : line;
};

/**
 * createNotifyPeople notifies the people a comment mentions, and earlier authors in its thread, once each: only those
 * who can still open the workspace, and never the author.
 */
export function createNotifyPeople({
  platform,
  people,
  subjects,
  notify,
}: Pick<CommentNeeds, 'platform' | 'people' | 'subjects'> & { notify: Notify }) {
  const db = platform.database.sql;
  return async ({ commentId, organizationId }: CommentWritten): Promise<void> => {
    const row = await commentsStore.find(db, organizationId, commentId);
    if (!row || row.deletedAt) return;
    const subject: CommentSubject | undefined = subjects.get(row.kind);
    if (!subject) return;
    const mentioned = row.mentions.map(({ userId }) => userId);
    const authors = await commentsStore.listAuthorsBefore(db, row);
    const among = [...new Set([...mentioned, ...authors])].filter((id) => id !== row.userId);
    if (among.length === 0) return;
    const reached = await people.list({ organizationId, projectId: row.projectId }, { among, most: maxPeople });
    const who = reached.map(({ userId }) => userId);
    const link = await subject.link(row);
    const notification = {
      organizationId,
      text: excerptOf(row.text),
      ...(link && { link }),
      onceKey: `comment:${commentId}`,
    };
    await notify({
      ...notification,
      userIds: who.filter((id) => mentioned.includes(id)),
      kind: 'comment-mention',
      title: `${row.userName} mentioned you in a comment`,
    });
    await notify({
      ...notification,
      userIds: who.filter((id) => !mentioned.includes(id)),
      kind: 'comment-reply',
      title: `${row.userName} replied in a thread you take part in`,
    });
  };
}
