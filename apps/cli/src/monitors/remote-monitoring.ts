import type { Client } from '@touchstone/contracts';
import {
  type AlertChannel,
  type AlertPolicy,
  apiMonitoringRoutes,
  type Collection,
  type Monitor,
  type MonitoringCode,
  type MonitoringProject,
  type MonitorSummary,
  monitoringCodeSchema,
  type StatusPage,
} from '@touchstone/contracts/api-monitoring';
import { userManagementRoutes } from '@touchstone/contracts/user-management';
import { allPages, findNamed } from '../remote/remote-lookup.ts';
import { monitorPath } from './monitoring-file.ts';

/** A project as on the server: as a document, and the ids of its items by lower-case name. */
export interface RemoteMonitoring {
  projectId: string;
  document: MonitoringCode;
  ids: Record<'collection' | 'monitor' | 'channel' | 'policy' | 'page', Map<string, string>>;
}

const api = apiMonitoringRoutes;
const size = 200;

/** findMonitoringProject finds a monitoring project by name or id. */
export async function findMonitoringProject(client: Client, wanted: string): Promise<MonitoringProject> {
  const teams = await client.call(userManagementRoutes.listTeams, {});
  const lists = await Promise.all(
    teams.map(({ teamId }) =>
      allPages<MonitoringProject>((page) =>
        client.call(api.listMonitoringProjects, { params: { id: teamId }, query: { page, size } }),
      ),
    ),
  );
  const projects = [...new Map(lists.flat().map((project) => [project.projectId, project])).values()];
  return findNamed(projects, wanted, 'project', ({ projectId, projectName }) => ({ id: projectId, name: projectName }));
}

/** readRemoteMonitoring reads everything of a project that a file can contain. */
export async function readRemoteMonitoring(client: Client, projectId: string): Promise<RemoteMonitoring> {
  const params = { id: projectId };
  const [collections, summaries, channels, policies, pages] = await Promise.all([
    allPages<Collection>((page) => client.call(api.listCollections, { params, query: { page, size } })),
    allPages<MonitorSummary>((page) => client.call(api.listMonitors, { params, query: { page, size } })),
    allPages<AlertChannel>((page) => client.call(api.listChannels, { query: { projectId, page, size } })),
    allPages<AlertPolicy>((page) => client.call(api.listPolicies, { query: { projectId, page, size } })),
    allPages<StatusPage>((page) => client.call(api.listPages, { query: { projectId, page, size } })),
  ]);
  const monitors: Monitor[] = [];
  for (const { monitorId } of summaries)
    monitors.push(await client.call(api.getMonitor, { params: { id: monitorId } }));
  const collectionName = nameBy(collections, ({ collectionId, name }) => [collectionId, name]);
  const channelName = nameBy(channels, ({ channelId, name }) => [channelId, name]);
  const pathOf = nameBy(monitors, ({ monitorId, collectionId, name }) => [
    monitorId,
    monitorPath(collectionName(collectionId), name),
  ]);
  const named = (ids: readonly string[], name: (id: string) => string) => ids.map(name).filter(Boolean);
  const document = monitoringCodeSchema.parse({
    collections: collections.map(({ collectionId, name, description, sloPercent }) => ({
      name,
      description,
      sloPercent,
      monitors: monitors.filter((monitor) => monitor.collectionId === collectionId).map(toCodeMonitor),
    })),
    channels: channels.map(({ name, settings, secrets }) => ({
      name,
      settings,
      secrets: Object.fromEntries(secrets.map((field) => [field, variableOf(name, field)])),
    })),
    policies: policies.map((policy) => {
      const {
        policyId,
        projectId: _p,
        createdByName,
        createdAt,
        updatedAt,
        collectionIds,
        monitorIds,
        ...rest
      } = policy;
      return {
        ...rest,
        steps: policy.steps.map(({ afterMinutes, channelIds }) => ({
          afterMinutes,
          channels: named(channelIds, channelName),
        })),
        collections: named(collectionIds, collectionName),
        monitors: named(monitorIds, pathOf),
      };
    }),
    statusPages: pages.map((page) => toCodePage(page, pathOf)),
  });
  return {
    projectId,
    document,
    ids: {
      collection: idBy(collections, ({ collectionId, name }) => [name, collectionId]),
      monitor: idBy(monitors, ({ monitorId }) => [pathOf(monitorId), monitorId]),
      channel: idBy(channels, ({ channelId, name }) => [name, channelId]),
      policy: idBy(policies, ({ policyId, name }) => [name, policyId]),
      page: idBy(pages, ({ pageId, slug }) => [slug, pageId]),
    },
  };
}

function nameBy<T>(items: readonly T[], pair: (item: T) => [string, string]): (id: string) => string {
  const names = new Map(items.map(pair));
  return (id) => names.get(id) ?? '';
}
const idBy = <T>(items: readonly T[], pair: (item: T) => [string, string]): Map<string, string> =>
  new Map(items.map(pair).map(([name, id]) => [name.toLowerCase(), id]));

const monitorFields = [
  'name',
  'description',
  'state',
  'definition',
  'schedule',
  'environmentId',
  'tags',
  'sloPercent',
  'timeoutMs',
  'retries',
  'retrySeconds',
  'regions',
  'downIn',
  'confirmFrom',
  'degradedAboveMs',
  'degradedFactor',
] as const;
const toCodeMonitor = (monitor: Monitor) => Object.fromEntries(monitorFields.map((field) => [field, monitor[field]]));

function toCodePage(page: StatusPage, pathOf: (id: string) => string) {
  const { slug, title, description, isPublished, showsIncidents, showsResponseTimes, takesSubscribers } = page;
  const groups = page.groups.map(({ name, items }) => ({
    name,
    items: items.flatMap(({ monitorId, ...item }) => {
      const monitor = pathOf(monitorId);
      return monitor ? [{ monitor, ...item }] : [];
    }),
  }));
  const passwordFrom = page.hasPassword ? variableOf(slug, 'password') : null;
  const { accent, appearance, domain } = page;
  const shown = { isPublished, showsIncidents, showsResponseTimes, takesSubscribers };
  return { slug, title, description, ...shown, accent, appearance, domain, groups, passwordFrom };
}

/** The environment variable that an export uses for a secret, such as CHAT_WEBHOOK_URL. */
function variableOf(name: string, field: string): string {
  const words = `${name} ${field.replace(/[A-Z]/g, (letter) => ` ${letter}`)}`;
  const text = words
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return /^[A-Z_]/.test(text) ? text.slice(0, 100) : `_${text}`.slice(0, 100);
}
