import type { LiveEvent } from '@touchstone/contracts/api-testing';
import { useLayoutEffect, useRef } from 'react';
import { formatCount } from '../../../../shared/format.ts';
import classes from './events-view.module.css';

interface Props {
  /** The latest events, in order. */
  events: readonly LiveEvent[];
  /** Total number of events. */
  count: number;
  /** While the stream is open, the list scrolls with its end if that is visible. */
  isOpen?: boolean;
}

/** EventsView lists the events of a stream. */
export function EventsView({ events, count, isOpen = false }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const isAtEnd = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each event
  useLayoutEffect(() => {
    const element = list.current;
    if (isOpen && element && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [count, isOpen]);
  const first = count - events.length + 1;
  if (count === 0) return <p className={classes.note}>{isOpen ? 'Waiting for the first event…' : 'No events came.'}</p>;
  return (
    <ol
      ref={list}
      className={classes.events}
      aria-label="Events"
      start={first}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < 24;
      }}
    >
      {first > 1 ? <li className={classes.note}>{formatCount(first - 1)} earlier events are not shown.</li> : null}
      {events.map(({ id, event, data }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the number of the event, which it keeps
        <li key={first + index} className={classes.event}>
          <span className="num dim">{first + index}</span>
          <span className={classes.name}>
            {event}
            {id ? <span className="dim"> #{id}</span> : null}
          </span>
          <code className={classes.data}>{data}</code>
        </li>
      ))}
    </ol>
  );
}
