import { ActionIcon } from '@mantine/core';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { formatBytes, formatCount, formatDuration, formatPercent } from '../../../shared/format.ts';
import { MethodWord } from '../../../ui/status/method-word.tsx';
import { useRows } from '../../../ui/table/use-rows.ts';
import classes from './performance.module.css';
import table from './request-table.module.css';

/** RequestRow is a request of the run, over all of its users; times in milliseconds. */
export interface RequestRow {
  key: string;
  method: string;
  name: string;
  count: number;
  rate: number;
  failed: number;
  mean: number;
  p50: number;
  p95: number;
  p99: number;
  max: number;
  bytesReceived: number;
}
type Key = Exclude<keyof RequestRow, 'key' | 'method'> | 'failedShare';

const sortValue = (row: RequestRow, key: Key): number | string =>
  key === 'failedShare' ? (row.count ? row.failed / row.count : 0) : row[key];

const columns: { key: Key; header: string; text: (row: RequestRow) => string }[] = [
  { key: 'count', header: 'Requests', text: (row) => formatCount(row.count) },
  { key: 'rate', header: 'Per second', text: (row) => formatCount(Math.round(row.rate * 10) / 10) },
  {
    key: 'failedShare',
    header: 'Failed',
    text: (row) => (row.failed ? formatPercent((row.failed / row.count) * 100) : '0 %'),
  },
  { key: 'mean', header: 'Average', text: (row) => formatDuration(row.mean) },
  { key: 'p50', header: 'p50', text: (row) => formatDuration(row.p50) },
  { key: 'p95', header: 'p95', text: (row) => formatDuration(row.p95) },
  { key: 'p99', header: 'p99', text: (row) => formatDuration(row.p99) },
  { key: 'max', header: 'Longest', text: (row) => formatDuration(row.max) },
  { key: 'bytesReceived', header: 'Received', text: (row) => formatBytes(row.bytesReceived) },
];

/** RequestTable lists the requests of a run; every column sorts, J and K move. */
export function RequestTable({ rows }: { rows: RequestRow[] }) {
  useRows();
  const [sort, setSort] = useState<{ key: Key; down: boolean } | undefined>();
  const shown = sort ? [...rows].sort((a, b) => compare(a, b, sort.key) * (sort.down ? -1 : 1)) : rows;
  const header = (key: Key, text: string, left = false) => (
    <th
      key={key}
      scope="col"
      className={left ? undefined : table.right}
      aria-sort={sort?.key === key ? (sort.down ? 'descending' : 'ascending') : 'none'}
    >
      {text}
      <ActionIcon
        size={24}
        aria-label={`Sort by ${text.toLowerCase()}`}
        onClick={() => setSort((before) => ({ key, down: before?.key === key ? !before.down : key !== 'name' }))}
      >
        {sort?.key === key && !sort.down ? (
          <ArrowUp size={12} />
        ) : (
          <ArrowDown size={12} opacity={sort?.key === key ? 1 : 0.45} />
        )}
      </ActionIcon>
    </th>
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways must be reachable by keys
    <section className={classes.sideways} aria-label="Requests, scrolls sideways" tabIndex={0}>
      <table className={table.table} aria-label="Requests">
        <thead>
          <tr>
            {header('name', 'Request', true)}
            {columns.map(({ key, header: text }) => header(key, text))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.key} data-row tabIndex={-1}>
              <th scope="row" className="ellipsis">
                <MethodWord method={row.method} width={44} /> {row.name}
              </th>
              {columns.map(({ key, text }) => (
                <td key={key} className="num" data-failed={(key === 'failedShare' && row.failed > 0) || undefined}>
                  {text(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 ? (
        <p className={classes.hint} style={{ padding: '0 16px 16px' }}>
          No request has ended yet.
        </p>
      ) : null}
    </section>
  );
}

function compare(a: RequestRow, b: RequestRow, key: Key): number {
  const [left, right] = [sortValue(a, key), sortValue(b, key)];
  return typeof left === 'string' ? left.localeCompare(String(right)) : left - Number(right);
}
