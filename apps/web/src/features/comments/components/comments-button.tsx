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
  /** As the panel names what is commented on. */
  name: string;
  /** Name of the service in the catalog whose licence is needed to comment. */
  service: string;
}

/** CommentsButton opens the comments on something, and says how many there are. Whether they are open stands in the address, so that notifications lead to them. */
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
