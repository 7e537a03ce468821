import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyState, Problem } from '../page.tsx';
import classes from './paged-list.module.css';
import { TableFoot } from './table-foot.tsx';

interface Props<Row> {
  /** What is listed, in the plural, such as "reports". */
  noun: string;
  query: {
    data: { content: Row[]; totalElements: number } | undefined;
    isError: boolean;
    error: unknown;
    refetch: () => unknown;
  };
  /** Counts from 0. */
  page: number;
  size: number;
  onPage: (page: number) => void;
  filters: ReactNode;
  icon: ReactNode;
  /** Present while filters hide rows: shows all again. */
  onClear: (() => void) | undefined;
  /** Shown if there are no rows at all. */
  empty: ReactNode;
  /** Renders the rows, or the empty state. */
  table: (rows: Row[] | undefined, empty: ReactNode) => ReactNode;
  /** Actions for the selected rows. */
  bar?: ReactNode;
}

/** PagedList is a page of a list: filters above, rows or an empty state, actions for selected rows, and paging. */
export function PagedList<Row>({ noun, query, filters, icon, onClear, empty, table, bar, ...place }: Props<Row>) {
  const rows = query.data?.content;
  const noMatch = (
    <EmptyState
      icon={icon}
      title={`No ${noun} match`}
      action={
        <Button variant="default" onClick={onClear}>
          Clear the filter
        </Button>
      }
    >
      Try another word or fewer filters.
    </EmptyState>
  );
  return (
    <>
      <div className={classes.filters}>{filters}</div>
      {query.isError && !rows ? (
        <Problem error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        table(rows, onClear ? noMatch : empty)
      )}
      {bar}
      <TableFoot noun={noun} total={query.data?.totalElements ?? 0} {...place} />
    </>
  );
}
