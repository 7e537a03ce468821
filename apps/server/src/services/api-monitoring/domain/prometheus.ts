/** A monitor in one of its regions, as exported to metrics. */
export interface MetricSource {
  id: string;
  name: string;
  kind: string;
  status: string;
  collection: string;
  region: string | null;
  verdict: string | null;
  lastAt: Date | null;
  lastDurationMs: number | null;
  good: number | null;
  bad: number | null;
  p95Ms: number | null;
}
type Sample = [labels: Record<string, string>, value: number];

const statuses = ['UP', 'DEGRADED', 'DOWN', 'UNKNOWN', 'MAINTENANCE', 'PAUSED'];
const escaped = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

function family(name: string, help: string, samples: readonly Sample[]): string {
  const lines = samples.map(([labels, value]) => {
    const pairs = Object.entries(labels).map(([key, text]) => `${key}="${escaped(text)}"`);
    return `${name}{${pairs.join(',')}} ${value}`;
  });
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, ...lines].join('\n');
}

/** prometheusText formats the state of monitors in the Prometheus text format (0.0.4). */
export function prometheusText(rows: readonly MetricSource[]): string {
  const monitors = [...new Map(rows.map((row) => [row.id, row])).values()];
  const labels = ({ id, name, kind, collection }: MetricSource) => ({
    monitor_id: id,
    monitor: name,
    kind,
    collection,
  });
  const regional = rows.filter(({ region, lastAt }) => region !== null && lastAt !== null);
  const inRegion = (row: MetricSource) => ({ ...labels(row), region: row.region || 'any' });
  const measured = <T>(value: T | null, sample: (given: T) => Sample): Sample[] =>
    value === null ? [] : [sample(value)];
  const families = [
    family(
      'touchstone_monitor_status',
      'How a monitored API stands: 1 for its status, 0 for the others.',
      monitors.flatMap((row) =>
        statuses.map(
          (status): Sample => [{ ...labels(row), status: status.toLowerCase() }, row.status === status ? 1 : 0],
        ),
      ),
    ),
    family(
      'touchstone_monitor_up',
      'Whether the last check of a region found it available (up or degraded).',
      regional.map((row) => [inRegion(row), row.verdict === 'UP' || row.verdict === 'DEGRADED' ? 1 : 0]),
    ),
    family(
      'touchstone_monitor_last_check_timestamp_seconds',
      'When a region checked it last.',
      regional.map((row) => [inRegion(row), (row.lastAt?.getTime() ?? 0) / 1000]),
    ),
    family(
      'touchstone_monitor_last_duration_seconds',
      'How long the last check of a region took.',
      regional.flatMap((row) => measured(row.lastDurationMs, (ms) => [inRegion(row), ms / 1000])),
    ),
    family(
      'touchstone_monitor_uptime_ratio',
      'Share of the checks of the last 24 hours that found it available; without maintenance and checks that could not be made.',
      monitors.flatMap((row) =>
        (row.good ?? 0) + (row.bad ?? 0) === 0
          ? []
          : [[labels(row), (row.good ?? 0) / ((row.good ?? 0) + (row.bad ?? 0))] as Sample],
      ),
    ),
    family(
      'touchstone_monitor_duration_p95_seconds',
      '95th percentile of the durations of the last 24 hours.',
      monitors.flatMap((row) => measured(row.p95Ms, (ms) => [labels(row), ms / 1000])),
    ),
  ];
  return `${families.join('\n')}\n`;
}
