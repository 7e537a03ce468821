import { Checkbox } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useMemo, useRef, useState } from 'react';
import { formatCount } from '../../../../shared/format.ts';
import { MethodWord } from '../../../../ui/status/method-word.tsx';
import { FilterInput } from '../../../../ui/table/filter-input.tsx';
import { choose, chosenAmong, filterRequests, type ImportRequest } from '../../model/import/import-choice.ts';
import classes from './import.module.css';

interface Props {
  requests: readonly ImportRequest[];
  chosen: ReadonlySet<number>;
  problem: string | undefined;
  onChange: (chosen: ReadonlySet<number>) => void;
}

const rowHeight = 44;

/** ImportRequestList selects requests of a document; only the visible ones are rendered. */
export function ImportRequestList({ requests, chosen, problem, onChange }: Props) {
  const [text, setText] = useState('');
  const scroller = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => filterRequests(requests, text), [requests, text]);
  const state = chosenAmong(chosen, shown);
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  return (
    <fieldset className={classes.requests} aria-describedby={problem ? 'import-requests-problem' : undefined}>
      <legend className="visually-hidden">Requests to import</legend>
      <div className={classes.listHead}>
        <Checkbox
          label={text ? 'Select all shown' : 'Select all'}
          checked={state === 'all'}
          indeterminate={state === 'some'}
          disabled={shown.length === 0}
          onChange={() => onChange(choose(chosen, shown, state !== 'all'))}
        />
        <span className="dim num" aria-live="polite">
          {formatCount(chosen.size)} of {formatCount(requests.length)} selected
        </span>
        <span className="grow" />
        <FilterInput label="Filter requests" value={text} onChange={setText} width={220} />
      </div>
      <div
        ref={scroller}
        className={classes.list}
        style={{ '--list': `${requests.length * rowHeight + 2}px` } as CSSProperties}
      >
        {shown.length === 0 ? <p className={`dim ${classes.none}`}>No request has “{text}”.</p> : null}
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {virtual.getVirtualItems().map((row) => {
            const request = shown[row.index]!;
            return (
              <label
                key={request.index}
                htmlFor={`import-request-${request.index}`}
                className={classes.request}
                style={{ height: rowHeight, transform: `translateY(${row.start}px)` }}
              >
                <Checkbox
                  id={`import-request-${request.index}`}
                  aria-label={`${request.method} ${request.name}`}
                  checked={chosen.has(request.index)}
                  onChange={(event) => onChange(choose(chosen, [request], event.currentTarget.checked))}
                />
                <MethodWord method={request.method} width={42} />
                <span className="grow">
                  <span className="ellipsis">{request.name}</span>
                  <span className="ellipsis mono dim" title={request.url}>
                    {request.url}
                  </span>
                </span>
                {request.folder ? <span className={`dim ellipsis ${classes.folder}`}>{request.folder}</span> : null}
              </label>
            );
          })}
        </div>
      </div>
      {problem ? (
        <p id="import-requests-problem" className={classes.problem} role="alert">
          {problem}
        </p>
      ) : null}
    </fieldset>
  );
}
