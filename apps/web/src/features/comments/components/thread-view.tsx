import { ActionIcon, Button, Menu } from '@mantine/core';
import type { Comment, Thread } from '@touchstone/contracts/comments';
import { EllipsisVertical } from 'lucide-react';
import { useState } from 'react';
import { formatExact, formatRelative } from '../../../shared/format.ts';
import { useAccount } from '../../../shared/session/browser-session.ts';
import { toastError } from '../../../shared/toasts.ts';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { Markdown } from '../../../ui/markdown/markdown.tsx';
import { useCommentMutations } from '../api/comments.mutations.ts';
import type { CommentedSubject } from '../api/comments.queries.ts';
import { CommentEditor } from './comment-editor.tsx';
import classes from './comments.module.css';

interface Props {
  thread: Thread;
  subject: CommentedSubject;
  canComment: boolean;
}

/** ThreadView is a comment with its replies. */
export function ThreadView({ thread, subject, canComment }: Props) {
  const { threadId, resolvedAt, resolvedByName, comments } = thread;
  const { create, resolve } = useCommentMutations(subject);
  const [isReplying, setReplying] = useState(false);
  const isResolved = resolvedAt !== null;
  return (
    <article className={classes.thread} aria-label={`Thread of ${comments[0]?.userName ?? ''}`}>
      {comments.map((comment) => (
        <CommentView key={comment.commentId} comment={comment} subject={subject} canComment={canComment} />
      ))}
      {isResolved ? <p className="dim">Resolved by {resolvedByName}</p> : null}
      {canComment && !isReplying ? (
        <div className={classes.threadActions}>
          <Button variant="subtle" size="compact-sm" onClick={() => setReplying(true)}>
            Reply
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            loading={resolve.isPending}
            onClick={() => resolve.mutate({ threadId, isResolved: !isResolved }, { onError: toastError })}
          >
            {isResolved ? 'Reopen' : 'Resolve'}
          </Button>
        </div>
      ) : null}
      {isReplying ? (
        <CommentEditor
          projectId={subject.projectId}
          label="Reply"
          confirm="Reply"
          hasFocus
          onSubmit={async (text) => {
            await create.mutateAsync({ text, threadId });
            setReplying(false);
          }}
          onCancel={() => setReplying(false)}
        />
      ) : null}
    </article>
  );
}

function CommentView({
  comment,
  subject,
  canComment,
}: {
  comment: Comment;
  subject: CommentedSubject;
  canComment: boolean;
}) {
  const { commentId, userId, userName, text, mentions, createdAt, editedAt, isDeleted, isUnread } = comment;
  const { userId: ownId } = useAccount();
  const { update } = useCommentMutations(subject);
  const [isEditing, setEditing] = useState(false);
  if (isDeleted) return <p className="dim">{userName} deleted this comment.</p>;
  return (
    <div className={classes.comment} data-unread={isUnread || undefined}>
      <div className={classes.head}>
        <strong className="ellipsis">{userName}</strong>
        <time dateTime={createdAt} title={formatExact(createdAt)} className="dim">
          {formatRelative(createdAt)}
        </time>
        {editedAt ? (
          <span className="dim" title={formatExact(editedAt)}>
            edited
          </span>
        ) : null}
        {isUnread ? <span className={classes.fresh}>New</span> : null}
        {canComment && userId === ownId && !isEditing ? (
          <OwnMenu commentId={commentId} subject={subject} onEdit={() => setEditing(true)} />
        ) : null}
      </div>
      {isEditing ? (
        <CommentEditor
          projectId={subject.projectId}
          label="Comment"
          confirm="Save"
          initial={text}
          hasFocus
          onSubmit={async (next) => {
            await update.mutateAsync({ commentId, text: next });
            setEditing(false);
          }}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <Markdown text={text} marks={mentions.map(({ writtenAs }) => `@${writtenAs}`)} />
      )}
    </div>
  );
}

function OwnMenu({ commentId, subject, onEdit }: { commentId: string; subject: CommentedSubject; onEdit: () => void }) {
  const { remove } = useCommentMutations(subject);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={24} ml="auto" aria-label="Actions for your comment">
          <EllipsisVertical size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onEdit}>Edit comment</Menu.Item>
        <Menu.Item
          onClick={() =>
            confirmAction({
              title: 'Delete this comment?',
              message: 'The text will be deleted; replies stay. You can’t undo this.',
              confirm: 'Delete comment',
              onConfirm: () => remove.mutateAsync(commentId),
            })
          }
        >
          Delete comment…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
