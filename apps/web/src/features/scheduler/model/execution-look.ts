import { type SchedulerExecutionStatus, schedulerExecutionStatuses } from '@touchstone/contracts/scheduler';
import type { Status } from '../../../ui/status/status.ts';

/** How what became of a due time is shown: a state that has a shape, and its word. */
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

/** isOver tells whether nothing more becomes of a due time. */
export const isOver = (status: SchedulerExecutionStatus): boolean => status !== 'WAITING' && status !== 'RUNNING';

/** The choices of a filter. */
export const executionChoices = schedulerExecutionStatuses.map((value) => ({
  value,
  label: executionLooks[value].word,
}));
