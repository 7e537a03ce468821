import type { Exchange, Phases } from '@touchstone/contracts/api-testing';
import { Fragment } from 'react';
import { formatCount, formatDuration } from '../../../../shared/format.ts';
import classes from './exchange.module.css';

const phases = [
  ['queueMs', 'Queued'],
  ['dnsMs', 'DNS lookup'],
  ['tcpMs', 'TCP connection'],
  ['tlsMs', 'TLS handshake'],
  ['sendMs', 'Request sent'],
  ['waitMs', 'Waiting'],
  ['downloadMs', 'Download'],
] as const;

type Stream = NonNullable<NonNullable<Exchange['response']>['stream']>;

const ends: Record<Stream['endedBy'], string> = {
  server: 'Server',
  time: 'Time limit',
  events: 'Event limit',
  user: 'You',
};

function streamFacts({ events, firstEventMs, between, endedBy }: Stream): [label: string, value: string][] {
  return [
    ['Events', formatCount(events)],
    ...(firstEventMs === undefined ? [] : [['First event', formatDuration(firstEventMs)] as [string, string]]),
    ...(between
      ? ([
          ['Between events, average', formatDuration(between.averageMs)],
          ['Between events, shortest', formatDuration(between.shortestMs)],
          ['Between events, longest', formatDuration(between.longestMs)],
        ] as [string, string][])
      : []),
    ['Ended by', ends[endedBy]],
  ];
}

interface Props {
  timing: Phases | undefined;
  /** Of a response that was streamed. */
  stream?: Stream | undefined;
}

/** TimingView draws the phases of an exchange in sequence, and the times of its events. */
export function TimingView({ timing, stream }: Props) {
  if (!timing) return <p className={classes.note}>No timing: the request didn't finish.</p>;
  const shown = phases.filter(([key]) => timing[key] !== undefined && (key !== 'queueMs' || timing.queueMs));
  const whole = Math.max(
    shown.reduce((sum, [key]) => sum + (timing[key] ?? 0), 0),
    0.001,
  );
  let before = 0;
  return (
    <div className={classes.timing}>
      {shown.map(([key, label]) => {
        const value = timing[key] ?? 0;
        const left = (before / whole) * 100;
        before += value;
        return (
          <Fragment key={key}>
            <span>{label}</span>
            <span className={classes.track} aria-hidden>
              {value > 0 ? (
                <span
                  className={classes.span}
                  data-kind={key}
                  style={{ left: `${left}%`, width: `${(value / whole) * 100}%` }}
                />
              ) : null}
            </span>
            <span className="mono num" style={{ textAlign: 'right' }}>
              {formatDuration(value)}
            </span>
          </Fragment>
        );
      })}
      <span className={classes.total}>Total</span>
      <span className={classes.total}>&nbsp;</span>
      <span className={`${classes.total} mono num`} style={{ textAlign: 'right' }}>
        {formatDuration(timing.totalMs)}
      </span>
      {(stream ? streamFacts(stream) : []).map(([label, value]) => (
        <Fragment key={label}>
          <span>{label}</span>
          <span>&nbsp;</span>
          <span className="mono num" style={{ textAlign: 'right' }}>
            {value}
          </span>
        </Fragment>
      ))}
    </div>
  );
}
