import type { ReactNode } from 'react';
import classes from './loaded.module.css';
import { Late, Problem } from './page.tsx';

interface Props<T> {
  query: { data: T | undefined; isError: boolean; error: unknown; refetch: () => unknown };
  /** Said where there is nothing to show. */
  empty?: string;
  isEmpty?: (data: T) => boolean;
  children: (data: T) => ReactNode;
}

/** Loaded shows what came of a query, why it did not come, or that there is nothing. */
export function Loaded<T>({ query, empty, isEmpty, children }: Props<T>) {
  if (query.data === undefined) {
    if (query.isError) return <Problem error={query.error} onRetry={() => void query.refetch()} />;
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
