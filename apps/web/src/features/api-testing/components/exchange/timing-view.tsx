import type { Phases } from '@touchstone/contracts/api-testing';
import { Fragment } from 'react';
import { formatDuration } from '../../../../shared/format.ts';
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

/** TimingView draws the phases of an exchange one after another. */
export function TimingView({ timing }: { timing: Phases | undefined }) {
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
    </div>
  );
}
