import type { Clock } from '@touchstone/kernel';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { ToldIncident } from '../../domain/alerts/alert-message.ts';
import { keepsIncidents } from '../../domain/alerts/channel-request.ts';
import { concerns, dueAfterQuiet, planSteps } from '../../domain/alerts/plan-alerts.ts';
import { channelsStore } from '../../store/alert-channels.store.ts';
import { deliveriesStore } from '../../store/alert-deliveries.store.ts';
import { type PolicyRow, policiesStore } from '../../store/alert-policies.store.ts';
import type { IncidentTransition, OnTransition } from '../incidents/transitions.ts';
import { wallClock } from '../wall-clock.ts';
import { isUntried, type Order, type Ordered, orderEnd, orderFor, orderSteps, toldChannels } from './place-orders.ts';

/**
 * createOrderAlerts orders the messages about an incident's change in the transaction of the change, so an order exists
 * if and only if the change does. Later policy changes don't affect existing orders; a step that hasn't been sent is
 * cancelled once it is pointless.
 */
export function createOrderAlerts({ clock }: { clock: Clock }): OnTransition {
  return async function orderAlerts(sql, transition) {
    const { incident, monitor, event } = transition;
    // Sequential: a transaction has one connection.
    const channels = await channelsStore.listAll(sql, incident.projectId);
    if (channels.length === 0) return;
    const rows = await policiesStore.listAll(sql, incident.projectId);
    const told = toldOf(transition);
    const order = orderFor(sql, { place: incident, told, channels, now: clock.now() });
    const policies = rows.filter(({ isEnabled, rules }) => isEnabled && concerns(rules, monitor));
    const opening = { event, severity: incident.severity, at: transition.at } as const;
    if (event === 'opened') return orderSteps(policies, { ...opening, event }, order);
    const before = await deliveriesStore.ofIncident(sql, incident.id);
    if (event === 'worsened') return worsened(sql, { policies, before, transition, order, told });
    await orderEnd(sql, {
      all: rows,
      before,
      event,
      severity: incident.severity,
      at: transition.at,
      order,
      always: new Set(channels.filter(({ kind }) => keepsIncidents(kind)).map(({ id }) => id)),
      now: clock.now(),
    });
  };
}

/**
 * Degraded became down: channels that were alerted get an update, messages held by quiet hours may go out sooner, and
 * policies for down-only incidents start.
 */
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
      await orderSteps([policy], { event: 'opened', severity: incident.severity, at }, order);
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
