import { type ComponentProps, lazy, Suspense } from 'react';
import { Blank } from '../../../ui/blank/blank.tsx';

const Button = lazy(async () => ({ default: (await import('./comments-button.tsx')).CommentsButton }));
const Mark = lazy(async () => ({ default: (await import('./comment-mark.tsx')).SubjectMark }));

/** CommentsButton opens the comments on a subject. Loads after its page, in a reserved place. */
export function CommentsButton(props: ComponentProps<typeof Button>) {
  return (
    <Suspense fallback={<Blank width="92px" />}>
      <Button {...props} />
    </Suspense>
  );
}

/** CommentMark shows in a list row how many comments an item has; hidden for none. */
export function CommentMark(props: ComponentProps<typeof Mark>) {
  return (
    <Suspense fallback={null}>
      <Mark {...props} />
    </Suspense>
  );
}
