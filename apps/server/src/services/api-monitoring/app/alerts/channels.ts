import { randomBytes } from 'node:crypto';
import type { Page } from '@touchstone/contracts';
import {
  type AlertChannel,
  type ChannelKind,
  type ChannelSettings,
  channelSecrets,
  type DeliveryAttempt,
} from '@touchstone/contracts/api-monitoring';
import { AppError, type ErrorDetail, newId } from '@touchstone/kernel';
import { isUniqueViolation } from '../../../../platform/database/conditions.ts';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { apiMonitoringErrors } from '../../errors.ts';
import { type ChannelRow, channelsStore } from '../../store/alert-channels.store.ts';
import { type PolicyRow, policiesStore } from '../../store/alert-policies.store.ts';
import { projectsStore } from '../../store/projects.store.ts';
import type { Open } from '../open.ts';

const maxChannels = 100;
const placeOf = (id: string): string => `api_monitoring.alert_channel.secrets:${id}`;

/** The secret that each kind of channel requires, and the message if it is missing. */
const required: Partial<Record<ChannelKind, [field: string, message: string]>> = {
  slack: ['webhookUrl', 'Please enter the URL of the webhook.'],
  teams: ['webhookUrl', 'Please enter the URL of the webhook.'],
  discord: ['webhookUrl', 'Please enter the URL of the webhook.'],
  pagerduty: ['routingKey', 'Please enter the integration key.'],
  opsgenie: ['apiKey', 'Please enter the API key.'],
  telegram: ['botToken', 'Please enter the token of the bot.'],
};

/** openSettings returns a channel's settings including its secrets. */
export function openSettings({ secrets }: Pick<Platform, 'secrets'>, row: ChannelRow): ChannelSettings {
  return { ...row.settings, ...JSON.parse(secrets.open(row.secrets, placeOf(row.id))) } as ChannelSettings;
}

/** hiddenOf returns the secret values of a channel, to be masked wherever they could appear. */
export const hiddenOf = (settings: ChannelSettings): string[] =>
  channelSecrets[settings.kind].flatMap((name) => {
    const value = (settings as Record<string, unknown>)[name];
    return typeof value === 'string' && value.length >= 4 ? [value] : [];
  });

/** channelColumns splits settings into plain and sealed columns; secrets that aren't given keep their value. */
export function channelColumns(
  { secrets }: Pick<Platform, 'secrets'>,
  id: string,
  settings: ChannelSettings,
  before?: ChannelSettings,
): Pick<ChannelRow, 'kind' | 'settings' | 'secrets' | 'secretNames'> {
  const names: readonly string[] = channelSecrets[settings.kind];
  const all = { ...settings } as Record<string, unknown>;
  const sealed: Record<string, string> = {};
  for (const name of names) {
    const value = all[name] ?? (before as Record<string, unknown> | undefined)?.[name];
    if (typeof value === 'string') sealed[name] = value;
    delete all[name];
  }
  const [field = '', message = ''] = required[settings.kind] ?? [];
  if (field !== '' && sealed[field] === undefined) throw invalid([{ path: `settings.${field}`, message }]);
  return {
    kind: settings.kind,
    settings: all,
    secrets: secrets.seal(JSON.stringify(sealed), placeOf(id)),
    secretNames: Object.keys(sealed),
  };
}

function invalid(details: ErrorDetail[]): AppError {
  return new AppError(apiMonitoringErrors.invalidChannel, { details });
}

