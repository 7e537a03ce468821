import { Checkbox } from '@mantine/core';
import type { CSSProperties, KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { Blank } from '../blank/blank.tsx';
import classes from './data-table.module.css';
import { moveRow, useRows } from './use-rows.ts';

export interface Column<T> {
  /** The column `name`, or the first one, is the title of a row's card on small screens; `actions` is next to it. */
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
  /** Below this width the table scrolls sideways; without room for columns each row is a card. */
  minWidth?: number;
  /** Shown in place of the rows when there are none. */
  empty?: ReactNode;
}

const fromControl = (event: MouseEvent | KeyboardEvent) =>
  event.target instanceof Element &&
  event.target.closest('button, a, input, [role="menuitem"], [role="listbox"], label') !== null;

/** Minimum widths in pixels: of a column that shares the remaining space, and of the checkbox column. */
const [minShare, checkWidth] = [180, 36];

/** The requested width, or what columns without a width need to be readable. */
function leastWidthOf<T>({ columns, minWidth = 0, onSelect }: Props<T>): number {
  const widths = columns.map(({ width = minShare }) => width).filter((width) => typeof width === 'number');
  if (minWidth === 0 || widths.length < columns.length) return minWidth;
  return Math.max(
    minWidth,
    widths.reduce((sum, width) => sum + width, onSelect ? checkWidth : 0),
  );
}

/** Wider tables start to scroll earlier; same as in `data-table.module.css`. */
const usualWidth = 900;

/**
 * DataTable is a list with a sticky header: click or Enter opens, Space selects, J and K move. On small screens its
 * rows are cards.
 */
export function DataTable<T>(props: Props<T>) {
  const { label, columns, rows, rowKey, rowLabel, onOpen, selected, onSelect } = props;
  useRows();
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
    else if (event.key === 'ArrowDown') moveRow(1);
    else if (event.key === 'ArrowUp') moveRow(-1);
    else if (event.key === 'Escape' && selected?.size) onSelect?.(new Set());
    else return;
    event.preventDefault();
  };
  const all = rows !== undefined && rows.length > 0 && rows.every((row) => selected?.has(rowKey(row)));
  const some = !all && (selected?.size ?? 0) > 0;
  const minWidth = leastWidthOf(props);
  const named = columns.find(({ key }) => key === 'name') ?? columns[0];
  const headerPartOf = ({ key, align }: Column<T>) =>
    [align && classes.right, key === 'actions' && classes.actions].filter(Boolean).join(' ');
  const partOf = ({ key, align }: Column<T>) =>
    [align && classes.right, key === 'actions' ? classes.actions : 'ellipsis', key === named?.key && classes.name]
      .filter(Boolean)
      .join(' ');
  return (
    <div className={classes.box}>
      <div className={classes.scroll} data-wide={minWidth > usualWidth || undefined}>
        <table
          style={{ '--min-width': `${minWidth}px` } as CSSProperties}
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
                    label={<span className={classes.all}>Select all</span>}
                    checked={all}
                    indeterminate={some}
                    onChange={() => onSelect(all ? new Set() : new Set(rows?.map(rowKey)))}
                  />
                </th>
              ) : null}
              {columns.map((column) => (
                <th key={column.key} scope="col" className={headerPartOf(column)} style={{ width: column.width }}>
                  {column.header || <span className="visually-hidden">Actions</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows ? (
              rows.map((row) => {
                const key = rowKey(row);
                return (
                  <tr
                    key={key}
                    tabIndex={0}
                    data-row
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
                      <td key={column.key} className={partOf(column)} data-header={column.header || undefined}>
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
      </div>
    </div>
  );
}

function SkeletonRows({ columns }: { columns: number }) {
  return (
    <>
      {['a', 'b', 'c', 'd', 'e'].map((row) => (
        <tr key={row}>
          {Array.from({ length: columns }, (_, column) => `${row}${column}`).map((cell) => (
            <td key={cell}>
              <Blank width={96} height={10} />
            </td>
          ))}
        </tr>
      ))}
    </>
  );
}
