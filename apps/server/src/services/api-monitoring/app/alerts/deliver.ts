import type { ChannelSettings, DeliveryAttempt } from '@touchstone/contracts/api-monitoring';
import { composeMail } from '../../../../platform/mail/compose.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { UserManagement } from '../../../user-management/index.ts';
import type { PostMessage, PostOutcome } from '../../clients/alerts/post-message.ts';
import { type AlertMessage, composeAlert, isBurn, type Told } from '../../domain/alerts/alert-message.ts';
import { channelRequest } from '../../domain/alerts/channel-request.ts';
import { nextReminder } from '../../domain/alerts/plan-alerts.ts';
import { nextTry } from '../../domain/alerts/retry.ts';
import { type ChannelRow, channelsStore } from '../../store/alert-channels.store.ts';
import { type DeliveryRow, deliveriesStore, type OrderRow } from '../../store/alert-deliveries.store.ts';
import { policiesStore } from '../../store/alert-policies.store.ts';
import { wallClock } from '../wall-clock.ts';
import { hiddenOf, openSettings, toAttempt } from './channels.ts';
import { mailed } from './test-channel.ts';

/** After this long without a sign of life an attempt's process is taken for dead; longer than any attempt takes. */
const leaseMs = 45_000;
/** Claims younger than this are never taken over: their process may only have lost its connection briefly. */
const silentMs = 5000;

/** keyOf returns the idempotency key: the same for every attempt of a message, so receivers can detect repeats. */
export const keyOf = ({ id, resends }: Pick<DeliveryRow, 'id' | 'resends'>): string =>
  resends === 0 ? id : `${id}-${resends}`;

/** createDeliver sends messages that are due. */
export function createDeliver({
  platform,
  users,
  post,
}: {
  platform: Platform;
  users: Pick<UserManagement, 'listDeactivatedOrganizations'>;
  post: PostMessage;
}) {
  const { database, clock, mailer, config } = platform;
  const linkOf = (told: Told): string =>
    isBurn(told)
      ? `${config.publicUrl}/api-monitoring/alerts?project=${told.projectId}&tab=budgets`
      : `${config.publicUrl}/api-monitoring/incidents?incident=${told.incidentId}`;

  const messageOf = (row: DeliveryRow, orders: readonly OrderRow[]): AlertMessage =>
    composeAlert({
      event: row.event,
      told: orders.map(({ incident }) => incident),
      at: clock.now(),
      key: keyOf(row),
      linkOf,
      projectLink: `${config.publicUrl}/api-monitoring?project=${row.projectId}`,
    });

  /**
   * The orders that still need sending: for reminders, only those of incidents that are neither acknowledged nor
   * closed.
   */
  const worthTelling = async (row: DeliveryRow): Promise<OrderRow[]> => {
    const orders = (await deliveriesStore.ordersOf(database.sql, [row.id])).filter(({ isCancelled }) => !isCancelled);
    if (!isReminder(row.event)) return orders;
    const open = await deliveriesStore.unattended(
      database.sql,
      orders.map(({ incidentId }) => incidentId),
    );
    return orders.filter(({ incidentId }) => open.has(incidentId));
  };

  const settle = createSettle(platform);

  /** Stores the mails in the transaction that settles the message, so each is stored once. */
  const mail = async (
    row: DeliveryRow,
    { addresses, message }: { addresses: readonly string[]; message: AlertMessage },
  ): Promise<DeliveryAttempt | undefined> => {
    const answer = mailed(mailer.local);
    const at = clock.now();
    const attempt = { at: at.toISOString(), isDelivered: true, status: null, message: null, answer, durationMs: 0 };
    const isSettled = await database.transaction(async (sql, client) => {
      if (!(await deliveriesStore.settle(sql, row, { attempt, state: 'DELIVERED', now: at }))) return false;
      for (const to of addresses) {
        const text = composeMail({
          subject: message.title,
          to: { firstName: to },
          what: message.lines.join('\n'),
          link: {
            url: message.link,
            label: message.objectives.length > 0 ? 'Open the error budgets' : 'Open the incident',
          },
          otherwise: `You get this because the alert policy “${row.policyName}” names this address.`,
        });
        await mailer.send({ to, ...text, organizationId: row.organizationId }, { sql, client });
      }
      return true;
    });
    return isSettled ? attempt : undefined;
  };

  const send = async (row: DeliveryRow, channel: ChannelRow, orders: readonly OrderRow[]): Promise<void> => {
    const settings: ChannelSettings = openSettings(platform, channel);
    const message = messageOf(row, orders);
    if (settings.kind === 'email') {
      const attempt = await mail(row, { addresses: settings.addresses, message });
      if (attempt) await settle.after(row, { channel, orders, attempt, isDone: true });
      return;
    }
    const outcome = await post(channelRequest(settings, message), { key: keyOf(row), hidden: hiddenOf(settings) });
    const isDone = await settle.posted(row, outcome);
    if (isDone !== undefined) await settle.after(row, { channel, orders, attempt: toAttempt(outcome), isDone });
  };

  return {
    /** Claims up to `most` due messages for this process; those of deactivated organizations wait. */
    async claim(owner: string, most: number): Promise<DeliveryRow[]> {
      const except = await users.listDeactivatedOrganizations();
      const now = clock.now();
      const until = new Date(now.getTime() + leaseMs);
      const lostAfter = new Date(until.getTime() - silentMs);
      return database.transaction((sql) => deliveriesStore.claim(sql, { owner, now, until, lostAfter, most, except }));
    },
    /** Sends a claimed message and stores the receiver's response. */
    async deliver(row: DeliveryRow): Promise<void> {
      const [[channel], orders] = await Promise.all([
        channelsStore.findMany(database.sql, [row.channelId]),
        worthTelling(row),
      ]);
      if (!channel) return;
      if (orders.length === 0) return settle.cancelled(row);
      await send(row, channel, orders);
    },
  };
}
/** Deliver sends messages that are due. */
export type Deliver = ReturnType<typeof createDeliver>;

