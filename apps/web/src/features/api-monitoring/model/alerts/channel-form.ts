import { type ChannelKind, type ChannelSettingsInput, channelSecrets } from '@touchstone/contracts/api-monitoring';

/** A field of a channel. */
export interface ChannelField {
  key: string;
  label: string;
  description?: string;
  placeholder?: string;
  isSecret?: boolean;
  isOptional?: boolean;
  /** Accepts several values, such as addresses. */
  isList?: boolean;
}

/** Label and fields of a kind of channel. */
interface ChannelForm {
  label: string;
  fields: ChannelField[];
}

const webhookUrl = (description: string): ChannelField => ({
  key: 'webhookUrl',
  label: 'Webhook URL',
  description,
  isSecret: true,
});

/** The kinds of channels, in display order. */
export const channelForms: Record<ChannelKind, ChannelForm> = {
  email: {
    label: 'E-mail',
    fields: [
      { key: 'addresses', label: 'E-mail addresses', description: 'Press Enter after each address.', isList: true },
    ],
  },
  webhook: {
    label: 'Webhook',
    fields: [
      { key: 'url', label: 'URL', placeholder: 'https://example.com/alerts' },
      {
        key: 'secret',
        label: 'Signing secret',
        description: 'Leave empty to have one made.',
        isSecret: true,
        isOptional: true,
      },
      { key: 'authorization', label: 'Authorization header', isSecret: true, isOptional: true },
    ],
  },
  slack: { label: 'Slack', fields: [webhookUrl('From an incoming webhook of your Slack app.')] },
  teams: { label: 'Microsoft Teams', fields: [webhookUrl('From a workflow that posts to a channel.')] },
  discord: { label: 'Discord', fields: [webhookUrl('From the integrations of a channel.')] },
  pagerduty: {
    label: 'PagerDuty',
    fields: [
      { key: 'routingKey', label: 'Integration key', description: 'Events API v2.', isSecret: true },
      { key: 'apiUrl', label: 'API address' },
    ],
  },
  opsgenie: {
    label: 'Opsgenie',
    fields: [
      { key: 'apiKey', label: 'API key', isSecret: true },
      { key: 'apiUrl', label: 'API address' },
    ],
  },
  telegram: {
    label: 'Telegram',
    fields: [
      { key: 'botToken', label: 'Bot token', isSecret: true },
      { key: 'chatId', label: 'Chat', placeholder: '-1001234567890 or @channel' },
      { key: 'apiUrl', label: 'API address' },
    ],
  },
  ntfy: {
    label: 'ntfy',
    fields: [
      { key: 'topic', label: 'Topic' },
      { key: 'serverUrl', label: 'Server' },
      { key: 'token', label: 'Access token', isSecret: true, isOptional: true },
    ],
  },
};

/** The kinds as select options. */
export const channelChoices = Object.entries(channelForms).map(([value, { label }]) => ({ value, label }));

const defaults: Partial<Record<ChannelKind, Record<string, string>>> = {
  pagerduty: { apiUrl: 'https://events.pagerduty.com' },
  opsgenie: { apiUrl: 'https://api.opsgenie.com' },
  telegram: { apiUrl: 'https://api.telegram.org' },
  ntfy: { serverUrl: 'https://ntfy.sh' },
};

/** Values of a channel's fields. */
export type ChannelValues = Readonly<Record<string, string | string[]>>;

/** emptyValues returns initial values of a new channel of a kind. */
export const emptyValues = (kind: ChannelKind): ChannelValues =>
  kind === 'email' ? { addresses: [] } : (defaults[kind] ?? {});

/** settingsOf returns the settings to send; empty fields are left out, so that a sealed value stays. */
export function settingsOf(kind: ChannelKind, values: ChannelValues): ChannelSettingsInput {
  const given = Object.entries(values).filter(([, value]) => value !== '');
  return { kind, ...Object.fromEntries(given) } as ChannelSettingsInput;
}

/** missingSecrets returns the sealed fields that a channel still requires, by field. */
export function missingSecrets(
  kind: ChannelKind,
  values: ChannelValues,
  sealed: readonly string[],
): Readonly<Record<string, string>> {
  const secrets: readonly string[] = channelSecrets[kind];
  return Object.fromEntries(
    channelForms[kind].fields
      .filter(({ key, isOptional }) => secrets.includes(key) && !isOptional && !sealed.includes(key) && !values[key])
      .map(({ key, label }) => [
        key,
        `Please enter ${label.toLowerCase().replace('url', 'URL').replace('api', 'API')}.`,
      ]),
  );
}
