import type { CommentCount } from '@touchstone/contracts/comments';
import { MessageSquare } from 'lucide-react';
import { type CommentedSubject, useCommentCounts } from '../api/comments.queries.ts';
import classes from './comments.module.css';

/** wordsOfCount says how many comments there are. */
export const wordsOfCount = ({ comments, unread }: Pick<CommentCount, 'comments' | 'unread'>): string =>
  `${comments} ${comments === 1 ? 'comment' : 'comments'}${unread > 0 ? `, ${unread} unread` : ''}`;

/**
 * SubjectMark shows how many comments an item has. The counts of everything in its container are loaded with one call.
 */
export function SubjectMark({ kind, subjectId, projectId, containerId }: CommentedSubject) {
  const count = useCommentCounts(kind, projectId, containerId).get(subjectId);
  if (!count || count.comments === 0) return null;
  return (
    <span className={classes.markOf} data-unread={count.unread > 0 || undefined} title={wordsOfCount(count)}>
      <MessageSquare size={12} aria-hidden />
      <span aria-hidden className="num">
        {count.comments}
      </span>
      <span className="visually-hidden">{wordsOfCount(count)}</span>
    </span>
  );
}
