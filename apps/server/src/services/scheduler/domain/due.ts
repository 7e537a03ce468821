import type { Schedule } from '@touchstone/contracts/scheduler';
import { dueUpTo, nextDue } from './calendar.ts';
import { missedAfterMs } from './execution.ts';

/** One execution that a job is due for. */
export interface DueExecution {
  dueAtMs: number;
  /** Times that were missed and that it stands for. */
  missed: number;
  isSkipped: boolean;
}

/** More missed times than this are not counted. */
const mostCounted = 10_000;

/**
 * takeDue says what a job is due for, and when it is due next. What lies back further than the server needs to look at its jobs was missed:
 * one execution stands for all of it, or it is skipped.
 */
export function takeDue(
  { schedule, missedPolicy, nextDueAt }: { schedule: Schedule; missedPolicy: 'RUN_ONCE' | 'SKIP'; nextDueAt: Date },
  nowMs: number,
): { executions: DueExecution[]; nextDueAt: Date | null } {
  const first = nextDueAt.getTime();
  const due = [first, ...dueUpTo(schedule, first, nowMs, mostCounted - 1)];
  const late = due.filter((at) => at < nowMs - missedAfterMs);
  const executions = due.slice(late.length).map((dueAtMs) => ({ dueAtMs, missed: 0, isSkipped: false }));
  const [firstOnTime] = executions;
  const lastLate = late.at(-1);
  if (lastLate !== undefined && missedPolicy === 'SKIP')
    executions.unshift({ dueAtMs: lastLate, missed: late.length, isSkipped: true });
  else if (lastLate !== undefined && firstOnTime) firstOnTime.missed = late.length;
  else if (lastLate !== undefined) executions.push({ dueAtMs: lastLate, missed: late.length, isSkipped: false });
  const next = nextDue(schedule, Math.max(nowMs, due.at(-1) ?? first));
  return { executions, nextDueAt: next === undefined ? null : new Date(next) };
}
