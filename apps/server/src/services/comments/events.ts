import { defineEvent } from '../../platform/events.ts';

/** CommentWritten is a comment that was written, or whose text was changed. */
export interface CommentWritten {
  commentId: string;
  organizationId: string;
}

/** commentWritten is published in the transaction that stores a comment; its recipients are notified shortly after. */
export const commentWritten = defineEvent<CommentWritten>('comment.written');
