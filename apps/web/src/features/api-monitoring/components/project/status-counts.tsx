import type { StatusCounts as Counts, MonitorStatus } from '@touchstone/contracts/api-monitoring';
import { formatCount } from '../../../../shared/format.ts';
import { StatusGlyph } from '../../../../ui/status/status-glyph.tsx';
import { statusLooks } from '../../model/status-look.ts';
import classes from './status-counts.module.css';

const order = Object.keys(statusLooks) as MonitorStatus[];

/** StatusCounts counts monitored APIs by status; zero counts are left out. */
export function StatusCounts({ counts }: { counts: Counts }) {
  const present = order.filter((status) => counts[status] > 0);
  if (present.length === 0) return <span className="dim">None</span>;
  return (
    <ul className={classes.counts}>
      {present.map((status) => (
        <li key={status} className={classes.count} title={`${formatCount(counts[status])} ${statusLooks[status].word}`}>
          <StatusGlyph status={statusLooks[status].status} size={12} decorative />
          <span className="num">{formatCount(counts[status])}</span>
          <span className="visually-hidden">{statusLooks[status].word}</span>
        </li>
      ))}
    </ul>
  );
}
