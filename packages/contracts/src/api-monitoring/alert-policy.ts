import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema, pageOf, pageQuery, timeSchema } from '../shared.ts';
import { channelKinds, deliveryAttemptSchema } from './alert-channel.ts';
import { timezoneNameSchema } from './schedule.ts';

const service = 'api-monitoring';

/** Days of the week. */
export const quietDays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
/** A day of the week. */
export type QuietDay = (typeof quietDays)[number];
const wallTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 22:00.');

/**
 * When messages are held back. They are sent when the quiet hours end, if the incident is still open then. If `from` is
 * after `to`, the quiet hours continue past midnight and count for the day on which they start; equal times mean the
 * entire day. On days when clocks change, both are wall clock times: a skipped time is the first moment after the gap,
 * a repeated one the first of the two.
 */
export const quietHoursSchema = z.strictObject({
  days: z.array(z.enum(quietDays)).min(1, 'Choose at least one day.').max(7).describe('On which they begin'),
  from: wallTime,
  to: wallTime,
  timezone: timezoneNameSchema,
  downGoesThrough: z.boolean().default(false).describe('Messages about what is down do not wait'),
});
/** When messages are held back. */
export type QuietHours = z.infer<typeof quietHoursSchema>;

/** A step of an escalation. */
export const policyStepSchema = z.strictObject({
  afterMinutes: z.number().int().min(0).max(10_080).describe('After the incident was opened, unless acknowledged'),
  channelIds: z.array(idSchema).min(1, 'Choose at least one channel.').max(20),
});
/** A step of an escalation. */
export type PolicyStep = z.infer<typeof policyStepSchema>;

const policyFields = {
  name: z.string().trim().min(1, 'Please enter a name.').max(100),
  isEnabled: z.boolean(),
  tellsDegraded: z.boolean().describe('Also of what is degraded; else only of what is down'),
  steps: z
    .array(policyStepSchema)
    .min(1, 'A policy has at least one step.')
    .max(10)
    .refine(
      (steps) => steps.every((step, index) => index === 0 || step.afterMinutes > (steps[index - 1]?.afterMinutes ?? 0)),
      'Each step comes later than the one before.',
    ),
  groupSeconds: z
    .number()
    .int()
    .min(0)
    .max(3600)
    .describe(
      'So long a message waits for further incidents of the project, to tell them in one; 0: each by itself. PagerDuty and Opsgenie group by themselves',
    ),
  reminderMinutes: z
    .number()
    .int()
    .min(1)
    .max(10_080)
    .nullable()
    .describe('After so long those who were told are told again, until the incident is acknowledged or closed'),
  tellsAcknowledged: z.boolean().describe('Tell those who were told that somebody looks after it'),
  tellsRecovery: z.boolean().describe('Tell those who were told that it is over'),
  tellsBurnRate: z
    .boolean()
    .describe(
      'Also of objectives whose error budget is used up too fast; of tickets only where it tells what is degraded',
    ),
  quietHours: z.array(quietHoursSchema).max(10),
  collectionIds: z.array(idSchema).max(200).describe('Monitored APIs of these collections'),
  monitorIds: z.array(idSchema).max(500),
  tags: z.array(z.string().trim().min(1).max(40)).max(20).describe('Monitored APIs with one of these tags'),
};

/**
 * Who is notified of incidents, and when. Without collections, monitored APIs and tags, it applies to the entire
 * project.
 */
