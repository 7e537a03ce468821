import type { Sql } from '../../../../platform/database/pool.ts';
import type { Told } from '../../domain/alerts/alert-message.ts';
import { keepsIncidents } from '../../domain/alerts/channel-request.ts';
import { dueAfterQuiet, planSteps, type Severity, tells } from '../../domain/alerts/plan-alerts.ts';
import type { ChannelRow } from '../../store/alert-channels.store.ts';
import { type DeliveryRow, deliveriesStore, type OrderRow } from '../../store/alert-deliveries.store.ts';
import type { PolicyRow } from '../../store/alert-policies.store.ts';
import { wallClock } from '../wall-clock.ts';

/** An order and the message that contains it. */
export interface Ordered {
  order: OrderRow;
  delivery: DeliveryRow;
}
/** Orders a policy's message to a channel. */
export type Order = (
  policy: Pick<PolicyRow, 'id' | 'name'> & { groupSeconds: number },
  to: { channelId: string; event: OrderRow['event']; step: number; dueAt: Date },
) => Promise<void>;

const ends: ReadonlySet<OrderRow['event']> = new Set(['acknowledged', 'closed', 'recovered']);

/**
 * orderFor returns a function that orders messages about one incident or burn-rate alert, in the transaction of its
 * change.
 */
export function orderFor(
  sql: Sql,
  {
    place: { organizationId, projectId },
    told,
    channels,
    now,
  }: {
    place: { organizationId: string; projectId: string };
    told: Told;
    channels: readonly ChannelRow[];
    now: Date;
  },
): Order {
  return async ({ id, name, groupSeconds }, { channelId, ...to }) => {
    const channel = channels.find((row) => row.id === channelId);
    if (!channel) return;
    const values = {
      organizationId,
      projectId,
      policyId: id,
      policyName: name,
      channelId,
      incident: told,
      groupSeconds: keepsIncidents(channel.kind) ? 0 : groupSeconds,
      ...to,
    };
    await deliveriesStore.order(sql, values, now);
  };
}

/** orderSteps orders the messages of all steps of the policies that cover the severity. */
export async function orderSteps(
  policies: readonly PolicyRow[],
  { event, severity, at }: { event: 'opened' | 'burning'; severity: Severity; at: Date },
  order: Order,
): Promise<void> {
  for (const { id, name, rules } of policies) {
    if (!tells(rules, severity)) continue;
    for (const planned of planSteps(rules, { severity, at, clock: wallClock }))
      await order({ id, name, groupSeconds: rules.groupSeconds }, { ...planned, event });
  }
}

/**
 * orderEnd handles the end or the acknowledgement: cancels messages that haven't been sent, and informs the channels
 * that were alerted.
 */
export async function orderEnd(
  sql: Sql,
  {
    all,
    before,
    event,
    severity,
    at,
    order,
    always,
    now,
  }: {
    all: readonly PolicyRow[];
    before: readonly Ordered[];
    event: 'acknowledged' | 'closed' | 'recovered';
    severity: Severity;
    at: Date;
    order: Order;
    always: ReadonlySet<string>;
    now: Date;
  },
): Promise<void> {
  const isOver = event !== 'acknowledged';
  const isUseless = ({ order: row, delivery }: Ordered): boolean =>
    isUntried(delivery) && !row.isCancelled && (isOver || row.event !== 'acknowledged');
  await deliveriesStore.cancel(
    sql,
    before.filter(isUseless).map(({ order: row }) => row.id),
    now,
  );
  for (const { channelId, policyId, policyName } of toldChannels(before)) {
    const rules = all.find(({ id }) => id === policyId)?.rules;
    const isWanted = rules === undefined || (isOver ? rules.tellsRecovery : rules.tellsAcknowledged);
    if (!isWanted && !always.has(channelId)) continue;
    const dueAt = rules && !always.has(channelId) ? dueAfterQuiet(rules, severity, at, wallClock) : at;
    await order(
      { id: policyId, name: policyName, groupSeconds: rules?.groupSeconds ?? 0 },
      { channelId, event, step: 1, dueAt },
    );
  }
}

/** isUntried returns whether no attempt to send the message has been made. */
export const isUntried = ({ state, attemptCount }: DeliveryRow): boolean => state === 'WAITING' && attemptCount === 0;

/** toldChannels channels that were alerted, or may have been; each once, with the policy that alerted it first. */
export function toldChannels(
  before: readonly Ordered[],
): { channelId: string; policyId: string; policyName: string }[] {
  const found = new Map<string, { channelId: string; policyId: string; policyName: string }>();
  for (const { order, delivery } of before) {
    const isTold = delivery.attemptCount > 0 && delivery.state !== 'FAILED' && !order.isCancelled;
    if (!isTold || ends.has(order.event) || found.has(order.channelId)) continue;
    const { policyId, policyName } = delivery;
    found.set(order.channelId, { channelId: order.channelId, policyId, policyName });
  }
  return [...found.values()];
}
