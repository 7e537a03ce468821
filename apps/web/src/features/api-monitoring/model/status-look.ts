import type { MonitorStatus, Verdict } from '@touchstone/contracts/api-monitoring';
import type { Status } from '../../../ui/status/status.ts';

/** Glyph and label of a state. */
interface Look {
  status: Status;
  word: string;
}

/** The states of monitored APIs, worst first. */
export const statusLooks: Record<MonitorStatus, Look> = {
  DOWN: { status: 'failed', word: 'Down' },
  DEGRADED: { status: 'flaky', word: 'Degraded' },
  UNKNOWN: { status: 'queued', word: 'Unknown' },
  UP: { status: 'passed', word: 'Up' },
  MAINTENANCE: { status: 'skipped', word: 'Maintenance' },
  PAUSED: { status: 'cancelled', word: 'Stopped' },
};

/** Glyph and label of a check's result. */
export const verdictLooks: Record<Verdict, Look> = {
  UP: statusLooks.UP,
  DEGRADED: statusLooks.DEGRADED,
  DOWN: statusLooks.DOWN,
  UNKNOWN: statusLooks.UNKNOWN,
};

/** The states as filter options. */
export const statusChoices = Object.entries(statusLooks).map(([value, { word }]) => ({ value, label: word }));
/** The results of checks, as filter options. */
export const verdictChoices = Object.entries(verdictLooks).map(([value, { word }]) => ({ value, label: word }));
