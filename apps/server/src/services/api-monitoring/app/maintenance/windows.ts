import type { Page } from '@touchstone/contracts';
import type { MaintenanceWindow, WindowTime } from '@touchstone/contracts/api-monitoring';
import { AppError, newId } from '@touchstone/kernel';
import { createWake } from '../../../../platform/database/notifier.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { cronFault, isTimezone, nextCronDue } from '../../../scheduler/index.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { windowAt } from '../../domain/window-times.ts';
import { apiMonitoringErrors } from '../../errors.ts';
import { monitorsStore } from '../../store/monitors.store.ts';
import { projectsStore } from '../../store/projects.store.ts';
import { type WindowRow, windowsStore } from '../../store/windows.store.ts';
import { windowsChannel } from '../checks/maintenance.ts';
import type { Open } from '../open.ts';

interface WindowValues {
  title: string;
  description: string;
  time: WindowTime;
  collectionIds: string[];
  monitorIds: string[];
}

/** createWindows manages maintenance windows. */
export function createWindows({ platform, open }: { platform: Platform; open: Open }) {
  const { database, clock } = platform;
  const { sql } = database;
  const wake = createWake(platform);

  const find = async (caller: Actor, id: string): Promise<WindowRow> => {
    const row = await windowsStore.find(sql, caller.organizationId, id);
    if (!row) throw new AppError(apiMonitoringErrors.windowNotFound);
    await open.project(caller, row.projectId, 'edit');
    return row;
  };
  const assertThere = async (projectId: string, values: WindowValues): Promise<void> => {
    const collections = new Set((await projectsStore.collectionNames(sql, projectId)).map(({ id }) => id));
    const monitors = new Set(values.monitorIds.length > 0 ? await monitorsStore.idsOf(sql, { projectId }) : []);
    if (values.collectionIds.some((id) => !collections.has(id)))
      throw new AppError(apiMonitoringErrors.collectionNotFound);
    if (values.monitorIds.some((id) => !monitors.has(id))) throw new AppError(apiMonitoringErrors.monitorNotFound);
  };
  const spanOf = (time: WindowTime, notBefore: Date | null) => {
    const span = windowAt(time, clock.now(), { nextCron: nextCronDue, notBefore });
    return { startsAt: span?.startsAt ?? null, endsAt: span?.endsAt ?? null };
  };
  const changed = (row: WindowRow | undefined): MaintenanceWindow => {
    if (!row) throw new AppError(apiMonitoringErrors.windowNotFound);
    return toWindow(row, clock.now());
  };

  return {
    async list(
      caller: Actor,
      projectId: string,
      page: { page: number; size: number },
    ): Promise<Page<MaintenanceWindow>> {
      await open.project(caller, projectId, 'view');
      const now = clock.now();
      const { rows, totalElements } = await windowsStore.list(sql, projectId, now, page);
      return { ...page, totalElements, content: rows.map((row) => toWindow(row, now)) };
    },
    async create(caller: Actor, { projectId, ...values }: WindowValues & { projectId: string }) {
      await open.project(caller, projectId, 'edit');
      assertTime(values.time);
      await assertThere(projectId, values);
      const { organizationId, name: createdByName } = caller;
      const row = { id: newId(), organizationId, projectId, createdByName, ...values, ...spanOf(values.time, null) };
      const made = await windowsStore.insert(sql, row);
      await wake(windowsChannel, '');
      await platform.audit(caller, { action: 'maintenance-window.created', target: made.id });
      return toWindow(made, clock.now());
    },
    async update(caller: Actor, id: string, change: { [K in keyof WindowValues]?: WindowValues[K] | undefined }) {
      const before = await find(caller, id);
      const { title = before.title, description = before.description, time = before.time } = change;
      const { collectionIds = before.collectionIds, monitorIds = before.monitorIds } = change;
      const values = { title, description, time, collectionIds, monitorIds };
      assertTime(time);
      await assertThere(before.projectId, values);
      const endedUntil = change.time ? null : before.endedUntil;
      // A window that happens once doesn't return after it was ended.
      const isOver = time.type === 'once' && endedUntil !== null;
      const span = isOver ? { startsAt: before.startsAt, endsAt: before.endsAt } : spanOf(time, endedUntil);
      const row = await windowsStore.update(sql, id, { ...values, endedUntil, ...span });
      await wake(windowsChannel, '');
      await platform.audit(caller, { action: 'maintenance-window.updated', target: id });
      return changed(row);
    },
    /** Ends the active window; a recurring one returns at its next time. */
    async end(caller: Actor, id: string) {
      const { time, startsAt, endsAt } = await find(caller, id);
      const now = clock.now();
      if (!startsAt || !endsAt || startsAt > now || endsAt <= now) throw new AppError(apiMonitoringErrors.windowNotNow);
      const span = time.type === 'once' ? { startsAt, endsAt: now } : spanOf(time, now);
      const row = await windowsStore.update(sql, id, { endedUntil: now, ...span });
      await wake(windowsChannel, '');
      await platform.audit(caller, { action: 'maintenance-window.ended', target: id });
      return changed(row);
    },
    async delete(caller: Actor, id: string): Promise<void> {
      const { title } = await find(caller, id);
      await windowsStore.delete(sql, id);
      await wake(windowsChannel, '');
      await platform.audit(caller, { action: 'maintenance-window.deleted', target: id, detail: { title } });
    },
  };
}
/** Windows manages maintenance windows. */
export type Windows = ReturnType<typeof createWindows>;

function assertTime(time: WindowTime): void {
  const error = new AppError(apiMonitoringErrors.invalidWindow);
  const fault = (path: string, message: string) => error.details.push({ path: `time.${path}`, message });
  const { startsAt, endsAt } = time;
  if (startsAt !== null && endsAt !== null && startsAt >= endsAt) fault('endsAt', 'The end is not after the start.');
  if (time.type === 'recurring') {
    if (!isTimezone(time.timezone)) fault('timezone', `Unknown time zone: ${time.timezone}. Choose one.`);
    const cron = cronFault(time.cron);
    if (cron !== undefined) fault('cron', cron);
  }
  if (error.details.length > 0) throw error;
}

function toWindow(row: WindowRow, now: Date): MaintenanceWindow {
  const isActive = row.startsAt !== null && row.endsAt !== null && row.startsAt <= now && row.endsAt > now;
  const comes = row.startsAt !== null && row.startsAt > now;
  return {
    windowId: row.id,
    projectId: row.projectId,
    title: row.title,
    description: row.description,
    time: row.time,
    collectionIds: row.collectionIds,
    monitorIds: row.monitorIds,
    isActive,
    currentEndsAt: isActive ? (row.endsAt?.toISOString() ?? null) : null,
    nextStartsAt: comes ? (row.startsAt?.toISOString() ?? null) : null,
    createdByName: row.createdByName,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
