import { type MonitorStatus, monitorStatuses, type StatusCounts } from '@touchstone/contracts/api-monitoring';

/** statusCounts fills in missing counts with zero. */
export function statusCounts(counts: Partial<Record<MonitorStatus, number>> = {}): StatusCounts {
  const all = { total: 0, UP: 0, DEGRADED: 0, DOWN: 0, UNKNOWN: 0, MAINTENANCE: 0, PAUSED: 0 };
  for (const status of monitorStatuses) {
    all[status] = counts[status] ?? 0;
    all.total += all[status];
  }
  return all;
}
