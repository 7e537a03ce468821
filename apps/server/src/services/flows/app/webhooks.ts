import { createHash } from 'node:crypto';
import { routePrefix } from '@touchstone/contracts';
import { flowRoutes } from '@touchstone/contracts/flows';
import { AppError, formatBytes } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { Runs } from '../../runs/index.ts';
import type { UserManagement } from '../../user-management/index.ts';
import { flowErrors } from '../errors.ts';
import { flowRunsStore } from '../store/flow-runs.store.ts';

const maxBytes = 64 * 1024;
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * createWebhooks provides addresses that continue nodes. Tokens are derived from the installation's key; only their
 * hash is stored.
 */
export function createWebhooks({
  platform,
  runs,
  users,
}: {
  platform: Platform;
  runs: Runs;
  users: Pick<UserManagement, 'isActiveOrganization'>;
}) {
  const { database, secrets, config } = platform;
  const tokenOf = (runId: string, node: string): string =>
    secrets.fingerprint(JSON.stringify([runId, node]), 'flows.webhook');
  const { service, path } = flowRoutes.callFlowWebhook;

  return {
    /** The address that continues a node of a run. */
    addressOf: (runId: string, node: string): string =>
      `${config.publicUrl}${routePrefix(service)}${path.replace('{token}', tokenOf(runId, node))}`,
    open: (runId: string, node: string): Promise<void> =>
      flowRunsStore.openWebhook(database.pool, { tokenHash: hashOf(tokenOf(runId, node)), runId, node }),
    /** Continues the node that waits for this token; a token works once. */
    async call(token: string, body: unknown = null): Promise<void> {
      if (Buffer.byteLength(JSON.stringify(body)) > maxBytes)
        throw new AppError(flowErrors.webhookTooLarge, { params: { limit: formatBytes(maxBytes) } });
      const tokenHash = hashOf(token);
      const organizationId = await flowRunsStore.organizationOfWebhook(database.pool, tokenHash);
      if (!organizationId || !(await users.isActiveOrganization(organizationId)))
        throw new AppError(flowErrors.noWebhook);
      await database.transaction(async (_sql, client) => {
        const place = await flowRunsStore.takeWebhook(client, tokenHash);
        if (!place) throw new AppError(flowErrors.noWebhook);
        await flowRunsStore.addToInbox(client, place.runId, { type: 'called', node: place.node, body });
        await runs.wake(client, [place.runId]);
      });
    },
  };
}
/** Webhooks provides addresses that continue nodes. */
export type Webhooks = ReturnType<typeof createWebhooks>;
