import { Fragment, type ReactNode } from 'react';

/** inOrder renders items that may be equal and never move. */
export const inOrder = <T,>(items: readonly T[], draw: (item: T) => ReactNode): ReactNode[] =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the place is all that tells equal items apart
  items.map((item, index) => <Fragment key={index}>{draw(item)}</Fragment>);
