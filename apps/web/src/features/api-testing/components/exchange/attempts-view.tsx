import type { StepDetail } from '@touchstone/contracts/api-testing';
import { formatDuration } from '../../../../shared/format.ts';
import { StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import classes from './exchange.module.css';

interface Props {
  earlier: NonNullable<StepDetail['earlierAttempts']>;
  last: StepDetail;
}

/** AttemptsView lists every attempt of a retried step; the last one is the result. */
export function AttemptsView({ earlier, last }: Props) {
  const { status, statusCode, durationMs, message } = last;
  const attempts = [...earlier, { status, statusCode, durationMs, message }];
  return (
    <ol className={classes.attempts}>
      {attempts.map((attempt, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: attempts are told apart by their order
        <li key={index}>
          <StatusLabel status={attempt.status}>
            Attempt {index + 1}{' '}
            <span className="dim num">
              {attempt.statusCode ?? ''} {attempt.durationMs === null ? '' : formatDuration(attempt.durationMs)}
            </span>
          </StatusLabel>
          {attempt.message ? <div className="dim">{attempt.message}</div> : null}
        </li>
      ))}
    </ol>
  );
}
