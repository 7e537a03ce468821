import { useQuery } from '@tanstack/react-query';
import { formatCount, formatDuration, formatPercent } from '../../../shared/format.ts';
import { SegmentedBar } from '../../../ui/chart/segmented-bar.tsx';
import { StatTiles } from '../../../ui/chart/stat-tile.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { StatusGlyph } from '../../../ui/status/status-glyph.tsx';
import {
  concurrencyQuery,
  countsQuery,
  type DashboardScope,
  outcomesQuery,
  userCountQuery,
  waitTimeQuery,
} from '../api/dashboard.queries.ts';
import classes from './dashboard.module.css';

/** Reserves the place of a number while it loads. */
const shown = (value: number | undefined) => (value === undefined ? '\u00a0' : formatCount(value));
const ofLimit = ({ inUse, limit }: { inUse: number; limit: number | null }) =>
  limit === null ? `${formatCount(inUse)} in use` : `${formatCount(inUse)} of ${formatCount(limit)}`;

/** CountsWidget counts existing items and active runs. */
export function CountsWidget({ scope }: { scope: DashboardScope }) {
  const counts = useQuery(countsQuery(scope));
  const users = useQuery(userCountQuery);
  return (
    <Loaded query={counts}>
      {(data) => (
        <div className={classes.tiles}>
          <StatTiles
            stats={[
              { label: 'Running now', value: shown(data.running) },
              { label: 'Runs today', value: shown(data.runsToday) },
              { label: 'Workspaces', value: shown(data.workspaces) },
              { label: 'Suites', value: shown(data.suites) },
              { label: 'Tests', value: shown(data.scripts) },
              {
                label: 'Users',
                value: shown(users.data?.active),
                note: users.data?.invited ? `${formatCount(users.data.invited)} invited` : 'in the organization',
              },
            ]}
          />
        </div>
      )}
    </Loaded>
  );
}

const endedRuns = (count: number) => (count === 1 ? '1 ended run' : `${formatCount(count)} ended runs`);

/** OutcomesWidget is the share of passed runs. */
export function OutcomesWidget({ scope }: { scope: DashboardScope }) {
  const outcomes = useQuery(outcomesQuery(scope));
  return (
    <Loaded query={outcomes} height={120} isEmpty={({ runs }) => runs === 0} empty="No run in these days.">
      {({ runs, passed, failed, error, cancelled, running, passedPercent, averageDurationMs }) => (
        <div style={{ padding: 16 }}>
          <p className={`${classes.big} num`}>
            {formatPercent(passedPercent)}{' '}
            <span className="dim">
              of {endedRuns(passed + failed + error)} passed, {formatDuration(averageDurationMs)} each
            </span>
          </p>
          <SegmentedBar
            height={10}
            counts={{ total: runs, passed, failed, error, running, cancelled, queued: 0, skipped: 0 }}
          />
          <ul className={classes.legend}>
            {(
              [
                ['passed', passed, 'passed'],
                ['failed', failed, 'failed'],
                ['error', error, 'could not run'],
                ['running', running, 'running or waiting'],
                ['cancelled', cancelled, 'cancelled'],
              ] as const
            )
              .filter(([status, count]) => count > 0 || status === 'passed' || status === 'failed')
              .map(([status, count, text]) => (
                <li key={status}>
                  <StatusGlyph status={status} decorative />
                  <span className="num">{formatCount(count)}</span>
                  <span className="dim">{text}</span>
                </li>
              ))}
          </ul>
        </div>
      )}
    </Loaded>
  );
}

/** WaitingWidget is how long runs waited for a runner, and how much of the shared resources is in use. */
export function WaitingWidget({ scope }: { scope: DashboardScope }) {
  const waiting = useQuery(waitTimeQuery(scope));
  const concurrency = useQuery(concurrencyQuery);
  return (
    <Loaded query={waiting} height={96} isEmpty={({ runs }) => runs === 0} empty="No run in these days.">
      {({ averageMs, p95Ms, longestMs }) => (
        <dl className={classes.facts} style={{ padding: 16 }}>
          {(
            [
              ['Average', averageMs],
              ['95 % at most', p95Ms],
              ['Longest', longestMs],
            ] as const
          ).map(([label, ms]) => (
            <div key={label}>
              <dt className="eyebrow">{label}</dt>
              <dd className="num">{formatDuration(ms)}</dd>
            </div>
          ))}
          {concurrency.data
            ? (
                [
                  ['Shared browsers', concurrency.data.browsers],
                  ['Shared devices', concurrency.data.devices],
                ] as const
              )
                // Hidden in an installation without shared browsers or devices.
                .filter(([, { inUse }]) => inUse > 0)
                .map(([label, value]) => (
                  <div key={label}>
                    <dt className="eyebrow">{label}</dt>
                    <dd className="num">{ofLimit(value)}</dd>
                  </div>
                ))
            : null}
        </dl>
      )}
    </Loaded>
  );
}
