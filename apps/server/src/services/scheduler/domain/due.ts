import type { Schedule } from '@touchstone/contracts/scheduler';
import { dueUpTo, nextDue } from './calendar.ts';
import { missedAfterMs } from './execution.ts';

/** An execution for which a job is due. */
export interface DueExecution {
  dueAtMs: number;
  /** The number of missed times that it stands for. */
  missed: number;
  isSkipped: boolean;
}

/** Further missed times aren't counted. */
const maxCounted = 10_000;

/**
 * takeDue determines for what a job is due, and when it is next due. Times older than the scheduler's normal delay were
 * missed: a single execution stands for all of them, or they are skipped.
 */
export function takeDue(
  { schedule, missedPolicy, nextDueAt }: { schedule: Schedule; missedPolicy: 'RUN_ONCE' | 'SKIP'; nextDueAt: Date },
  nowMs: number,
): { executions: DueExecution[]; nextDueAt: Date | null } {
  const first = nextDueAt.getTime();
  const due = [first, ...dueUpTo(schedule, first, nowMs, maxCounted - 1)];
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
