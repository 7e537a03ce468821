import type { Monitor, monitorChangeSchema } from '@touchstone/contracts/api-monitoring';
import { AppError } from '@touchstone/kernel';
import type { z } from 'zod';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { apiMonitoringErrors } from '../../errors.ts';
import { incidentsStore } from '../../store/incidents.store.ts';
import { type MonitorRow, monitorsStore } from '../../store/monitors.store.ts';
import { slotsStore } from '../../store/slots.store.ts';
import type { Transitions } from '../incidents/transitions.ts';
import type { Open } from '../open.ts';
import type { CapacityOf } from './capacity.ts';
import { type CreateMonitors, named, waitingText } from './create-monitors.ts';
import {
  type AssertChecked,
  type Checked,
  firstDue,
  newHeartbeat,
  scheduleColumns,
  slotsOf,
  testColumns,
} from './monitor-values.ts';
import { definitionPlace, openDefinition, rulesOf, type ShowMonitors, scheduleOf } from './show-monitors.ts';

type Change = z.output<typeof monitorChangeSchema>;

interface Needs {
  platform: Platform;
  open: Open;
  assertChecked: AssertChecked;
  capacityOf: CapacityOf;
  create: CreateMonitors;
  transitions: Transitions;
  show: ShowMonitors;
}

/** createChangeMonitors changes, starts, stops and deletes monitors. */
export function createChangeMonitors(needs: Needs) {
  const { platform, open, capacityOf, transitions, show } = needs;
  const { database, clock } = platform;
  const again = async (caller: Actor, id: string): Promise<Monitor> => show.one(await open.monitor(caller, id, 'view'));

  const lock = async (sql: Sql, id: string): Promise<MonitorRow> => {
    const [row] = await monitorsStore.lock(sql, [id]);
    if (!row) throw new AppError(apiMonitoringErrors.monitorNotFound);
    return row;
  };
  const closeIncident = async (sql: Sql, monitor: MonitorRow, text: string, byName: string): Promise<void> => {
    const [incident] = await incidentsStore.lockOpen(sql, [monitor.id]);
    if (incident) await transitions.close(sql, { incident, monitor, at: clock.now(), text, byName });
  };

  return {
    update: createUpdateMonitor(needs, { again, lock }),

    async start(caller: Actor, id: string): Promise<Monitor> {
      await open.monitor(caller, id, 'edit');
      const capacity = await capacityOf(caller.organizationId);
      await database.transaction(async (sql) => {
        const row = await lock(sql, id);
        if (row.isStarted) return;
        await capacity.assert(sql, 1);
        const checked = { monitorId: id, definition: openDefinition(platform, row), schedule: scheduleOf(row) };
        await monitorsStore.update(sql, id, {
          isStarted: true,
          status: 'UNKNOWN',
          statusText: waitingText(row.kind),
          statusSince: clock.now(),
        });
        await resetSlots(sql, row, firstDue(checked, clock.now()));
      });
      await platform.audit(caller, { action: 'monitor.started', target: id });
      return again(caller, id);
    },

    async stop(caller: Actor, id: string): Promise<Monitor> {
      await open.monitor(caller, id, 'edit');
      await database.transaction(async (sql) => {
        const row = await lock(sql, id);
        if (!row.isStarted) return;
        await closeIncident(sql, row, 'Closed because the monitored API was stopped.', caller.name);
        await monitorsStore.update(sql, id, {
          isStarted: false,
          status: 'PAUSED',
          statusText: `Stopped by ${caller.name}.`,
          statusSince: clock.now(),
        });
        await resetSlots(sql, row, null);
      });
      await platform.audit(caller, { action: 'monitor.stopped', target: id });
      return again(caller, id);
    },

    async delete(caller: Actor, id: string): Promise<void> {
      const { name } = await open.monitor(caller, id, 'edit');
      await database.transaction(async (sql) => {
        const row = await lock(sql, id);
        await closeIncident(sql, row, 'Closed because the monitored API was deleted.', caller.name);
        await monitorsStore.delete(sql, [id]);
      });
      await platform.audit(caller, { action: 'monitor.deleted', target: id, detail: { name } });
    },

    async renewHeartbeat(caller: Actor, id: string): Promise<{ heartbeatUrl: string }> {
      const row = await open.monitor(caller, id, 'edit');
      if (row.kind !== 'heartbeat') throw new AppError(apiMonitoringErrors.noHeartbeat);
      const { hash, url } = newHeartbeat(platform);
      await monitorsStore.update(database.sql, id, { heartbeatHash: hash });
      await platform.audit(caller, { action: 'monitor.heartbeat-renewed', target: id });
      return { heartbeatUrl: url };
    },
  };
}
/** ChangeMonitors changes, starts, stops and deletes monitors. */
export type ChangeMonitors = ReturnType<typeof createChangeMonitors>;

