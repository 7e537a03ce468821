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
  /** Given while the filters leave something out: shows all again. */
  onClear: (() => void) | undefined;
  /** Shown while there is nothing at all. */
  empty: ReactNode;
  /** Draws the rows, or what stands in place of none. */
  table: (rows: Row[] | undefined, empty: ReactNode) => ReactNode;
  /** Actions for chosen rows. */
  bar?: ReactNode;
}

/** PagedList is a page of a list: filters above, rows or why there are none, actions for chosen rows, and the way to further pages. */
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
