import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema, pageOf, pageQuery, timeSchema } from '../shared.ts';

const service = 'api-monitoring';

/** Kinds of alert channels. */
export const channelKinds = [
  'email',
  'webhook',
  'slack',
  'teams',
  'discord',
  'pagerduty',
  'opsgenie',
  'telegram',
  'ntfy',
] as const;
/** A kind of alert channel. */
export type ChannelKind = (typeof channelKinds)[number];

/** Fields of each kind that are sealed when saved and never returned. */
export const channelSecrets = {
  email: [],
  webhook: ['secret', 'authorization'],
  slack: ['webhookUrl'],
  teams: ['webhookUrl'],
  discord: ['webhookUrl'],
  pagerduty: ['routingKey'],
  opsgenie: ['apiKey'],
  telegram: ['botToken'],
  ntfy: ['token'],
} as const satisfies Record<ChannelKind, readonly string[]>;

const httpUrl = (what: string) =>
  z
    .string()
    .trim()
    .min(1, `Please enter ${what}.`)
    .max(2000)
    .regex(/^https?:\/\/[^\s/?#]+/i, 'Enter a URL that begins with https:// or http://.');
const secret = (what: string) =>
  z
    .string()
    .trim()
    .min(1, `Please enter ${what}.`)
    .max(2000)
    .optional()
    .describe('Sealed and never answered; required when a channel is created, absent in a change: stays as it is');

const emailSettings = z.strictObject({
  kind: z.literal('email'),
  addresses: z
    .array(z.email('Enter an e-mail address.').max(254))
    .min(1, 'Enter at least one e-mail address.')
    .max(20)
    .describe('Each gets a mail of its own'),
});
const webhookSettings = z.strictObject({
  kind: z.literal('webhook'),
  url: httpUrl('URL'),
  secret: z
    .string()
    .trim()
    .min(16, 'A signing secret has at least 16 characters.')
    .max(200)
    .optional()
    .describe('Signs each message; made and answered once where none is given'),
  authorization: secret('the value of the Authorization header').describe(
    'Value of the header Authorization; optional',
  ),
});
const withUrl = <Kind extends 'slack' | 'teams' | 'discord'>(kind: Kind) =>
  z.strictObject({ kind: z.literal(kind), webhookUrl: httpUrl('the URL of the webhook').optional() });
const pagerdutySettings = z.strictObject({
  kind: z.literal('pagerduty'),
  routingKey: secret('the integration key (Events API v2)'),
  apiUrl: httpUrl('the address of the Events API')
    .default('https://events.pagerduty.com')
    .describe('https://events.eu.pagerduty.com for accounts in Europe'),
});
const opsgenieSettings = z.strictObject({
  kind: z.literal('opsgenie'),
  apiKey: secret('the API key of the integration'),
  apiUrl: httpUrl('the address of the API')
    .default('https://api.opsgenie.com')
    .describe(
      'https://api.eu.opsgenie.com in Europe, https://api.atlassian.com/jsm/ops/integration for Jira Service Management',
    ),
});
const telegramSettings = z.strictObject({
  kind: z.literal('telegram'),
  botToken: secret('the token of the bot'),
  chatId: z
    .string()
    .trim()
    .regex(/^(-?\d{1,20}|@\w{4,64})$/, 'Enter the id of a chat such as -1001234567890, or @channel.'),
  apiUrl: httpUrl('the address of the Bot API').default('https://api.telegram.org'),
});
const ntfySettings = z.strictObject({
  kind: z.literal('ntfy'),
  serverUrl: httpUrl('the address of the ntfy server').default('https://ntfy.sh'),
  topic: z
    .string()
    .trim()
    .regex(/^[\w-]{1,64}$/, 'A topic is 1 to 64 letters, digits, hyphens or underscores.'),
  token: secret('an access token').describe('Where the topic asks for one'),
});

/** The settings of a channel, by its kind; secrets are only accepted, never returned. */
export const channelSettingsSchema = z.discriminatedUnion('kind', [
  emailSettings,
  webhookSettings,
  withUrl('slack'),
  withUrl('teams'),
  withUrl('discord'),
  pagerdutySettings,
  opsgenieSettings,
  telegramSettings,
  ntfySettings,
]);
/** The settings of a channel. */
export type ChannelSettings = z.infer<typeof channelSettingsSchema>;
/** The settings of a channel, as form input. */
export type ChannelSettingsInput = z.input<typeof channelSettingsSchema>;

const channelName = z.string().trim().min(1, 'Please enter a name.').max(100);

/** A channel that alerts are sent to. */
export const alertChannelSchema = z.object({
  channelId: idSchema,
  projectId: idSchema,
  name: z.string(),
  kind: z.enum(channelKinds),
  target: z.string().describe('Where it leads, in short, without secrets'),
  settings: channelSettingsSchema.describe('Without secrets'),
  secrets: z.array(z.string()).describe('Names of the sealed fields that have a value'),
  policies: z.array(z.string()).describe('Names of the policies that use it'),
  last: z
    .object({ at: timeSchema, isDelivered: z.boolean(), message: z.string().nullable() })
    .nullable()
    .describe('The last message that was tried'),
  createdByName: z.string(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
/** A channel that alerts are sent to. */
export type AlertChannel = z.infer<typeof alertChannelSchema>;

/** The outcome of one attempt to deliver a message. */
export const deliveryAttemptSchema = z.object({
  at: timeSchema,
  isDelivered: z.boolean(),
  status: z.number().int().nullable().describe('HTTP status of the answer; null: there was none, or it was a mail'),
  message: z.string().nullable().describe('Why it was not delivered'),
  answer: z.string().nullable().describe('The beginning of what the other side said'),
  durationMs: z.number().int(),
});
/** The outcome of one attempt to deliver a message. */
export type DeliveryAttempt = z.infer<typeof deliveryAttemptSchema>;

const idParams = z.strictObject({ id: idSchema });

/** Calls on alert channels. */
export const alertChannelRoutes = {
  listChannels: route({
    service,
    method: 'GET',
    path: '/api/alert-channels',
    summary: 'Alert channels of a project, by name',
    access: canRead,
    query: z.strictObject({ projectId: idSchema, ...pageQuery }),
    response: pageOf(alertChannelSchema),
  }),
  createChannel: route({
    service,
    method: 'POST',
    path: '/api/alert-channels',
    summary: 'Create an alert channel; secrets are sealed and never answered again',
    access: canWrite,
    body: z.strictObject({ projectId: idSchema, name: channelName, settings: channelSettingsSchema }),
    status: 201,
    response: alertChannelSchema.extend({
      signingSecret: z.string().nullable().describe('Of a webhook for which one was made: answered this once'),
    }),
  }),
  updateChannel: route({
    service,
    method: 'PUT',
    path: '/api/alert-channels/{id}',
    summary: 'Change an alert channel; secrets that are not sent stay',
    access: canWrite,
    params: idParams,
    body: z.strictObject({
      name: channelName.optional(),
      settings: channelSettingsSchema.optional().describe('Of the same kind'),
    }),
    response: alertChannelSchema,
  }),
  deleteChannel: route({
    service,
    method: 'DELETE',
    path: '/api/alert-channels/{id}',
    summary: 'Delete an alert channel that no policy uses, with its deliveries',
    access: canWrite,
    params: idParams,
    response: okSchema,
  }),
  testChannel: route({
    service,
    method: 'POST',
    path: '/api/alert-channels/{id}/test',
    summary: 'Send a test message now and tell what the other side said',
    access: canWrite,
    callsPerMinute: 120,
    params: idParams,
    response: deliveryAttemptSchema,
  }),
};
