import type { DriftCheck, DriftVerdict } from '@touchstone/contracts/service-virtualization';
import type { Status } from '../../../ui/status/status.ts';

/** How verdicts of a drift check look. */
export const verdictLooks: Record<DriftVerdict, { status: Status; word: string }> = {
  changed: { status: 'failed', word: 'Changed' },
  unreachable: { status: 'error', word: 'Unreachable' },
  same: { status: 'passed', word: 'Same' },
  skipped: { status: 'skipped', word: 'Skipped' },
  waiting: { status: 'queued', word: 'Waiting' },
};

/** How drift checks look. */
export const checkLooks: Record<DriftCheck['status'], { status: Status; word: string }> = {
  running: { status: 'running', word: 'Running' },
  finished: { status: 'passed', word: 'Finished' },
  cancelled: { status: 'cancelled', word: 'Cancelled' },
  failed: { status: 'error', word: 'Failed' },
};
