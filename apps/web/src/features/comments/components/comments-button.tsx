import { Button } from '@mantine/core';
import { MessageSquare } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { type CommentedSubject, useCommentCounts } from '../api/comments.queries.ts';
import { wordsOfCount } from './comment-mark.tsx';
import classes from './comments.module.css';

const CommentsPanel = lazy(async () => ({ default: (await import('./comments-panel.tsx')).CommentsPanel }));
const search = {
  shape: { comments: true },
  parse: ({ comments = '' }: Readonly<Record<string, string>>) => ({ comments }),
};

interface Props extends CommentedSubject {
  /** The subject's name in the panel. */
  name: string;
  /** Name of the catalog service whose licence is needed to comment. */
  service: string;
}

/**
 * CommentsButton opens the comments on a subject, and shows their count. The open state is in the address, so that
 * notifications can link to them.
 */
export function CommentsButton(props: Props) {
  const { kind, subjectId, projectId, containerId } = props;
  const [{ comments }, setSearch] = useSearchState(search);
  const count = useCommentCounts(kind, projectId, containerId).get(subjectId);
  const setOpen = (isOpen: boolean) => setSearch({ comments: isOpen ? 'open' : '' });
  const label = count && count.comments > 0 ? wordsOfCount(count) : 'Comment';
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<MessageSquare size={13} />}
        className={classes.button ?? ''}
        data-unread={(count?.unread ?? 0) > 0 || undefined}
        aria-label={label === 'Comment' ? `Comment on ${props.name}` : `${label} on ${props.name}`}
        onClick={() => setOpen(true)}
      >
        {count && count.comments > 0 ? <span className="num">{count.comments}</span> : 'Comment'}
      </Button>
      {comments === 'open' ? (
        <Suspense fallback={null}>
          <CommentsPanel {...props} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
