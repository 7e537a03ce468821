import type { CommentCount } from '@touchstone/contracts/comments';
import { MessageSquare } from 'lucide-react';
import classes from './comments.module.css';

/** wordsOfCount says a number of comments in words. */
export const wordsOfCount = ({ comments, unread }: Pick<CommentCount, 'comments' | 'unread'>): string =>
  `${comments} ${comments === 1 ? 'comment' : 'comments'}${unread > 0 ? `, ${unread} unread` : ''}`;

/** CommentMark shows in a row of a list how many comments something has; nothing where there are none. */
export function CommentMark({ count }: { count: CommentCount | undefined }) {
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
