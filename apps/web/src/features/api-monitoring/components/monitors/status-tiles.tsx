import { useQuery } from '@tanstack/react-query';
import type { MonitorStatus } from '@touchstone/contracts/api-monitoring';
import { formatCount, formatDuration, formatPercent } from '../../../../shared/format.ts';
import { type Stat, StatTiles } from '../../../../ui/chart/stat-tile.tsx';
import { StatusGlyph } from '../../../../ui/status/status-glyph.tsx';
import { statusQuery } from '../../api/monitors.queries.ts';
import { statusLooks } from '../../model/status-look.ts';
import classes from './status-tiles.module.css';

const counted: readonly MonitorStatus[] = ['UP', 'DEGRADED', 'DOWN', 'PAUSED'];

interface Props {
  projectId: string;
  /** Filters the list by a status. */
  onChoose: (status: MonitorStatus) => void;
}

/** StatusTiles shows a project's current status; each count filters the list. */
export function StatusTiles({ projectId, onChoose }: Props) {
  const { data } = useQuery(statusQuery(projectId));
  const tiles: Stat[] = counted.map((status) => {
    const { word, status: glyph } = statusLooks[status];
    return {
      label: word,
      value: (
        <button type="button" className={classes.count} onClick={() => onChoose(status)}>
          <StatusGlyph status={glyph} size={14} decorative />
          {data ? formatCount(data.monitors[status]) : '–'}
          <span className="visually-hidden">{`${word}: show them`}</span>
        </button>
      ),
    };
  });
  return (
    <StatTiles
      stats={[
        ...tiles,
        { label: 'Open incidents', value: data ? formatCount(data.openIncidents) : '–' },
        {
          label: 'Uptime 24 h',
          value: data?.uptimePercent === null || !data ? '–' : formatPercent(data.uptimePercent),
        },
        {
          label: 'p95 24 h',
          value: data?.latency.p95Ms === null || !data ? '–' : formatDuration(data.latency.p95Ms),
        },
      ]}
    />
  );
}
