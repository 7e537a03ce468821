import type { Clock } from '@touchstone/kernel';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { ToldIncident } from '../../domain/alerts/alert-message.ts';
import { keepsIncidents } from '../../domain/alerts/channel-request.ts';
import { concerns, dueAfterQuiet, planSteps, tells } from '../../domain/alerts/plan-alerts.ts';
import { channelsStore } from '../../store/alert-channels.store.ts';
import { type DeliveryRow, deliveriesStore, type OrderRow } from '../../store/alert-deliveries.store.ts';
import { type PolicyRow, policiesStore } from '../../store/alert-policies.store.ts';
import type { IncidentTransition, OnTransition } from '../incidents/transitions.ts';
import { wallClock } from '../wall-clock.ts';

interface Ordered {
  order: OrderRow;
  delivery: DeliveryRow;
}
type Order = (
  policy: Pick<PolicyRow, 'id' | 'name'> & { groupSeconds: number },
  to: { channelId: string; event: OrderRow['event']; step: number; dueAt: Date },
) => Promise<void>;

/**
 * createOrderAlerts orders the messages about a change of an incident in the transaction that makes it: an order exists exactly when the change
 * does. What is ordered does not change when the policy does; a step that was not told yet is cancelled once it is of no use.
 */
export function createOrderAlerts({ clock }: { clock: Clock }): OnTransition {
  return async function orderAlerts(sql, transition) {
    const { incident, monitor, event } = transition;
    // One after the other: a transaction has one connection.
    const channels = await channelsStore.listAll(sql, incident.projectId);
    if (channels.length === 0) return;
    const rows = await policiesStore.listAll(sql, incident.projectId);
    const told = toldOf(transition);
    const order: Order = async ({ id, name, groupSeconds }, { channelId, ...to }) => {
      const channel = channels.find((row) => row.id === channelId);
      if (!channel) return;
      const values = {
        organizationId: incident.organizationId,
        projectId: incident.projectId,
        policyId: id,
        policyName: name,
        channelId,
        incident: told,
        groupSeconds: keepsIncidents(channel.kind) ? 0 : groupSeconds,
        ...to,
      };
      await deliveriesStore.order(sql, values, clock.now());
    };
    const policies = rows.filter(({ isEnabled, rules }) => isEnabled && concerns(rules, monitor));
    if (event === 'opened') return orderSteps(policies, transition, order);
    const before = await deliveriesStore.ofIncident(sql, incident.id);
    if (event === 'worsened') return worsened(sql, { policies, before, transition, order, told });
    await end(sql, {
      all: rows,
      before,
      transition,
      order,
      always: new Set(channels.filter(({ kind }) => keepsIncidents(kind)).map(({ id }) => id)),
      now: clock.now(),
    });
  };
}

async function orderSteps(
  policies: readonly PolicyRow[],
  { incident: { severity }, at }: IncidentTransition,
  order: Order,
): Promise<void> {
  for (const { id, name, rules } of policies) {
    if (!tells(rules, severity)) continue;
    for (const planned of planSteps(rules, { severity, at, clock: wallClock }))
      await order({ id, name, groupSeconds: rules.groupSeconds }, { ...planned, event: 'opened' });
  }
}

/** Degraded became down: those who were told hear of it, what waits for the end of quiet hours may go out sooner, and policies for what is down begin. */
async function worsened(
  sql: Sql,
  {
    policies,
    before,
    transition,
    order,
    told,
  }: {
    policies: readonly PolicyRow[];
    before: readonly Ordered[];
    transition: IncidentTransition;
    order: Order;
    told: ToldIncident;
  },
): Promise<void> {
  const { incident, at } = transition;
  for (const policy of policies) {
    const { id, name, rules } = policy;
    if (!rules.tellsDegraded) {
      await orderSteps([policy], transition, order);
      continue;
    }
    const planned = planSteps(rules, { severity: 'DOWN', at: incident.openedAt, clock: wallClock });
    for (const { order: row, delivery } of before) {
      const plan = planned.find(({ channelId, step }) => channelId === row.channelId && step === row.step);
      if (delivery.policyId !== id || row.event !== 'opened' || !isUntried(delivery) || !plan) continue;
      await deliveriesStore.hasten(sql, { orderId: row.id, deliveryId: delivery.id }, told, plan.dueAt);
    }
    const heard = toldChannels(before.filter(({ delivery }) => delivery.policyId === id));
    for (const { channelId } of heard)
      await order(
        { id, name, groupSeconds: rules.groupSeconds },
        { channelId, event: 'worsened', step: 1, dueAt: dueAfterQuiet(rules, 'DOWN', at, wallClock) },
      );
  }
}

/** Acknowledged or closed: what was not told yet is cancelled, those who were told hear of it. */
async function end(
  sql: Sql,
  {
    all,
    before,
    transition,
    order,
    always,
    now,
  }: {
    all: readonly PolicyRow[];
    before: readonly Ordered[];
    transition: IncidentTransition;
    order: Order;
    always: ReadonlySet<string>;
    now: Date;
  },
): Promise<void> {
  const { event, incident, at } = transition;
  const isUseless = ({ order: row, delivery }: Ordered): boolean =>
    isUntried(delivery) && !row.isCancelled && (event === 'closed' || row.event !== 'acknowledged');
  await deliveriesStore.cancel(
    sql,
    before.filter(isUseless).map(({ order: row }) => row.id),
    now,
  );
  for (const { channelId, policyId, policyName } of toldChannels(before)) {
    const rules = all.find(({ id }) => id === policyId)?.rules;
    const isWanted = rules === undefined || (event === 'closed' ? rules.tellsRecovery : rules.tellsAcknowledged);
    if (!isWanted && !always.has(channelId)) continue;
    const dueAt = rules && !always.has(channelId) ? dueAfterQuiet(rules, incident.severity, at, wallClock) : at;
    await order(
      { id: policyId, name: policyName, groupSeconds: rules?.groupSeconds ?? 0 },
      { channelId, event: event as 'acknowledged' | 'closed', step: 1, dueAt },
    );
  }
}

const isUntried = ({ state, attemptCount }: DeliveryRow): boolean => state === 'WAITING' && attemptCount === 0;

/** Channels that were told of an incident, or may have been: each once. */
function toldChannels(before: readonly Ordered[]): { channelId: string; policyId: string; policyName: string }[] {
  const found = new Map<string, { channelId: string; policyId: string; policyName: string }>();
  for (const { order, delivery } of before) {
    const isTold = delivery.attemptCount > 0 && delivery.state !== 'FAILED' && !order.isCancelled;
    if (!isTold || order.event === 'acknowledged' || order.event === 'closed' || found.has(order.channelId)) continue;
    const { policyId, policyName } = delivery;
    found.set(order.channelId, { channelId: order.channelId, policyId, policyName });
  }
  return [...found.values()];
}

const toldOf = ({ incident, monitor }: IncidentTransition): ToldIncident => ({
  incidentId: incident.id,
  number: incident.number,
  projectId: incident.projectId,
  monitorId: monitor.id,
  monitorName: monitor.name,
  target: monitor.target,
  severity: incident.severity,
  cause: incident.cause,
  regions: incident.regions,
  openedAt: incident.openedAt.toISOString(),
  closedAt: incident.closedAt?.toISOString() ?? null,
  acknowledgedByName: incident.acknowledgedByName,
});
