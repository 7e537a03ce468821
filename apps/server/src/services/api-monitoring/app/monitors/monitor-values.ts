import { createHash, randomBytes } from 'node:crypto';
import { routePrefix } from '@touchstone/contracts';
import {
  heartbeatRoutes,
  type MonitorDefinition,
  type MonitorRules,
  type MonitorSchedule,
} from '@touchstone/contracts/api-monitoring';
import { AppError, type ErrorDetail } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import { cronFault, isTimezone, nextCronDue } from '../../../scheduler/index.ts';
import type { Actor, Environments } from '../../../workspaces/index.ts';
import { monitorFaults, targetOf, testOf } from '../../domain/definition.ts';
import { nextDue } from '../../domain/due.ts';
import { apiMonitoringErrors } from '../../errors.ts';
import type { NewMonitorRow } from '../../store/monitors.store.ts';
import type { NewSlot } from '../../store/slots.store.ts';
import type { WatchedTests } from './watched-tests.ts';

/** The part of a monitor that determines how it is checked. */
export interface Checked {
  projectId: string;
  definition: MonitorDefinition;
  schedule: MonitorSchedule;
  rules: MonitorRules;
  environmentId: string | null;
}

/** scheduleFaults returns why a schedule is invalid; empty if it is valid. */
export function scheduleFaults(schedule: MonitorSchedule): ErrorDetail[] {
  if (schedule.type === 'interval') return [];
  const faults: ErrorDetail[] = [];
  if (!isTimezone(schedule.timezone))
    faults.push({ path: 'schedule.timezone', message: `Unknown time zone: ${schedule.timezone}. Choose one.` });
  const fault = cronFault(schedule.cron);
  if (fault !== undefined) faults.push({ path: 'schedule.cron', message: fault });
  return faults;
}

/** invalidMonitor returns the validation error of a monitor, with the faults by field. */
export function invalidMonitor(details: readonly ErrorDetail[]): AppError {
  const error = new AppError(apiMonitoringErrors.invalidMonitor);
  error.details.push(...details);
  return error;
}

/**
 * createMonitorValues validates the input of a monitor. Throws `invalidMonitor`, or if the test or environment can't be
 * used.
 */
export function createMonitorValues({ tests, environments }: { tests: WatchedTests; environments: Environments }) {
  return async function assertChecked(caller: Actor, checked: Checked): Promise<{ target: string; title?: string }> {
    const { definition, schedule, rules, projectId, environmentId } = checked;
    const details = [...scheduleFaults(schedule), ...monitorFaults(definition, rules)];
    if (details.length > 0) throw invalidMonitor(details);
    const reference = testOf(definition);
    const test = reference && (await tests.open(caller, reference));
    if (definition.kind === 'workflow' && definition.configurationId !== null)
      await tests.assertConfiguration(caller, definition.projectId, definition.configurationId);
    if (environmentId !== null) {
      const { environment } = await environments.open(caller, environmentId, 'view');
      if (environment.projectId !== (reference?.projectId ?? projectId)) {
        const place = reference ? 'the workspace of the test' : 'this project';
        throw new AppError(apiMonitoringErrors.environmentElsewhere, { params: { place } });
      }
    }
    return { target: targetOf(definition, test?.title), ...(test && { title: test.title }) };
  };
}
/** AssertChecked throws if the monitor can't be checked. */
export type AssertChecked = ReturnType<typeof createMonitorValues>;

/** scheduleColumns returns the columns of a schedule. */
export const scheduleColumns = (
  schedule: MonitorSchedule,
): Pick<NewMonitorRow, 'everySeconds' | 'cron' | 'timezone'> =>
  schedule.type === 'interval'
    ? { everySeconds: schedule.everySeconds, cron: null, timezone: 'UTC' }
    : { everySeconds: null, cron: schedule.cron, timezone: schedule.timezone };

/** testColumns returns the columns of the test that a definition refers to. */
export function testColumns(definition: MonitorDefinition): Pick<NewMonitorRow, 'testId' | 'testProjectId'> {
  const reference = testOf(definition);
  return { testId: reference?.testId ?? null, testProjectId: reference?.projectId ?? null };
}

/**
 * firstDue returns when a monitor that starts now is first checked: immediately, with a cron expression at its next
 * time, and a heartbeat when it becomes late.
 */
export function firstDue(
  { monitorId, definition, schedule }: Pick<Checked, 'definition' | 'schedule'> & { monitorId: string },
  now: Date,
): Date | null {
  if (definition.kind === 'heartbeat') return heartbeatDeadline(schedule, definition.graceSeconds, now);
  return schedule.type === 'interval' ? now : dueAfter(schedule, monitorId, now);
}

/** laterDue returns when a monitor that isn't checked now is next due; a heartbeat gets its whole interval again. */
export function laterDue(
  { monitorId, definition, schedule }: Pick<Checked, 'definition' | 'schedule'> & { monitorId: string },
  now: Date,
): Date | null {
  if (definition.kind === 'heartbeat') return heartbeatDeadline(schedule, definition.graceSeconds, now);
  return dueAfter(schedule, monitorId, now);
}

/** heartbeatDeadline returns when a job's next call is late, given its last at `calledAt`. */
export function heartbeatDeadline(schedule: MonitorSchedule, graceSeconds: number, calledAt: Date): Date {
  const at = calledAt.getTime();
  const next =
    schedule.type === 'interval'
      ? at + schedule.everySeconds * 1000
      : (nextCronDue(schedule.cron, schedule.timezone, at) ?? at + 86_400_000);
  return new Date(next + graceSeconds * 1000);
}

/** dueAfter returns when a monitor is next due after an instant; null: never again. */
export function dueAfter(schedule: MonitorSchedule, monitorId: string, at: Date): Date | null {
  const due = nextDue(schedule, monitorId, { afterMs: at.getTime(), nextCron: nextCronDue });
  return due === undefined ? null : new Date(due);
}

/** slotsOf returns the slots of a monitor, first due at `nextDueAt`. */
export const slotsOf = (
  monitorId: string,
  { regions, confirmFrom }: Pick<MonitorRules, 'regions' | 'confirmFrom'>,
  nextDueAt: Date | null,
): NewSlot[] => [
  ...(regions.length === 0 ? [''] : regions).map((region) => ({ monitorId, region, isConfirming: false, nextDueAt })),
  ...(confirmFrom === null ? [] : [{ monitorId, region: confirmFrom, isConfirming: true, nextDueAt: null }]),
];

/** hashOf returns the stored hash of a heartbeat's token. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** newHeartbeat creates a heartbeat's URL; only the hash of its token is stored. */
export function newHeartbeat({ config }: Pick<Platform, 'config'>): { hash: string; url: string } {
  const token = randomBytes(24).toString('base64url');
  const { service, path } = heartbeatRoutes.heartbeat;
  return { hash: hashOf(token), url: `${config.publicUrl}${routePrefix(service)}${path.replace('{token}', token)}` };
}
