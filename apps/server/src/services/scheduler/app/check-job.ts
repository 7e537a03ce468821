import { type Schedule, scheduleMessages, type schedulerJobInputSchema } from '@touchstone/contracts/scheduler';
import { AppError, type ErrorDefinition, type ErrorDetail } from '@touchstone/kernel';
import type { z } from 'zod';
import type { Actor } from '../../workspaces/index.ts';
import { nextDue, scheduleFault } from '../domain/calendar.ts';
import type { ScheduleTargetKind, TargetScope } from '../domain/target-kind.ts';
import { schedulerErrors } from '../errors.ts';
import type { TargetKinds } from './target-kinds.ts';

/** The input of a job. */
export type JobInput = z.output<typeof schedulerJobInputSchema>;

const documented = new Map<string, ErrorDefinition>([
  [scheduleMessages.timeInPast, schedulerErrors.timeInPast],
  [scheduleMessages.severalDays, schedulerErrors.severalDays],
  [scheduleMessages.daysOutside, schedulerErrors.daysOutside],
]);

/** scheduleOf returns the schedule of a job. */
export function scheduleOf(input: Schedule): Schedule {
  const { scheduleType, timezone, startDate, endDate, time, daysOfWeek, daysOfMonth, cron } = input;
  return { scheduleType, timezone, startDate, endDate, time, daysOfWeek, daysOfMonth, cron };
}

/** firstDue returns when a schedule is next due; throws with the reason if it is invalid. */
export function firstDue(schedule: Schedule, nowMs: number): Date {
  const fault = scheduleFault(schedule, nowMs);
  const due = fault ? undefined : nextDue(schedule, nowMs);
  if (due !== undefined) return new Date(due);
  const { path, message } = fault ?? { path: 'time', message: scheduleMessages.timeInPast };
  const details = [{ path, message }];
  const known = documented.get(message);
  throw known
    ? new AppError(known, { details })
    : new AppError(schedulerErrors.invalidSchedule, { params: { reason: message }, details });
}

/** assertTarget throws if the job's test doesn't exist, or doesn't accept the job's input. */
export async function assertTarget(
  kinds: TargetKinds,
  caller: Actor,
  scope: TargetScope,
  { target }: JobInput,
): Promise<void> {
  const kind = kinds.get(target.kind);
  if (!(await kind.describe(scope, [target.id])).has(target.id)) throw new AppError(schedulerErrors.targetMissing);
  const refuse = (details: ErrorDetail[]): void => {
    const [first] = details;
    if (first) throw new AppError(schedulerErrors.invalidTarget, { params: { reason: first.message }, details });
  };
  const chosen = { targetKind: target.kind, configurationId: target.configurationId };
  if ((await kinds.deletedConfigurations(scope, [chosen])).size > 0)
    refuse([
      {
        path: 'target.configurationId',
        message: 'The run configuration does not exist in this workspace. Choose another one.',
      },
    ]);
  refuse(targetFaults(kind, target));
  const wrong = kind.options && (await kind.checkOptions?.(caller, scope.projectId, target.options));
  if (wrong) refuse([{ path: `target.options.${wrong.path}`, message: wrong.message }]);
}

/** targetFaults returns the parts of a target that its kind doesn't accept. */
export function targetFaults(kind: ScheduleTargetKind, target: JobInput['target']): ErrorDetail[] {
  const refused = (isGiven: boolean, field: keyof typeof target, noun: string): ErrorDetail[] =>
    isGiven ? [{ path: `target.${field}`, message: `${kind.title}: takes no ${noun}.` }] : [];
  const faults = [
    ...refused(target.environmentId !== null && !kind.takesEnvironment, 'environmentId', 'environment'),
    ...refused(target.configurationId !== null && !kind.takesConfiguration, 'configurationId', 'run configuration'),
    ...refused(target.variables.length > 0 && !kind.takesVariables, 'variables', 'variables'),
    ...refused(Object.keys(target.options).length > 0 && !kind.options, 'options', 'options'),
  ];
  const read = kind.options?.safeParse(target.options);
  if (faults.length > 0 || !read || read.success) return faults;
  const { issues } = read.error as { issues: { path: PropertyKey[]; message: string }[] };
  return issues.map(({ path, message }) => ({ path: ['target.options', ...path.map(String)].join('.'), message }));
}

/** assertNotify throws if the job should report its results but has no recipient. */
export function assertNotify({ notify }: Pick<JobInput, 'notify'>): void {
  const hasNoRecipient = notify.emails.length === 0 && notify.webhookUrl === null;
  if (notify.when !== 'NEVER' && hasNoRecipient) throw new AppError(schedulerErrors.noRecipient);
}
