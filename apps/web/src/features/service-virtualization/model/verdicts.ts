import type { DriftCheck, DriftVerdict } from '@touchstone/contracts/service-virtualization';
import type { Status } from '../../../ui/status/status.ts';

/** Glyph and label of a drift check's verdict. */
export const verdictLooks: Record<DriftVerdict, { status: Status; word: string }> = {
  changed: { status: 'failed', word: 'Changed' },
  unreachable: { status: 'error', word: 'Unreachable' },
  same: { status: 'passed', word: 'Same' },
  skipped: { status: 'skipped', word: 'Skipped' },
  waiting: { status: 'queued', word: 'Waiting' },
};

/** Glyph and label of a drift check's status. */
export const checkLooks: Record<DriftCheck['status'], { status: Status; word: string }> = {
  running: { status: 'running', word: 'Running' },
  finished: { status: 'passed', word: 'Finished' },
  cancelled: { status: 'cancelled', word: 'Cancelled' },
  failed: { status: 'error', word: 'Failed' },
};
