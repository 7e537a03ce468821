import type { ChannelSettings } from '@touchstone/contracts/api-monitoring';
import type { AlertMessage } from './alert-message.ts';

/** A channel's settings including its secrets. */
export type OpenSettings = Exclude<ChannelSettings, { kind: 'email' }>;

/** The HTTP request for a channel. */
export interface ChannelRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Secret that signs the body. */
  secret?: string | undefined;
}

const colours = { DOWN: 0xe03131, DEGRADED: 0xf08c00, WELL: 0x2f9e44 } as const;
const isOver = ({ event }: AlertMessage): boolean => event === 'closed' || event === 'recovered';
const isWell = (message: AlertMessage): boolean => isOver(message) || message.event === 'test';
/** The event's name for webhooks. */
const eventName = ({ event, objectives }: AlertMessage): string =>
  event === 'test' ? 'test' : `${objectives.length > 0 ? 'objective' : 'incident'}.${event}`;
const colourOf = (message: AlertMessage): number => (isWell(message) ? colours.WELL : colours[message.severity]);
const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text;
const trimmed = (url: string): string => url.replace(/\/+$/, '');
const textOf = ({ title, lines, link }: AlertMessage): string => [title, ...lines, link].join('\n');
/** Escapes the three characters that Slack treats as markup. */
const slackText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const json = (url: string, body: unknown, headers: Record<string, string> = {}): ChannelRequest => ({
  url,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

type Format<Kind extends OpenSettings['kind']> = (
  settings: Extract<OpenSettings, { kind: Kind }>,
  message: AlertMessage,
) => ChannelRequest;

const webhook: Format<'webhook'> = ({ url, secret, authorization }, message) => ({
  ...json(
    url,
    {
      event: eventName(message),
      deliveryId: message.key,
      severity: message.severity,
      title: message.title,
      text: message.lines.join('\n'),
      link: message.link,
      at: message.at,
      incidents: message.incidents,
      objectives: message.objectives,
    },
    authorization === undefined ? {} : { authorization },
  ),
  secret,
});

const slack: Format<'slack'> = ({ webhookUrl = '' }, message) =>
  json(webhookUrl, {
    text: slackText(cut(message.title, 3000)),
    attachments: [
      {
        color: `#${colourOf(message).toString(16).padStart(6, '0')}`,
        fallback: slackText(cut(message.title, 3000)),
        text: slackText(cut(message.lines.join('\n'), 3000)),
        actions: [{ type: 'button', text: 'Open', url: message.link }],
      },
    ],
  });

const teams: Format<'teams'> = ({ webhookUrl = '' }, message) =>
  json(webhookUrl, {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            {
              type: 'TextBlock',
              text: cut(message.title, 1000),
              weight: 'Bolder',
              size: 'Medium',
              wrap: true,
              color: isWell(message) ? 'Good' : message.severity === 'DOWN' ? 'Attention' : 'Warning',
            },
            ...message.lines.slice(0, 30).map((text) => ({ type: 'TextBlock', text: cut(text, 1000), wrap: true })),
          ],
          actions: [{ type: 'Action.OpenUrl', title: 'Open', url: message.link }],
        },
      },
    ],
  });

const discord: Format<'discord'> = ({ webhookUrl = '' }, message) =>
  json(webhookUrl, {
    embeds: [
      {
        title: cut(message.title, 256),
        description: cut(message.lines.join('\n'), 4000),
        url: message.link,
        color: colourOf(message),
        timestamp: message.at,
      },
    ],
    // A name such as @everyone mentions no one.
    allowed_mentions: { parse: [] },
  });

/** The same for all messages about one incident, so PagerDuty and Opsgenie keep a single alert for it. */
export const incidentKey = ({ incidents, objectives, key }: AlertMessage): string =>
  `touchstone-${incidents[0]?.incidentId ?? objectives[0]?.burnAlertId ?? key}`;

const pagerdutyAction = (event: AlertMessage['event']): string =>
  event === 'closed' || event === 'recovered' ? 'resolve' : event === 'acknowledged' ? 'acknowledge' : 'trigger';

const pagerduty: Format<'pagerduty'> = ({ routingKey, apiUrl }, message) =>
  json(`${trimmed(apiUrl)}/v2/enqueue`, {
    routing_key: routingKey,
    event_action: pagerdutyAction(message.event),
    dedup_key: incidentKey(message),
    client: 'Touchstone',
    client_url: message.link,
    links: [
      { href: message.link, text: message.objectives.length > 0 ? 'Open the error budgets' : 'Open the incident' },
    ],
    payload: {
      summary: cut(message.title, 1024),
      source: cut(message.incidents[0]?.target ?? message.objectives[0]?.name ?? 'Touchstone', 1024),
      severity: message.event === 'test' ? 'info' : message.severity === 'DOWN' ? 'critical' : 'warning',
      timestamp: message.at,
      component: message.incidents[0]?.monitorName ?? message.objectives[0]?.name,
      custom_details: { text: message.lines.join('\n') },
    },
  });

const opsgenie: Format<'opsgenie'> = ({ apiKey, apiUrl }, message) => {
  const alias = incidentKey(message);
  const headers = { authorization: `GenieKey ${apiKey}` };
  const base = `${trimmed(apiUrl)}/v2/alerts`;
  const note = { note: cut(textOf(message), 25_000), source: 'Touchstone' };
  const actionOf = { closed: 'close', recovered: 'close', acknowledged: 'acknowledge' } as Record<string, string>;
  const action = actionOf[message.event];
  if (action) return json(`${base}/${encodeURIComponent(alias)}/${action}?identifierType=alias`, note, headers);
  const body = {
    message: cut(message.title, 130),
    alias,
    description: cut(textOf(message), 15_000),
    source: 'Touchstone',
    priority: message.event === 'test' ? 'P5' : message.severity === 'DOWN' ? 'P1' : 'P3',
    details: { link: message.link },
  };
  return json(base, body, headers);
};

const telegram: Format<'telegram'> = ({ botToken, chatId, apiUrl }, message) =>
  json(`${trimmed(apiUrl)}/bot${botToken}/sendMessage`, {
    chat_id: chatId,
    text: cut(textOf(message), 4096),
    link_preview_options: { is_disabled: true },
  });

const ntfy: Format<'ntfy'> = ({ serverUrl, topic, token }, message) =>
  json(
    trimmed(serverUrl),
    {
      topic,
      title: cut(message.title, 250),
      message: cut(message.lines.join('\n'), 3500),
      click: message.link,
      priority: isWell(message) ? 3 : message.severity === 'DOWN' ? 5 : 4,
      tags: [isWell(message) ? 'white_check_mark' : message.severity === 'DOWN' ? 'rotating_light' : 'warning'],
    },
    token === undefined ? {} : { authorization: `Bearer ${token}` },
  );

const formats: { [Kind in OpenSettings['kind']]: Format<Kind> } = {
  webhook,
  slack,
  teams,
  discord,
  pagerduty,
  opsgenie,
  telegram,
  ntfy,
};

/** channelRequest formats a message for a channel. */
export const channelRequest = (settings: OpenSettings, message: AlertMessage): ChannelRequest =>
  (formats[settings.kind] as Format<OpenSettings['kind']>)(settings as never, message);

/** keepsIncidents returns whether a kind of channel keeps one alert per incident and groups alerts on its own. */
export const keepsIncidents = (kind: ChannelSettings['kind']): boolean => kind === 'pagerduty' || kind === 'opsgenie';
