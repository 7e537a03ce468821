import type { MonitorStatus, Verdict } from '@touchstone/contracts/api-monitoring';
import type { Status } from '../../../ui/status/status.ts';

/** How a state of a monitored API is drawn and named. */
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

/** What single checks found, as it is drawn and named. */
export const verdictLooks: Record<Verdict, Look> = {
  UP: statusLooks.UP,
  DEGRADED: statusLooks.DEGRADED,
  DOWN: statusLooks.DOWN,
  UNKNOWN: statusLooks.UNKNOWN,
};

/** The states as a filter offers them. */
export const statusChoices = Object.entries(statusLooks).map(([value, { word }]) => ({ value, label: word }));
/** What checks found, as a filter offers it. */
export const verdictChoices = Object.entries(verdictLooks).map(([value, { word }]) => ({ value, label: word }));
