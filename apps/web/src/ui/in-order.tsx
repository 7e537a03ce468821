import { Fragment, type ReactNode } from 'react';

/** inOrder draws what may say the same twice and never moves. */
export const inOrder = <T,>(items: readonly T[], draw: (item: T) => ReactNode): ReactNode[] =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the place is all that tells equal items apart
  items.map((item, index) => <Fragment key={index}>{draw(item)}</Fragment>);
