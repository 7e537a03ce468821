import type { Client } from '@touchstone/contracts';
import { apiMonitoringRoutes, type ChannelSettings, type MonitoringCode } from '@touchstone/contracts/api-monitoring';
import { CliError } from '../cli-error.ts';
import { monitorPath } from './monitoring-file.ts';
import type { CodeChange, CodeKind } from './plan-monitoring.ts';
import type { RemoteMonitoring } from './remote-monitoring.ts';

const api = apiMonitoringRoutes;
type Environment = Record<string, string | undefined>;

/** Applied is called for each change that was made. */
export type Applied = (change: CodeChange, note?: string) => void;

/** applyMonitoring applies the changes of a plan, in an order in which everything referenced exists. */
export async function applyMonitoring(
  client: Client,
  {
    document,
    remote,
    changes,
    environment,
    applied,
  }: {
    document: MonitoringCode;
    remote: RemoteMonitoring;
    changes: readonly CodeChange[];
    environment: Environment;
    applied: Applied;
  },
): Promise<void> {
  const writers = createWriters(client, { document, remote, environment });
  for (const change of changes) {
    const { action, kind, name } = change;
    const note = action === 'delete' ? await deleteThing(client, remote, change) : await writers[kind](name, change);
    applied(change, note);
  }
}

/** assertSecrets rejects a plan with a missing environment variable, before anything is changed. */
export function assertSecrets(
  document: MonitoringCode,
  changes: readonly CodeChange[],
  environment: Environment,
): void {
  const needed = changes.flatMap(({ action, kind, name, fields }) => {
    const isSent =
      action === 'create' || (action === 'change' && (fields.includes('secrets') || fields.includes('passwordFrom')));
    if (!isSent) return [];
    if (kind === 'channel') return Object.values(byName(document.channels, name).secrets);
    return kind === 'page' ? (document.statusPages.find(({ slug }) => slug === name)?.passwordFrom ?? []) : [];
  });
  const missing = [...new Set(needed)].filter((variable) => !environment[variable]);
  if (missing.length > 0)
    throw new CliError(`Set these environment variables, which the file names for secrets: ${missing.join(', ')}.`);
}

const byName = <T extends { name: string }>(items: readonly T[], name: string): T => {
  const found = items.find((item) => item.name === name);
  if (!found) throw new Error(`The file has no ${name}.`);
  return found;
};

function createWriters(
  client: Client,
  { document, remote, environment }: { document: MonitoringCode; remote: RemoteMonitoring; environment: Environment },
): Record<CodeKind, (name: string, change: CodeChange) => Promise<string | undefined>> {
  const { projectId, ids } = remote;
  const idOf = (kind: CodeKind, name: string): string => ids[kind].get(name.toLowerCase()) ?? '';
  const keep = (kind: CodeKind, name: string, id: string) => void ids[kind].set(name.toLowerCase(), id);
  const isNew = ({ action }: CodeChange) => action === 'create';

  return {
    async collection(name, change) {
      const { description, sloPercent } = byName(document.collections, name);
      if (isNew(change)) {
        const made = await client.call(api.createCollection, { body: { projectId, name, description, sloPercent } });
        keep('collection', name, made.collectionId);
      } else
        await client.call(api.updateCollection, {
          body: { collectionId: idOf('collection', name), name, description, sloPercent },
        });
      return undefined;
    },
    async monitor(path, change) {
      const collection = document.collections.find(({ name, monitors }) =>
        monitors.some((monitor) => monitorPath(name, monitor.name) === path),
      );
      const monitor = collection?.monitors.find((one) => monitorPath(collection.name, one.name) === path);
      if (!collection || !monitor) throw new Error(`The file has no ${path}.`);
      if (isNew(change)) {
        const place = { projectId, collectionId: idOf('collection', collection.name) };
        const made = await client.call(api.createMonitor, { body: { ...place, ...monitor } });
        keep('monitor', path, made.monitorId);
        return made.heartbeatUrl ? `call ${made.heartbeatUrl}` : undefined;
      }
      const { state, ...values } = monitor;
      const monitorId = idOf('monitor', path);
      if (change.fields.some((field) => field !== 'state'))
        await client.call(api.updateMonitor, { body: { monitorId, ...values } });
      if (change.fields.includes('state'))
        await client.call(state === 'STARTED' ? api.startMonitor : api.stopMonitor, { params: { id: monitorId } });
      return undefined;
    },
    async channel(name, change) {
      const channel = byName(document.channels, name);
      const sent = isNew(change) || change.fields.includes('secrets');
      const secrets = Object.entries(channel.secrets).map(([field, variable]) => [field, environment[variable]]);
      const settings = { ...channel.settings, ...(sent && Object.fromEntries(secrets)) } as ChannelSettings;
      if (!isNew(change)) {
        await client.call(api.updateChannel, { params: { id: idOf('channel', name) }, body: { name, settings } });
        return undefined;
      }
      const made = await client.call(api.createChannel, { body: { projectId, name, settings } });
      keep('channel', name, made.channelId);
      return made.signingSecret ? `signing secret ${made.signingSecret}` : undefined;
    },
    async policy(name, change) {
      const { steps, collections, monitors, ...rest } = byName(document.policies, name);
      const body = {
        ...rest,
        steps: steps.map(({ afterMinutes, channels }) => ({
          afterMinutes,
          channelIds: channels.map((channel) => idOf('channel', channel)),
        })),
        collectionIds: collections.map((collection) => idOf('collection', collection)),
        monitorIds: monitors.map((monitor) => idOf('monitor', monitor)),
      };
      if (isNew(change)) await client.call(api.createPolicy, { body: { projectId, ...body } });
      else await client.call(api.updatePolicy, { params: { id: idOf('policy', name) }, body });
      return undefined;
    },
    async page(slug, change) {
      const page = document.statusPages.find((one) => one.slug === slug);
      if (!page) throw new Error(`The file has no ${slug}.`);
      const { passwordFrom, groups, ...rest } = page;
      const sent = isNew(change) || change.fields.includes('passwordFrom') || change.fields.includes('secrets');
      const body = {
        ...rest,
        groups: groups.map(({ name, items }) => ({
          name,
          items: items.map(({ monitor, ...item }) => ({ monitorId: idOf('monitor', monitor), ...item })),
        })),
        ...(sent && { password: passwordFrom === null ? null : (environment[passwordFrom] ?? null) }),
      };
      if (isNew(change)) await client.call(api.createPage, { body: { projectId, ...body } });
      else await client.call(api.updatePage, { params: { id: idOf('page', slug) }, body });
      return undefined;
    },
  };
}

async function deleteThing(client: Client, { ids }: RemoteMonitoring, { kind, name }: CodeChange): Promise<undefined> {
  const params = { id: ids[kind].get(name.toLowerCase()) ?? '' };
  const calls = {
    collection: api.deleteCollection,
    monitor: api.deleteMonitor,
    channel: api.deleteChannel,
    policy: api.deletePolicy,
    page: api.deletePage,
  };
  await client.call(calls[kind], { params });
  return undefined;
}
