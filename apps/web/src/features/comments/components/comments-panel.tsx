import { Button, Drawer, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { RelatedComments, Thread } from '@touchstone/contracts/comments';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useAccess } from '../../../shared/access/use-access.tsx';
import { formatRelative } from '../../../shared/format.ts';
import { Problem } from '../../../ui/page.tsx';
import { recordReading, useCommentMutations } from '../api/comments.mutations.ts';
import { type CommentedSubject, threadsPerPage, threadsQuery } from '../api/comments.queries.ts';
import { CommentEditor } from './comment-editor.tsx';
import classes from './comments.module.css';
import { ThreadView } from './thread-view.tsx';

interface Props extends CommentedSubject {
  name: string;
  service: string;
  onClose: () => void;
}

/** CommentsPanel shows the threads on a subject, and takes new comments. Shown threads count as read. */
export function CommentsPanel({ name, service, onClose, ...subject }: Props) {
  const [size, setSize] = useState(threadsPerPage);
  const [showsResolved, setShowsResolved] = useState(false);
  const threads = useQuery(threadsQuery(subject, size));
  const canComment = useAccess({ service });
  const { create } = useCommentMutations(subject);
  const content = threads.data?.content ?? [];
  useReading(content);
  const open = content.filter(({ resolvedAt }) => resolvedAt === null);
  const resolved = content.filter(({ resolvedAt }) => resolvedAt !== null);
  const shared = { subject, canComment };
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={420}
      title={`Comments on ${name}`}
      overlayProps={{ backgroundOpacity: 0.35 }}
      closeButtonProps={{ 'aria-label': 'Close' }}
      transitionProps={{ duration: 120 }}
    >
      <div className={classes.panel}>
        {canComment ? (
          <CommentEditor
            projectId={subject.projectId}
            label="New comment"
            confirm="Comment"
            hasFocus
            onSubmit={async (text) => void (await create.mutateAsync({ text }))}
          />
        ) : null}
        {threads.isError ? <Problem error={threads.error} onRetry={() => void threads.refetch()} /> : null}
        {threads.isPending ? <Skeleton height={96} aria-label="Comments are loading" /> : null}
        {threads.data && content.length === 0 ? (
          <p className="dim">
            {canComment ? 'No comments yet. Mention people with @ to tell them.' : 'No comments yet.'}
          </p>
        ) : null}
        {open.map((thread) => (
          <ThreadView key={thread.threadId} thread={thread} {...shared} />
        ))}
        {resolved.length > 0 ? (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={showsResolved}
            onClick={() => setShowsResolved(!showsResolved)}
          >
            {showsResolved ? 'Hide resolved threads' : `Show resolved threads (${resolved.length})`}
          </Button>
        ) : null}
        {showsResolved
          ? resolved.map((thread) => <ThreadView key={thread.threadId} thread={thread} {...shared} />)
          : null}
        {threads.data && threads.data.totalElements > content.length && size < 200 ? (
          <Button variant="default" loading={threads.isFetching} onClick={() => setSize(size + threadsPerPage)}>
            Show more threads
          </Button>
        ) : null}
        {threads.data ? <Related related={threads.data.related} total={threads.data.relatedComments} /> : null}
      </div>
    </Drawer>
  );
}

/** Records the threads on screen as read. */
function useReading(threads: readonly Thread[]): void {
  const client = useQueryClient();
  const unread = threads.flatMap(({ comments }) => comments).filter(({ isUnread }) => isUnread);
  const newest = unread
    .map(({ commentId }) => commentId)
    .sort()
    .at(-1);
  useEffect(() => {
    // On failure they just stay unread.
    if (newest) void recordReading(client, newest).catch(() => undefined);
  }, [client, newest]);
}

function Related({ related, total }: { related: readonly RelatedComments[]; total: number }) {
  if (related.length === 0) return null;
  return (
    <section aria-label="Comments on runs" className={classes.related}>
      <h3>
        {total} {total === 1 ? 'comment' : 'comments'} on runs of this script
      </h3>
      <ul>
        {related.map(({ subjectId, comments, lastAt, link }) => (
          <li key={subjectId}>
            <Link className="link" to={link}>
              {comments} {comments === 1 ? 'comment' : 'comments'} on a step
            </Link>{' '}
            <span className="dim">{formatRelative(lastAt)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
