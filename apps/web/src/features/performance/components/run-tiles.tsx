import { formatBytes, formatCount, formatDuration, formatPercent } from '../../../shared/format.ts';
import { StatTiles } from '../../../ui/chart/stat-tile.tsx';
import type { RunView } from '../model/run-store.ts';

const share = (part: number, whole: number) => (whole ? formatPercent((part / whole) * 100) : '–');

/** RunTiles shows the figures of a run: of its latest second while in progress, and of all of it. */
export function RunTiles({ view: { run, totals, latest } }: { view: RunView }) {
  const isLive = run.status === 'running' && latest !== undefined;
  const total = totals?.total;
  const tail = totals?.tail;
  const time = (value: number | undefined) => (total && total.count > 0 ? formatDuration(value) : '–');
  return (
    <StatTiles
      stats={[
        isLive
          ? {
              label: 'Virtual users',
              value: formatCount(latest.users),
              note: `${formatCount(latest.usersPlanned)} planned`,
            }
          : {
              label: 'Virtual users',
              value: formatCount(totals?.usersMax ?? 0),
              note: `${formatCount(run.virtualUsers)} planned at most`,
            },
        isLive
          ? {
              label: 'Per second',
              value: formatCount(Math.round(latest.rate)),
              note: `${formatCount(Math.round(total?.rate ?? 0))} on average`,
            }
          : {
              label: 'Per second',
              value: formatCount(Math.round((total?.rate ?? 0) * 10) / 10),
              note: 'on average',
            },
        ...(tail
          ? [
              {
                label: 'Tail',
                value: formatDuration(tail.durationMs),
                note: `after the plan, ${formatCount(tail.requests)} requests`,
              },
            ]
          : []),
        {
          label: 'Requests',
          value: formatCount(total?.count ?? 0),
          note: `${formatBytes(total?.bytesReceived ?? 0)} received`,
        },
        {
          label: 'Failed',
          value: total ? share(total.failed, total.count) : '–',
          note: `${formatCount(total?.failed ?? 0)} requests`,
        },
        { label: 'p50', value: time(total?.latency.p50) },
        { label: 'p95', value: time(total?.latency.p95) },
        { label: 'p99', value: time(total?.latency.p99) },
      ]}
    />
  );
}