/** createChannels manages alert channels. */
export function createChannels({ platform, open }: { platform: Platform; open: Open }) {
  const { database } = platform;

  const find = async (caller: Actor, id: string, need: 'view' | 'edit'): Promise<ChannelRow> => {
    const row = await channelsStore.find(database.sql, caller.organizationId, id);
    if (!row) throw new AppError(apiMonitoringErrors.channelNotFound);
    await open.project(caller, row.projectId, need);
    return row;
  };
  const show = async (row: ChannelRow): Promise<AlertChannel> =>
    toChannel(platform, row, await policiesStore.listAll(database.sql, row.projectId));

  /** Inserts a channel; the caller holds the project. */
  const insert = async (
    sql: Sql,
    caller: Actor,
    { projectId, name, settings }: { projectId: string; name: string; settings: ChannelSettings },
  ): Promise<ChannelRow> => {
    if ((await channelsStore.countOf(sql, projectId)) >= maxChannels)
      throw new AppError(apiMonitoringErrors.tooManyChannels, { params: { most: maxChannels } });
    const id = newId();
    return channelsStore.insert(sql, {
      id,
      organizationId: caller.organizationId,
      projectId,
      name,
      ...channelColumns(platform, id, settings),
      createdByName: caller.name,
    });
  };

  return {
    insert,
    find,
    async list(caller: Actor, projectId: string, page: { page: number; size: number }): Promise<Page<AlertChannel>> {
      await open.project(caller, projectId, 'view');
      const [{ rows, totalElements }, policies] = await Promise.all([
        channelsStore.list(database.sql, projectId, page),
        policiesStore.listAll(database.sql, projectId),
      ]);
      return { ...page, totalElements, content: rows.map((row) => toChannel(platform, row, policies)) };
    },
    async create(
      caller: Actor,
      { projectId, name, settings }: { projectId: string; name: string; settings: ChannelSettings },
    ): Promise<AlertChannel & { signingSecret: string | null }> {
      await open.project(caller, projectId, 'edit');
      const made =
        settings.kind === 'webhook' && settings.secret === undefined ? randomBytes(24).toString('base64url') : null;
      const given = made === null ? settings : ({ ...settings, secret: made } as ChannelSettings);
      const row = await named(
        name,
        database.transaction(async (sql) => {
          if (!(await projectsStore.holdForNew(sql, projectId)))
            throw new AppError(apiMonitoringErrors.projectNotFound);
          return insert(sql, caller, { projectId, name, settings: given });
        }),
      );
      await platform.audit(caller, { action: 'alert-channel.created', target: row.id, detail: { name } });
      return { ...(await show(row)), signingSecret: made };
    },
    async update(
      caller: Actor,
      id: string,
      { name, settings }: { name?: string | undefined; settings?: ChannelSettings | undefined },
    ): Promise<AlertChannel> {
      const before = await find(caller, id, 'edit');
      if (settings && settings.kind !== before.kind) throw new AppError(apiMonitoringErrors.channelKindIsFixed);
      const columns = settings && channelColumns(platform, id, settings, openSettings(platform, before));
      const row = await named(
        name ?? before.name,
        channelsStore.update(database.sql, id, { ...columns, name: name ?? before.name }),
      );
      if (!row) throw new AppError(apiMonitoringErrors.channelNotFound);
      await platform.audit(caller, { action: 'alert-channel.updated', target: id });
      return show(row);
    },
    async delete(caller: Actor, id: string): Promise<void> {
      const { projectId, name } = await find(caller, id, 'edit');
      const user = (await policiesStore.listAll(database.sql, projectId)).find((policy) => uses(policy, id));
      if (user) throw new AppError(apiMonitoringErrors.channelUsed, { params: { name: user.name } });
      await channelsStore.delete(database.sql, id);
      await platform.audit(caller, { action: 'alert-channel.deleted', target: id, detail: { name } });
    },
  };
}
/** Channels manages alert channels. */
export type Channels = ReturnType<typeof createChannels>;

/** toAttempt returns the part of an outcome that is stored as a delivery attempt. */
export const toAttempt = ({
  at,
  isDelivered,
  status,
  message,
  answer,
  durationMs,
}: DeliveryAttempt): DeliveryAttempt => ({ at, isDelivered, status, message, answer, durationMs });

const uses = ({ rules }: PolicyRow, channelId: string): boolean =>
  rules.steps.some(({ channelIds }) => channelIds.includes(channelId));

function toChannel(platform: Platform, row: ChannelRow, policies: readonly PolicyRow[]): AlertChannel {
  return {
    channelId: row.id,
    projectId: row.projectId,
    name: row.name,
    kind: row.kind,
    target: channelTarget(openSettings(platform, row)),
    settings: row.settings as ChannelSettings,
    secrets: row.secretNames,
    policies: policies.filter((policy) => uses(policy, row.id)).map(({ name }) => name),
    last: row.lastAt && {
      at: row.lastAt.toISOString(),
      isDelivered: row.lastDelivered ?? false,
      message: row.lastMessage,
    },
    createdByName: row.createdByName,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

const hostOf = (url: string | undefined): string => (url && URL.canParse(url) ? new URL(url).host : '');

/** A channel's destination, without its secrets. */
function channelTarget(settings: ChannelSettings): string {
  switch (settings.kind) {
    case 'email':
      return settings.addresses.join(', ');
    case 'webhook':
      return hostOf(settings.url);
    case 'slack':
    case 'teams':
    case 'discord':
      return hostOf(settings.webhookUrl);
    case 'telegram':
      return settings.chatId;
    case 'ntfy':
      return `${hostOf(settings.serverUrl)}/${settings.topic}`;
    default:
      return hostOf(settings.apiUrl);
  }
}

const named = <T>(name: string, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (isUniqueViolation(error, 'alert_channel_name'))
      throw new AppError(apiMonitoringErrors.channelNameTaken, { params: { name } });
    throw error;
  });
