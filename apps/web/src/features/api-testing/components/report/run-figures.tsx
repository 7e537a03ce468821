import { useQuery } from '@tanstack/react-query';
import { formatCount, formatDuration, formatPercent } from '../../../../shared/format.ts';
import { StatTiles } from '../../../../ui/chart/stat-tile.tsx';
import { metricsQuery } from '../../api/executions.queries.ts';

/** RunFigures counts the runs of a workspace by outcome. */
export function RunFigures({ projectId }: { projectId: string }) {
  const metrics = useQuery(metricsQuery(projectId)).data;
  const shown = (value: number | undefined) => (value === undefined ? '–' : formatCount(value));
  return (
    <div style={{ padding: 16 }}>
      <StatTiles
        stats={[
          { label: 'Runs', value: shown(metrics?.runs) },
          { label: 'Passed', value: shown(metrics?.passed) },
          { label: 'Failed', value: shown(metrics?.failed) },
          { label: 'Error in run', value: shown(metrics?.errors) },
          { label: 'Running', value: shown(metrics?.running) },
          { label: 'Pass rate', value: metrics && metrics.runs > 0 ? formatPercent(metrics.passRate) : '–' },
          {
            label: 'Average duration',
            value: metrics && metrics.runs > 0 ? formatDuration(metrics.averageDurationMs) : '–',
          },
        ]}
      />
    </div>
  );
}
