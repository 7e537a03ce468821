import type { Monitor, monitorChangeSchema } from '@touchstone/contracts/api-monitoring';
import { AppError } from '@touchstone/kernel';
import type { z } from 'zod';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { apiMonitoringErrors } from '../../errors.ts';
import { type MonitorRow, monitorsStore } from '../../store/monitors.store.ts';
import { slotsStore } from '../../store/slots.store.ts';
import type { Open } from '../open.ts';
import type { CapacityOf } from './capacity.ts';
import { type CreateMonitors, named } from './create-monitors.ts';
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
import type { SwitchMonitors } from './switch-monitors.ts';

type Change = z.output<typeof monitorChangeSchema>;

interface Needs {
  platform: Platform;
  open: Open;
  assertChecked: AssertChecked;
  capacityOf: CapacityOf;
  create: CreateMonitors;
  switching: SwitchMonitors;
  show: ShowMonitors;
}

/** createChangeMonitors updates, starts, stops and deletes monitors. */
export function createChangeMonitors(needs: Needs) {
  const { platform, open, capacityOf, switching, show } = needs;
  const { database } = platform;
  const again = async (caller: Actor, id: string): Promise<Monitor> => show.one(await open.monitor(caller, id, 'view'));

  const lock = async (sql: Sql, id: string): Promise<MonitorRow> => {
    const [row] = await monitorsStore.lock(sql, [id]);
    if (!row) throw new AppError(apiMonitoringErrors.monitorNotFound);
    return row;
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
        await switching.start(sql, row);
      });
      await platform.audit(caller, { action: 'monitor.started', target: id });
      return again(caller, id);
    },

    async stop(caller: Actor, id: string): Promise<Monitor> {
      await open.monitor(caller, id, 'edit');
      await database.transaction(async (sql) => {
        const row = await lock(sql, id);
        if (!row.isStarted) return;
        await switching.stop(sql, row, {
          text: 'Closed because the monitored API was stopped.',
          status: `Stopped by ${caller.name}.`,
          byName: caller.name,
        });
      });
      await platform.audit(caller, { action: 'monitor.stopped', target: id });
      return again(caller, id);
    },

    async delete(caller: Actor, id: string): Promise<void> {
      const { name } = await open.monitor(caller, id, 'edit');
      await database.transaction(async (sql) => {
        const row = await lock(sql, id);
        await switching.closeIncident(sql, row, {
          text: 'Closed because the monitored API was deleted.',
          byName: caller.name,
        });
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
/** ChangeMonitors updates, starts, stops and deletes monitors. */
export type ChangeMonitors = ReturnType<typeof createChangeMonitors>;

function createUpdateMonitor(
  { platform, open, assertChecked, create }: Needs,
  {
    again,
    lock,
  }: { again: (caller: Actor, id: string) => Promise<Monitor>; lock: (sql: Sql, id: string) => Promise<MonitorRow> },
) {
  const { database, clock, secrets } = platform;

  /** The monitor with the change applied. */
  const changed = (row: MonitorRow, change: Change): Checked => {
    const before = openDefinition(platform, row);
    if (change.definition && change.definition.kind !== before.kind)
      throw new AppError(apiMonitoringErrors.kindIsFixed);
    const old = rulesOf(row);
    const rules = Object.fromEntries(
      Object.entries(old).map(([key, value]) => [key, change[key as keyof typeof old] ?? value]),
    ) as typeof old;
    // Null clears a value; absent keeps it.
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
    // Changed slots are checked immediately; outcomes of the previous definition are refused.
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
          // Checks run on behalf of the user who saved it last.
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
