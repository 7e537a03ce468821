import type { Page } from '@touchstone/contracts';
import type { AlertDelivery, DeliveryState } from '@touchstone/contracts/api-monitoring';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { isBurn } from '../../domain/alerts/alert-message.ts';
import { apiMonitoringErrors } from '../../errors.ts';
import { type ChannelRow, channelsStore } from '../../store/alert-channels.store.ts';
import { type DeliveryRow, deliveriesStore, type OrderRow } from '../../store/alert-deliveries.store.ts';
import type { Open } from '../open.ts';

/** createDeliveries lists messages and their delivery attempts. */
export function createDeliveries({ platform, open }: { platform: Platform; open: Open }) {
  const { database, clock } = platform;
  const { sql } = database;
  const show = async (rows: readonly DeliveryRow[]): Promise<AlertDelivery[]> => {
    const [orders, channels] = await Promise.all([
      deliveriesStore.ordersOf(
        sql,
        rows.map(({ id }) => id),
      ),
      channelsStore.findMany(sql, [...new Set(rows.map(({ channelId }) => channelId))]),
    ]);
    return rows.map((row) => toDelivery(row, { orders, channels }));
  };
  return {
    async list(
      caller: Actor,
      filter: {
        projectId: string;
        incidentId?: string | undefined;
        channelId?: string | undefined;
        state?: DeliveryState | undefined;
      },
      page: { page: number; size: number },
    ): Promise<Page<AlertDelivery>> {
      await open.project(caller, filter.projectId, 'view');
      const { rows, totalElements } = await deliveriesStore.list(sql, filter, page);
      return { ...page, totalElements, content: await show(rows) };
    },
    async sendAgain(caller: Actor, id: string): Promise<AlertDelivery> {
      const row = await deliveriesStore.find(sql, caller.organizationId, id);
      if (!row) throw new AppError(apiMonitoringErrors.deliveryNotFound);
      await open.project(caller, row.projectId, 'edit');
      if (!(await deliveriesStore.again(sql, id, clock.now()))) throw new AppError(apiMonitoringErrors.deliveryBusy);
      await platform.audit(caller, { action: 'alert.sent-again', target: id });
      const again = (await deliveriesStore.find(sql, caller.organizationId, id)) ?? row;
      return (await show([again]))[0] as AlertDelivery;
    },
  };
}
/** Deliveries lists messages and their delivery attempts. */
export type Deliveries = ReturnType<typeof createDeliveries>;

function toDelivery(
  row: DeliveryRow,
  { orders, channels }: { orders: readonly OrderRow[]; channels: readonly ChannelRow[] },
): AlertDelivery {
  const channel = channels.find(({ id }) => id === row.channelId);
  const own = orders.filter(({ deliveryId }) => deliveryId === row.id);
  return {
    deliveryId: row.id,
    projectId: row.projectId,
    channelId: row.channelId,
    channelName: channel?.name ?? '',
    channelKind: channel?.kind ?? 'webhook',
    policyName: row.policyName,
    event: row.event,
    step: row.step,
    incidents: own.flatMap(({ incident: told, isCancelled }) =>
      isBurn(told)
        ? []
        : { incidentId: told.incidentId, number: told.number, monitorName: told.monitorName, isCancelled },
    ),
    objectives: own.flatMap(({ incident: told, isCancelled }) =>
      isBurn(told) ? { burnAlertId: told.burnAlertId, name: told.name, isCancelled } : [],
    ),
    state: row.state,
    dueAt: row.dueAt.toISOString(),
    doneAt: row.doneAt?.toISOString() ?? null,
    attempts: row.attempts,
    attemptCount: row.attemptCount,
    createdAt: row.createdAt.toISOString(),
  };
}
