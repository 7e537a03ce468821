import { Button, Checkbox, Pagination } from '@mantine/core';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react';
import { formatCount } from '../../shared/format.ts';
import { useHotkey } from '../../shared/hotkeys.ts';
import { Late } from '../page.tsx';
import classes from './data-table.module.css';

export interface Column<T> {
  key: string;
  header: string;
  cell: (row: T) => ReactNode;
  align?: 'right';
  width?: number | string;
}

interface Props<T> {
  label: string;
  columns: Column<T>[];
  rows: T[] | undefined;
  rowKey: (row: T) => string;
  rowLabel: (row: T) => string;
  onOpen?: (row: T) => void;
  selected?: ReadonlySet<string>;
  onSelect?: (selected: Set<string>) => void;
  /** Narrower than this, the table scrolls sideways. */
  minWidth?: number;
  /** Shown in place of the rows when there are none. */
  empty?: ReactNode;
}

const fromControl = (event: MouseEvent | KeyboardEvent) =>
  event.target instanceof Element && event.target.closest('button, a, input, [role="menuitem"], label') !== null;

/** DataTable is a list with a sticky header: click or Enter opens, Space selects, J and K move. */
export function DataTable<T>(props: Props<T>) {
  const { label, columns, rows, rowKey, rowLabel, onOpen, selected, onSelect } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const move = (step: number) => {
    const items = [...(body.current?.querySelectorAll<HTMLElement>('tr[tabindex]') ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    items[Math.min(Math.max(at + step, 0), items.length - 1)]?.focus();
  };
  useHotkey('next', () => move(1));
  useHotkey('previous', () => move(-1));
  if (rows && rows.length === 0 && props.empty) return props.empty;

  const toggle = (key: string) => {
    const next = new Set(selected);
    if (!next.delete(key)) next.add(key);
    onSelect?.(next);
  };
  const handleKey = (event: KeyboardEvent, row: T) => {
    if (fromControl(event)) return;
    if (event.key === 'Enter') onOpen?.(row);
    else if (event.key === ' ' && onSelect) toggle(rowKey(row));
    else if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Escape' && selected?.size) onSelect?.(new Set());
    else return;
    event.preventDefault();
  };
  const all = rows !== undefined && rows.length > 0 && rows.every((row) => selected?.has(rowKey(row)));
  const some = !all && (selected?.size ?? 0) > 0;
  return (
    <table
      style={{ minWidth: props.minWidth }}
      className={`${classes.table} ${onOpen ? '' : classes.plain}`}
      aria-label={label}
      aria-busy={!rows}
    >
      <thead>
        <tr>
          {onSelect ? (
            <th className={classes.check}>
              <Checkbox
                aria-label="Select all rows of this page"
                checked={all}
                indeterminate={some}
                onChange={() => onSelect(all ? new Set() : new Set(rows?.map(rowKey)))}
              />
            </th>
          ) : null}
          {columns.map((column) => (
            <th key={column.key} scope="col" className={column.align && classes.right} style={{ width: column.width }}>
              {column.header || <span className="visually-hidden">Actions</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows ? (
          rows.map((row) => {
            const key = rowKey(row);
            return (
              <tr
                key={key}
                tabIndex={0}
                data-selected={selected?.has(key) || undefined}
                onClick={(event) => !fromControl(event) && onOpen?.(row)}
                onKeyDown={(event) => handleKey(event, row)}
              >
                {onSelect ? (
                  <td className={classes.check}>
                    <Checkbox
                      aria-label={`Select ${rowLabel(row)}`}
                      checked={selected?.has(key) ?? false}
                      onChange={() => toggle(key)}
                    />
                  </td>
                ) : null}
                {columns.map((column) => (
                  <td key={column.key} className={column.align ? classes.right : 'ellipsis'}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            );
          })
        ) : (
          <SkeletonRows columns={columns.length + (onSelect ? 1 : 0)} />
        )}
      </tbody>
    </table>
  );
}

function SkeletonRows({ columns }: { columns: number }) {
  return (
    <Late>
      {['a', 'b', 'c', 'd', 'e'].map((row) => (
        <tr key={row}>
          {Array.from({ length: columns }, (_, column) => `${row}${column}`).map((cell) => (
            <td key={cell}>
              <div className={classes.skeleton} />
            </td>
          ))}
        </tr>
      ))}
    </Late>
  );
}

interface FootProps {
  page: number;
  size: number;
  total: number;
  noun: string;
  onPage: (page: number) => void;
}

/** TableFoot tells which rows are shown and pages through them; `page` counts from 0. */
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
