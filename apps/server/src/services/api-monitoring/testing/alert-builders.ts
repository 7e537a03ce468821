import type { Client } from '@touchstone/contracts';
import {
  type AlertDelivery,
  apiMonitoringRoutes,
  type ChannelSettingsInput,
  type NewPolicy,
} from '@touchstone/contracts/api-monitoring';
import type { Platform } from '../../../platform/platform.ts';
import { sessionOptions } from '../../workspaces/index.ts';
import { createDeliver } from '../app/alerts/deliver.ts';
import { createPostMessage } from '../clients/alerts/post-message.ts';
import { newMonitor, newMonitoring } from './monitor-builders.ts';

const calls = apiMonitoringRoutes;

/** deliverOf claims and sends messages on demand, on a server that was not started. */
export function deliverOf(platform: Platform, deactivated: readonly string[] = []) {
  const policyOf = () => {
    const { addressPolicy } = sessionOptions(platform, { organizationId: '', projectId: undefined });
    if (!addressPolicy) throw new Error('No address policy.');
    return addressPolicy;
  };
  const { claim, deliver } = createDeliver({
    platform,
    users: { listDeactivatedOrganizations: async () => [...deactivated] },
    post: createPostMessage({ platform, policyOf }),
  });
  return {
    claim,
    deliver,
    /** Sends all due messages. */
    async all(): Promise<void> {
      for (;;) {
        const rows = await claim('test', 20);
        if (rows.length === 0) return;
        for (const row of rows) await deliver(row);
      }
    },
  };
}

/** newAlerts creates a project with a stopped monitor and a policy that sends its incidents to a webhook. */
export async function newAlerts(client: Client, url: string, policy: Partial<NewPolicy> = {}) {
  const place = await newMonitoring(client);
  const { projectId } = place;
  const target = { kind: 'http', url: 'http://127.0.0.1:9/' } as const;
  const { monitorId } = await newMonitor(client, place, target, { state: 'STOPPED', name: 'Pay', tags: ['shop'] });
  const newChannel = async (name: string, settings: ChannelSettingsInput) =>
    (await client.call(calls.createChannel, { body: { projectId, name, settings } })).channelId;
  const newHook = (name: string) =>
    newChannel(name, { kind: 'webhook', url: `${url}/${name}`, secret: 'x'.repeat(16) });
  const newPolicy = async (name: string, channelIds: string[], given: Partial<NewPolicy> = {}) =>
    (
      await client.call(calls.createPolicy, {
        body: { projectId, name, steps: [{ afterMinutes: 0, channelIds }], ...given },
      })
    ).policyId;
  const channelId = await newHook('hook');
  const policyId = await newPolicy('All', [channelId], policy);
  const deliveries = async (query: object = {}): Promise<AlertDelivery[]> =>
    (await client.call(calls.listDeliveries, { query: { projectId, size: 50, ...query } })).content;
  return {
    ...place,
    monitorId,
    channelId,
    policyId,
    newChannel,
    newHook,
    newPolicy,
    deliveries,
    /** Deliveries as `policy channel event step state`, sorted. */
    states: async () =>
      (await deliveries())
        .map(({ policyName, channelName, event, step, state }) =>
          [policyName, channelName, event, step, state].join(' '),
        )
        .sort(),
    lines: async (incidentId: string) =>
      (await client.call(calls.getIncident, { params: { id: incidentId } })).entries.map(
        ({ kind, text, at }) => `${kind}: ${text} ${at}`,
      ),
  };
}
