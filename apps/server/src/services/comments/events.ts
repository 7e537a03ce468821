import { defineEvent } from '../../platform/events.ts';

/** CommentWritten names a comment that was written, or whose text was changed. */
export interface CommentWritten {
  commentId: string;
  organizationId: string;
}

/** commentWritten is published in the transaction that stores a comment; those whom it concerns are told soon after. */
export const commentWritten = defineEvent<CommentWritten>('comment.written');