export const alertPolicySchema = z.object({
  policyId: idSchema,
  projectId: idSchema,
  ...policyFields,
  createdByName: z.string(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
/** Who is notified of incidents, and when. */
export type AlertPolicy = z.infer<typeof alertPolicySchema>;

/** A policy to create. */
export const newPolicySchema = z.strictObject({
  projectId: idSchema,
  name: policyFields.name,
  isEnabled: policyFields.isEnabled.default(true),
  tellsDegraded: policyFields.tellsDegraded.default(true),
  steps: policyFields.steps,
  groupSeconds: policyFields.groupSeconds.default(0),
  reminderMinutes: policyFields.reminderMinutes.default(null),
  tellsAcknowledged: policyFields.tellsAcknowledged.default(true),
  tellsRecovery: policyFields.tellsRecovery.default(true),
  tellsBurnRate: policyFields.tellsBurnRate.default(true),
  quietHours: policyFields.quietHours.default([]),
  collectionIds: policyFields.collectionIds.default([]),
  monitorIds: policyFields.monitorIds.default([]),
  tags: policyFields.tags.default([]),
});
/** A policy to create, as form input. */
export type NewPolicy = z.input<typeof newPolicySchema>;

/** What a message is about: an incident, or (the last three) an objective whose error budget is used up too fast. */
export const alertEvents = [
  'opened',
  'worsened',
  'reminder',
  'acknowledged',
  'closed',
  'burning',
  'still-burning',
  'recovered',
] as const;
/** What a message is about. */
export type AlertEvent = (typeof alertEvents)[number];
/** The state of a message. WAITING: not due, or to be retried; SENDING: in progress; CANCELLED: no longer needed. */
export const deliveryStates = ['WAITING', 'SENDING', 'DELIVERED', 'FAILED', 'CANCELLED'] as const;
/** The state of a message. */
export type DeliveryState = (typeof deliveryStates)[number];

/** A message to a channel. */
export const alertDeliverySchema = z.object({
  deliveryId: idSchema,
  projectId: idSchema,
  channelId: idSchema,
  channelName: z.string(),
  channelKind: z.enum(channelKinds),
  policyName: z.string(),
  event: z.enum(alertEvents),
  step: z.number().int().describe('Counts from 1'),
  incidents: z.array(
    z.object({ incidentId: idSchema, number: z.number().int(), monitorName: z.string(), isCancelled: z.boolean() }),
  ),
  objectives: z
    .array(z.object({ burnAlertId: idSchema, name: z.string(), isCancelled: z.boolean() }))
    .describe('Burn-rate alerts that it tells of'),
  state: z.enum(deliveryStates),
  dueAt: timeSchema.describe('When it is tried, or tried again'),
  doneAt: timeSchema.nullable(),
  attempts: z.array(deliveryAttemptSchema).describe('The last 20, latest last'),
  attemptCount: z.number().int(),
  createdAt: timeSchema,
});
/** A message to a channel. */
export type AlertDelivery = z.infer<typeof alertDeliverySchema>;

const idParams = z.strictObject({ id: idSchema });

/** Calls on alert policies and the messages they sent. */
export const alertPolicyRoutes = {
  listPolicies: route({
    service,
    method: 'GET',
    path: '/api/alert-policies',
    summary: 'Alert policies of a project, by name',
    access: canRead,
    query: z.strictObject({ projectId: idSchema, ...pageQuery }),
    response: pageOf(alertPolicySchema),
  }),
  createPolicy: route({
    service,
    method: 'POST',
    path: '/api/alert-policies',
    summary: 'Create an alert policy',
    access: canWrite,
    body: newPolicySchema,
    status: 201,
    response: alertPolicySchema,
  }),
  updatePolicy: route({
    service,
    method: 'PUT',
    path: '/api/alert-policies/{id}',
    summary: 'Change an alert policy; incidents that are open already keep the messages that were planned for them',
    access: canWrite,
    params: idParams,
    body: z.strictObject(policyFields).partial(),
    response: alertPolicySchema,
  }),
  deletePolicy: route({
    service,
    method: 'DELETE',
    path: '/api/alert-policies/{id}',
    summary: 'Delete an alert policy; its messages that were not sent are cancelled',
    access: canWrite,
    params: idParams,
    response: okSchema,
  }),
  listDeliveries: route({
    service,
    method: 'GET',
    path: '/api/alert-deliveries',
    summary: 'Messages of a project, the latest first, with what the other side answered',
    access: canRead,
    query: z.strictObject({
      projectId: idSchema,
      incidentId: idSchema.optional(),
      channelId: idSchema.optional(),
      state: z.enum(deliveryStates).optional(),
      ...pageQuery,
    }),
    response: pageOf(alertDeliverySchema),
  }),
  sendAgain: route({
    service,
    method: 'POST',
    path: '/api/alert-deliveries/{id}/send-again',
    summary: 'Send a message again that was delivered or failed, or try one at once that waits for its next try',
    access: canWrite,
    callsPerMinute: 120,
    params: idParams,
    response: alertDeliverySchema,
  }),
};
