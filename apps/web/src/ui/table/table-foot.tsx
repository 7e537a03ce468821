import { Button, Pagination } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatCount } from '../../shared/format.ts';
import classes from './data-table.module.css';

interface FootProps {
  page: number;
  size: number;
  total: number;
  noun: string;
  onPage: (page: number) => void;
}

/** TableFoot shows which rows are visible and pages through them; `page` counts from 0. */
export function TableFoot({ page, size, total, noun, onPage }: FootProps) {
  if (total === 0) return null;
  const first = page * size + 1;
  const pages = Math.ceil(total / size);
  return (
    <div className={classes.foot}>
      <span className="num">
        {formatCount(first)}–{formatCount(Math.min(first + size - 1, total))} of {formatCount(total)}{' '}
        {total === 1 ? noun.replace(/s$/, '') : noun}
      </span>
      {pages > 1 ? (
        <Pagination
          total={pages}
          value={page + 1}
          onChange={(next) => onPage(next - 1)}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
        />
      ) : null}
    </div>
  );
}

/** SelectionBar floats over a list while rows are selected. */
export function SelectionBar({
  count,
  onClear,
  children,
}: {
  count: number;
  onClear: () => void;
  children: ReactNode;
}) {
  if (count === 0) return null;
  return (
    <div className={classes.bar} role="toolbar" aria-label="Actions for the selection">
      <span className="num" aria-live="polite">
        {count} selected
      </span>
      {children}
      <Button variant="subtle" color="gray" onClick={onClear}>
        Clear
      </Button>
    </div>
  );
}
