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

/** What of a monitor decides how it is checked. */
export interface Checked {
  projectId: string;
  definition: MonitorDefinition;
  schedule: MonitorSchedule;
  rules: MonitorRules;
  environmentId: string | null;
}

/** scheduleFaults says why a schedule cannot be. */
export function scheduleFaults(schedule: MonitorSchedule): ErrorDetail[] {
  if (schedule.type === 'interval') return [];
  const faults: ErrorDetail[] = [];
  if (!isTimezone(schedule.timezone))
    faults.push({ path: 'schedule.timezone', message: `Unknown time zone: ${schedule.timezone}. Choose one.` });
  const fault = cronFault(schedule.cron);
  if (fault !== undefined) faults.push({ path: 'schedule.cron', message: fault });
  return faults;
}

/** invalidMonitor is the refusal of a monitor with what is wrong at which field. */
export function invalidMonitor(details: readonly ErrorDetail[]): AppError {
  const error = new AppError(apiMonitoringErrors.invalidMonitor);
  error.details.push(...details);
  return error;
}

/** createMonitorValues checks what is given of a monitor, and makes columns of it. */
export function createMonitorValues({ tests, environments }: { tests: WatchedTests; environments: Environments }) {
  return async function assertChecked(caller: Actor, checked: Checked): Promise<{ target: string; title?: string }> {
    const { definition, schedule, rules, projectId, environmentId } = checked;
    const details = [...scheduleFaults(schedule), ...monitorFaults(definition, rules)];
    if (details.length > 0) throw invalidMonitor(details);
    const reference = testOf(definition);
    const test = reference && (await tests.open(caller, reference));
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
/** AssertChecked refuses a monitor that could not be checked. */
export type AssertChecked = ReturnType<typeof createMonitorValues>;

/** scheduleColumns is a schedule as it is stored. */
export const scheduleColumns = (
  schedule: MonitorSchedule,
): Pick<NewMonitorRow, 'everySeconds' | 'cron' | 'timezone'> =>
  schedule.type === 'interval'
    ? { everySeconds: schedule.everySeconds, cron: null, timezone: 'UTC' }
    : { everySeconds: null, cron: schedule.cron, timezone: schedule.timezone };

/** testColumns name the test that a definition refers to. */
export function testColumns(definition: MonitorDefinition): Pick<NewMonitorRow, 'testId' | 'testProjectId'> {
  const reference = testOf(definition);
  return { testId: reference?.testId ?? null, testProjectId: reference?.projectId ?? null };
}

/** firstDue is when a monitor that starts now is checked first: at once, by a cron line at its time, and a heartbeat once it is late. */
export function firstDue(
  { monitorId, definition, schedule }: Pick<Checked, 'definition' | 'schedule'> & { monitorId: string },
  now: Date,
): Date | null {
  if (definition.kind === 'heartbeat') return heartbeatDeadline(schedule, definition.graceSeconds, now);
  return schedule.type === 'interval' ? now : dueAfter(schedule, monitorId, now);
}

/** heartbeatDeadline is when the next call of a job is late, after one at `calledAt`. */
export function heartbeatDeadline(schedule: MonitorSchedule, graceSeconds: number, calledAt: Date): Date {
  const at = calledAt.getTime();
  const next =
    schedule.type === 'interval'
      ? at + schedule.everySeconds * 1000
      : (nextCronDue(schedule.cron, schedule.timezone, at) ?? at + 86_400_000);
  return new Date(next + graceSeconds * 1000);
}

/** dueAfter is when a monitor is due next after an instant; null: never again. */
export function dueAfter(schedule: MonitorSchedule, monitorId: string, at: Date): Date | null {
  const due = nextDue(schedule, monitorId, { afterMs: at.getTime(), nextCron: nextCronDue });
  return due === undefined ? null : new Date(due);
}

/** slotsOf are the places where a monitor is checked, from `nextDueAt` on. */
export const slotsOf = (
  monitorId: string,
  { regions, confirmFrom }: Pick<MonitorRules, 'regions' | 'confirmFrom'>,
  nextDueAt: Date | null,
): NewSlot[] => [
  ...(regions.length === 0 ? [''] : regions).map((region) => ({ monitorId, region, isConfirming: false, nextDueAt })),
  ...(confirmFrom === null ? [] : [{ monitorId, region: confirmFrom, isConfirming: true, nextDueAt: null }]),
];

/** hashOf is what is kept of the token of a heartbeat. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** newHeartbeat makes the address of a heartbeat; only its hash is kept. */
export function newHeartbeat({ config }: Pick<Platform, 'config'>): { hash: string; url: string } {
  const token = randomBytes(24).toString('base64url');
  const { service, path } = heartbeatRoutes.heartbeat;
  return { hash: hashOf(token), url: `${config.publicUrl}${routePrefix(service)}${path.replace('{token}', token)}` };
}