function createSettle({ database, clock }: Platform) {
  /** Orders the next reminders of a message that was delivered or given up, for incidents that are still unattended. */
  const remind = async (row: DeliveryRow, orders: readonly OrderRow[]): Promise<void> => {
    if (row.event === 'acknowledged' || row.event === 'closed' || row.event === 'recovered') return;
    const policy = await policiesStore.get(database.sql, row.policyId);
    if (!policy?.isEnabled || policy.rules.reminderMinutes === null) return;
    const now = clock.now();
    const open = await deliveriesStore.unattended(
      database.sql,
      orders.map(({ incidentId }) => incidentId),
    );
    const step = isReminder(row.event) ? row.step + 1 : 1;
    const isOfBurn = row.event === 'burning' || row.event === 'still-burning';
    const event = isOfBurn ? 'still-burning' : 'reminder';
    const { organizationId, projectId, channelId, policyId, policyName } = row;
    const { groupSeconds } = policy.rules;
    await database.transaction(async (sql) => {
      for (const { incidentId, incident } of orders) {
        if (!open.has(incidentId)) continue;
        const told = { severity: incident.severity, toldAt: now, clock: wallClock };
        const dueAt = nextReminder(policy.rules, told);
        if (!dueAt) continue;
        const to = { organizationId, projectId, channelId, policyId, policyName, event, step } as const;
        await deliveriesStore.order(
          sql,
          { ...to, dueAt, groupSeconds: orders.length > 1 ? groupSeconds : 0, incident },
          now,
        );
      }
    });
  };

  return {
    async cancelled(row: DeliveryRow): Promise<void> {
      const now = clock.now();
      const message = 'No longer needed.';
      const attempt = { at: now.toISOString(), isDelivered: false, status: null, message, answer: null, durationMs: 0 };
      await deliveriesStore.settle(database.sql, row, { attempt, state: 'CANCELLED', now });
    },
    /**
     * Stores an attempt's outcome. Returns whether the message is done; undefined if another process has claimed it.
     */
    async posted(row: DeliveryRow, outcome: PostOutcome): Promise<boolean | undefined> {
      const now = clock.now();
      const { attemptCount: attempts, firstTriedAt } = row;
      const next =
        outcome.isDelivered || outcome.isPermanent
          ? undefined
          : nextTry({ attempts, firstTriedAt: firstTriedAt ?? now, now, waitMs: outcome.waitMs });
      const state = outcome.isDelivered ? 'DELIVERED' : next ? 'WAITING' : 'FAILED';
      const kept = { attempt: toAttempt(outcome), state, dueAt: next, now } as const;
      return (await deliveriesStore.settle(database.sql, row, kept)) ? next === undefined : undefined;
    },
    /** Updates the channel, orders reminders and writes the time lines after an attempt. */
    async after(
      row: DeliveryRow,
      {
        channel,
        orders,
        attempt,
        isDone,
      }: { channel: ChannelRow; orders: readonly OrderRow[]; attempt: DeliveryAttempt; isDone: boolean },
    ): Promise<void> {
      const at = new Date(attempt.at);
      await channelsStore.told(database.sql, channel.id, {
        at,
        isDelivered: attempt.isDelivered,
        message: attempt.message,
      });
      if (isDone) await remind(row, orders);
      if (!isDone && row.attemptCount > 1) return;
      const kind = row.event === 'opened' && row.step > 1 ? 'escalated' : 'alerted';
      const ids = orders.map(({ incidentId }) => incidentId);
      await deliveriesStore.note(database.sql, ids, { kind, at, text: noteOf(row, channel, attempt, isDone) });
    },
  };
}

const isReminder = (event: DeliveryRow['event']): boolean => event === 'reminder' || event === 'still-burning';

function noteOf(row: DeliveryRow, { name }: ChannelRow, attempt: DeliveryAttempt, isDone: boolean): string {
  if (attempt.isDelivered) return isReminder(row.event) ? `Reminded “${name}”.` : `Told “${name}”.`;
  const next = isDone ? 'It was given up.' : 'It is tried again.';
  return `Could not tell “${name}”: ${attempt.message ?? ''} ${next}`;
}
