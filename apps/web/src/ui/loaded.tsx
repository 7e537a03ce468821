import type { ReactNode } from 'react';
import classes from './loaded.module.css';
import type { WayBack } from './missing.tsx';
import { Late, Problem } from './page.tsx';

interface Props<T> {
  query: { data: T | undefined; isError: boolean; error: unknown; refetch: () => unknown };
  /** Shown if there is nothing to show. */
  empty?: string;
  isEmpty?: (data: T) => boolean;
  /** Minimum height in pixels, also while loading, so that nothing below moves. */
  height?: number;
  /** Where to go if the page's item doesn't exist. */
  back?: WayBack;
  children: (data: T) => ReactNode;
}

/** Loaded shows the result of a query, its error, or that there is none. */
export function Loaded<T>({ height, ...props }: Props<T>) {
  return height === undefined ? (
    <Answer {...props} />
  ) : (
    <div style={{ minHeight: height }}>
      <Answer {...props} />
    </div>
  );
}

function Answer<T>({ query, empty, isEmpty, back, children }: Props<T>) {
  if (query.data === undefined) {
    if (query.isError)
      return <Problem error={query.error} onRetry={() => void query.refetch()} {...(back && { back })} />;
    return (
      <Late>
        <p className={classes.none} aria-busy="true">
          Loading…
        </p>
      </Late>
    );
  }
  if (empty && isEmpty?.(query.data)) return <p className={classes.none}>{empty}</p>;
  return children(query.data);
}