/** What is known of a monitor is forgotten; it is due at that instant. */
async function resetSlots(sql: Sql, { id }: MonitorRow, nextDueAt: Date | null): Promise<void> {
  const fresh = { verdict: 'UNKNOWN' as const, message: null, failures: 0, nextDueAt };
  await slotsStore.update(sql, id, fresh, { forgetsChecks: true });
  const slots = await slotsStore.listOf(sql, [id]);
  const confirming = slots.filter(({ isConfirming }) => isConfirming).map(({ region }) => region);
  if (confirming.length > 0) await slotsStore.update(sql, id, { nextDueAt: null }, { regions: confirming });
}

function createUpdateMonitor(
  { platform, open, assertChecked, create }: Needs,
  {
    again,
    lock,
  }: { again: (caller: Actor, id: string) => Promise<Monitor>; lock: (sql: Sql, id: string) => Promise<MonitorRow> },
) {
  const { database, clock, secrets } = platform;

  /** What a monitor is once changed. */
  const changed = (row: MonitorRow, change: Change): Checked => {
    const before = openDefinition(platform, row);
    if (change.definition && change.definition.kind !== before.kind)
      throw new AppError(apiMonitoringErrors.kindIsFixed);
    const old = rulesOf(row);
    const rules = Object.fromEntries(
      Object.entries(old).map(([key, value]) => [key, change[key as keyof typeof old] ?? value]),
    ) as typeof old;
    // What may be null is told apart from what is absent.
    for (const key of ['confirmFrom', 'degradedAboveMs', 'degradedFactor'] as const)
      if (change[key] === null) rules[key] = null as never;
    return {
      projectId: row.projectId,
      definition: change.definition ?? before,
      schedule: change.schedule ?? scheduleOf(row),
      rules,
      environmentId: change.environmentId === undefined ? row.environmentId : change.environmentId,
    };
  };

  const moveSlots = async (sql: Sql, row: MonitorRow, { definition, schedule, rules }: Checked): Promise<void> => {
    const slots = await slotsStore.listOf(sql, [row.id]);
    const due = row.isStarted ? firstDue({ monitorId: row.id, definition, schedule }, clock.now()) : null;
    const wanted = slotsOf(row.id, rules, due);
    const isSame = (slot: { region: string; isConfirming: boolean }) =>
      wanted.some((one) => one.region === slot.region && one.isConfirming === slot.isConfirming);
    await slotsStore.delete(
      sql,
      row.id,
      slots.filter((slot) => !isSame(slot)).map(({ region }) => region),
    );
    const kept = slots.filter(isSame).map(({ region }) => region);
    await slotsStore.insert(
      sql,
      wanted.filter(({ region }) => !kept.includes(region)),
    );
    // What was changed is checked at once; results of how it was before are refused.
    const checking = wanted.filter(({ isConfirming, region }) => !isConfirming && kept.includes(region));
    await slotsStore.update(
      sql,
      row.id,
      { nextDueAt: due, failures: 0 },
      { regions: checking.map(({ region }) => region), forgetsChecks: true },
    );
  };

  return async function update(caller: Actor, change: Change): Promise<Monitor> {
    const { monitorId, name, description, tags, sloPercent, collectionId } = change;
    const before = await open.monitor(caller, monitorId, 'edit');
    const planned = changed(before, change);
    const { target } = await assertChecked(caller, planned);
    await named(
      name ?? before.name,
      database.transaction(async (sql) => {
        if (collectionId !== undefined) await create.hold(sql, collectionId, before.projectId);
        const row = await lock(sql, monitorId);
        const checked = changed(row, change);
        await monitorsStore.update(sql, monitorId, {
          ...given({ name, description, tags, sloPercent, collectionId }),
          ...checked.rules,
          definition: secrets.seal(JSON.stringify(checked.definition), definitionPlace(monitorId)),
          target,
          ...testColumns(checked.definition),
          ...scheduleColumns(checked.schedule),
          environmentId: checked.environmentId,
          // It is checked in the name of whoever saved it last.
          createdBy: caller.userId,
          createdByName: caller.name,
        });
        await moveSlots(sql, row, checked);
      }),
    );
    await platform.audit(caller, { action: 'monitor.updated', target: monitorId });
    return again(caller, monitorId);
  };
}

const given = <T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
