import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Late, Problem } from '../../../ui/page.tsx';
import classes from './dashboard.module.css';

interface Props<T> {
  query: UseQueryResult<T>;
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
