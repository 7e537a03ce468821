import { useQuery } from '@tanstack/react-query';
import { formatPercent } from '../../../../shared/format.ts';
import { Panel } from '../../../../ui/panel.tsx';
import { daysQuery } from '../../api/results.queries.ts';
import { barsOfDays } from '../../model/bars.ts';
import { uptimeOf } from '../../model/graph-series.ts';
import { CheckStrip } from '../strip/check-strip.tsx';
import classes from './details.module.css';

const days = 90;

/** UptimeDays draws each of the last 90 days as a bar. */
export function UptimeDays({ monitorId }: { monitorId: string }) {
  const { data } = useQuery(daysQuery(monitorId, days));
  const uptime = data ? uptimeOf(data.points) : null;
  const uptimeText = uptime === null ? 'No data' : formatPercent(uptime);
  return (
    <Panel title="Uptime by day" note={`Last ${days} days: ${uptimeText}`} padded>
      {data ? (
        <>
          <CheckStrip
            label={`Uptime of the last ${days} days: ${uptimeText}`}
            bars={barsOfDays(data.points, data.to, days)}
            height={36}
            isWide
          />
          <div className={classes.axis} aria-hidden>
            <span>{`${days} days ago`}</span>
            <span>Today</span>
          </div>
        </>
      ) : (
        <div style={{ height: 52 }} />
      )}
    </Panel>
  );
}
