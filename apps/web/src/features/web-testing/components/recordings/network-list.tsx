import { SegmentedControl, Select } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef, useState } from 'react';
import { formatBytes, formatCount, formatDuration } from '../../../../shared/format.ts';
import { MethodWord } from '../../../../ui/status/method-word.tsx';
import { FilterInput } from '../../../../ui/table/filter-input.tsx';
import {
  filterRows,
  isWithin,
  type NetworkFilter,
  type NetworkRow,
  type NetworkRows,
  type RequestKind,
  requestKinds,
} from '../../model/recordings/network-rows.ts';
import classes from './recordings.module.css';
import { RequestDetails } from './request-details.tsx';

interface Props {
  network: NetworkRows;
  /** Time span of the selected step; its requests are marked. */
  step: NetworkFilter['step'];
  /** Rendered at the end of the bar. */
  children?: ReactNode;
}

/** NetworkList lists a browser's requests: how each ended, and its place on the shared time line. */
export function NetworkList({ network: { rows, totalMs }, step, children }: Props) {
  const [text, setText] = useState('');
  const [show, setShow] = useState<NetworkFilter['show']>('all');
  const [kind, setKind] = useState<RequestKind | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const count = (shown: NetworkFilter['show']) => filterRows(rows, { text: '', show: shown, kind: null, step }).length;
  const shown = filterRows(rows, { text, show, kind, step });
  const open = rows.find(({ key }) => key === chosen);
  const choices = { all: 'All', step: 'This step', failed: 'Failed' };
  return (
    <div className={classes.network}>
      <div className={classes.bar}>
        <FilterInput label="Filter requests" value={text} onChange={setText} width={200} />
        <SegmentedControl
          aria-label="Requests shown"
          value={show}
          data={Object.entries(choices).map(([value, label]) => ({
            value,
            label: `${label} ${formatCount(count(value as NetworkFilter['show']))}`,
          }))}
          onChange={(value) => setShow(value as NetworkFilter['show'])}
        />
        <Select
          aria-label="Kind"
          className={classes.kind}
          placeholder="Every kind"
          clearable
          data={kindsOf(rows)}
          value={kind}
          onChange={(value) => setKind(value as RequestKind | null)}
        />
        <span className="grow" />
        {children}
      </div>
      {shown.length > 0 ? (
        <Rows rows={shown} totalMs={totalMs} step={step} chosen={chosen} onChoose={setChosen} />
      ) : (
        <p className="dim">{rows.length === 0 ? 'The page requested nothing.' : 'No request matches the filter.'}</p>
      )}
      {open ? <RequestDetails key={open.key} row={open} onClose={() => setChosen(null)} /> : null}
    </div>
  );
}

/** The kinds present in the log, each with its count. */
function kindsOf(rows: readonly NetworkRow[]) {
  const counts = Map.groupBy(rows, ({ kind }) => kind);
  return Object.entries(requestKinds).flatMap(([value, label]) => {
    const count = counts.get(value as RequestKind)?.length ?? 0;
    return count > 0 ? [{ value, label: `${label} ${formatCount(count)}` }] : [];
  });
}

interface RowsProps extends Pick<Props, 'step'> {
  rows: readonly NetworkRow[];
  totalMs: number;
  chosen: number | null;
  onChoose: (key: number) => void;
}

function Rows({ rows, totalMs, step, chosen, onChoose }: RowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 30,
    overscan: 12,
    getItemKey: (index) => rows[index]?.key ?? index,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long lists are scrolled by keyboard
    <section ref={scroller} className={classes.scroller} tabIndex={0} aria-label="Requests">
      <div className={classes.heads} aria-hidden="true">
        <span>Status</span>
        <span>Method</span>
        <span>URL</span>
        <span>Type</span>
        <span className="num">Size</span>
        <span className="num">Time</span>
        <span>Waterfall</span>
      </div>
      <ul className={classes.rows} aria-label="Requests" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
            >
              <Row
                row={row}
                totalMs={totalMs}
                isInStep={isWithin(row, step)}
                isChosen={row.key === chosen}
                onChoose={onChoose}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface RowProps extends Pick<RowsProps, 'totalMs' | 'onChoose'> {
  row: NetworkRow;
  isInStep: boolean;
  isChosen: boolean;
}

function Row({ row, totalMs, isInStep, isChosen, onChoose }: RowProps) {
  const { method, url, name, status, error, isFailed, type, size, timeMs, startMs, waitMs } = row;
  const share = (ms: number) => `${(ms / totalMs) * 100}%`;
  return (
    <button
      type="button"
      className={classes.request}
      data-failed={isFailed || undefined}
      data-step={isInStep || undefined}
      aria-pressed={isChosen}
      onClick={() => onChoose(row.key)}
    >
      <span className={`num ${classes.status}`}>{status === 0 ? (isFailed ? 'Failed' : 'Left') : status}</span>
      <MethodWord method={method} width={40} />
      <span className={`mono ellipsis ${classes.url}`} title={error === undefined ? url : `${url}\n${error}`}>
        {name}
        {status === 0 && error !== undefined ? <span className="dim"> {error}</span> : null}
      </span>
      <span className={`dim ellipsis ${classes.type}`}>{type}</span>
      <span className={`num ${classes.size}`}>{size === null ? '' : formatBytes(size)}</span>
      <span className={`num ${classes.time}`}>{formatDuration(Math.round(timeMs))}</span>
      <span className={classes.waterfall} aria-hidden="true">
        <i style={{ left: share(startMs), width: share(timeMs) }}>
          <b style={{ width: timeMs > 0 ? `${(waitMs / timeMs) * 100}%` : 0 }} />
        </i>
      </span>
    </button>
  );
}
