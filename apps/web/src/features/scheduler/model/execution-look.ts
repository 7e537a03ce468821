import { type SchedulerExecutionStatus, schedulerExecutionStatuses } from '@touchstone/contracts/scheduler';
import type { Status } from '../../../ui/status/status.ts';

/** Glyph and label of a due time's result. */
export const executionLooks: Readonly<Record<SchedulerExecutionStatus, { status: Status; word: string }>> = {
  WAITING: { status: 'queued', word: 'Waiting' },
  RUNNING: { status: 'running', word: 'Running' },
  PASSED: { status: 'passed', word: 'Passed' },
  FAILED: { status: 'failed', word: 'Failed' },
  ERROR: { status: 'error', word: 'Error' },
  CANCELLED: { status: 'cancelled', word: 'Cancelled' },
  SKIPPED: { status: 'skipped', word: 'Skipped' },
  REFUSED: { status: 'error', word: 'Not started' },
};

/** isOver returns whether the result of a due time is final. */
export const isOver = (status: SchedulerExecutionStatus): boolean => status !== 'WAITING' && status !== 'RUNNING';

/** The results as filter options. */
export const executionChoices = schedulerExecutionStatuses.map((value) => ({
  value,
  label: executionLooks[value].word,
}));
