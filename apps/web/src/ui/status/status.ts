import type { RunStatus } from '@touchstone/contracts/runs';

/** The eight shapes of states; `flaky` and the run states share five hues. */
export type Status = RunStatus | 'flaky';

export const statusWords: Record<Status, string> = {
  passed: 'Passed',
  failed: 'Failed',
  error: 'Error',
  flaky: 'Flaky',
  running: 'Running',
  queued: 'Queued',
  skipped: 'Skipped',
  cancelled: 'Cancelled',
};

export const statusColors: Record<Status, string> = {
  passed: 'var(--pass)',
  failed: 'var(--fail)',
  error: 'var(--fail)',
  flaky: 'var(--warn)',
  running: 'var(--run)',
  queued: 'var(--rest)',
  skipped: 'var(--rest)',
  cancelled: 'var(--rest)',
};

/** The order of severity in which lists and bars show the states. */
export const statusOrder = ['failed', 'error', 'running', 'queued', 'skipped', 'cancelled', 'passed'] as const;
