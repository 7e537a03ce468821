import type {
  BurnAlert,
  BurnUrgency,
  ChannelKind,
  DeliveryAttempt,
  DeliveryState,
} from '@touchstone/contracts/api-monitoring';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Told } from '../domain/alerts/alert-message.ts';
import type { AlertEvent, PolicyRules } from '../domain/alerts/plan-alerts.ts';
import { at, instant, lower, schema } from './columns.ts';

/** A destination of alerts. Deleted with its project. */
export const alertChannel = schema.table(
  'alert_channel',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    name: text().notNull(),
    kind: text().$type<ChannelKind>().notNull(),
    /** Without secrets. */
    settings: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Sealed. */
    secrets: text().notNull(),
    secretNames: text('secret_names').array().notNull(),
    lastAt: instant('last_at'),
    lastDelivered: boolean('last_delivered'),
    lastMessage: text('last_message'),
    createdByName: text('created_by_name').notNull(),
    createdAt: at('created_at'),
    updatedAt: at('updated_at'),
  },
  (t) => [uniqueIndex('alert_channel_name').on(t.projectId, lower(t.name))],
);

/** Who is alerted about incidents, and when. */
export const alertPolicy = schema.table(
  'alert_policy',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    name: text().notNull(),
    isEnabled: boolean('is_enabled').notNull(),
    rules: jsonb().$type<PolicyRules>().notNull(),
    createdByName: text('created_by_name').notNull(),
    createdAt: at('created_at'),
    updatedAt: at('updated_at'),
  },
  (t) => [uniqueIndex('alert_policy_name').on(t.projectId, lower(t.name))],
);

/** A message to a channel: the unit that is claimed, sent and retried. */
export const alertDelivery = schema.table(
  'alert_delivery',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    channelId: uuid('channel_id')
      .notNull()
      .references(() => alertChannel.id, { onDelete: 'cascade' }),
    policyId: uuid('policy_id').notNull(),
    policyName: text('policy_name').notNull(),
    event: text().$type<AlertEvent>().notNull(),
    step: smallint().notNull(),
    state: text().$type<DeliveryState>().notNull(),
    dueAt: instant('due_at').notNull(),
    claimedUntil: instant('claimed_until'),
    /** The declared name of the process that sends it. */
    claimedBy: text('claimed_by'),
    /** Incremented by each claim: the outcome of an earlier claim is refused. */
    claim: bigint({ mode: 'number' }).notNull().default(0),
    firstTriedAt: instant('first_tried_at'),
    attemptCount: integer('attempt_count').notNull().default(0),
    attempts: jsonb().$type<DeliveryAttempt[]>().notNull(),
    /** How often it was resent after delivery: part of its key, so the receiver doesn't treat it as a duplicate. */
    resends: smallint().notNull().default(0),
    doneAt: instant('done_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('alert_delivery_due').on(t.dueAt).where(sql`${t.state} in ('WAITING', 'SENDING')`),
    index('alert_delivery_open').on(t.channelId).where(sql`${t.state} in ('WAITING', 'SENDING')`),
    index('alert_delivery_project').on(t.projectId, t.id),
    index('alert_delivery_done').on(t.doneAt).where(sql`${t.doneAt} is not null`),
  ],
);

/**
 * A message's part about one incident or burn-rate alert. Contains a copy, because the incident may have been deleted
 * when it is sent.
 */
export const alertOrder = schema.table(
  'alert_order',
  {
    id: uuid().primaryKey(),
    deliveryId: uuid('delivery_id')
      .notNull()
      .references(() => alertDelivery.id, { onDelete: 'cascade' }),
    /** The id of the incident or burn-rate alert. */
    incidentId: uuid('incident_id').notNull(),
    channelId: uuid('channel_id').notNull(),
    event: text().$type<AlertEvent>().notNull(),
    step: smallint().notNull(),
    incident: jsonb().$type<Told>().notNull(),
    isCancelled: boolean('is_cancelled').notNull().default(false),
  },
  (t) => [
    uniqueIndex('alert_order_once').on(t.incidentId, t.event, t.step, t.channelId),
    index('alert_order_delivery').on(t.deliveryId),
  ],
);

/** An error budget that is or was burning too fast. */
export const burnAlert = schema.table(
  'burn_alert',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    subject: text().$type<BurnAlert['subject']>().notNull(),
    /** The id of the monitor or collection. */
    subjectId: uuid('subject_id').notNull(),
    name: text().notNull(),
    urgency: text().$type<BurnUrgency>().notNull(),
    sloPercent: doublePrecision('slo_percent').notNull(),
    cause: text().notNull(),
    openedAt: instant('opened_at').notNull(),
    closedAt: instant('closed_at'),
  },
  (t) => [
    uniqueIndex('burn_alert_open').on(t.subjectId, t.urgency).where(sql`${t.closedAt} is null`),
    index('burn_alert_project').on(t.projectId, t.openedAt),
  ],
);
