import { type ComponentProps, lazy, Suspense } from 'react';
import { Blank } from '../../../ui/blank/blank.tsx';

const Button = lazy(async () => ({ default: (await import('./comments-button.tsx')).CommentsButton }));
const Mark = lazy(async () => ({ default: (await import('./comment-mark.tsx')).SubjectMark }));

/** CommentsButton opens the comments on something. It comes after the page that it stands on, in a place that is kept for it. */
export function CommentsButton(props: ComponentProps<typeof Button>) {
  return (
    <Suspense fallback={<Blank width="92px" />}>
      <Button {...props} />
    </Suspense>
  );
}

/** CommentMark shows in a row of a list how many comments something has; nothing where there are none. */
export function CommentMark(props: ComponentProps<typeof Mark>) {
  return (
    <Suspense fallback={null}>
      <Mark {...props} />
    </Suspense>
  );
}
