import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { routePrefix } from '@touchstone/contracts';
import { prometheusRoutes } from '@touchstone/contracts/api-monitoring';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { UserManagement } from '../../user-management/index.ts';
import type { Actor } from '../../workspaces/index.ts';
import { prometheusText } from '../domain/prometheus.ts';
import { apiMonitoringErrors } from '../errors.ts';
import { metricsStore } from '../store/metrics.store.ts';
import type { Open } from './open.ts';

const hourMs = 3600_000;
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** createPrometheus exposes a project's results to Prometheus, which authenticates with its own token. */
export function createPrometheus({
  platform,
  users,
  open,
}: {
  platform: Platform;
  users: Pick<UserManagement, 'isActiveOrganization'>;
  open: Open;
}) {
  const { database, clock, config } = platform;
  const { sql } = database;
  const { service, path } = prometheusRoutes.readMetrics;
  const urlOf = (id: string): string => `${config.publicUrl}${routePrefix(service)}${path.replace('{id}', id)}`;
  return {
    async view(caller: Actor, projectId: string) {
      await open.project(caller, projectId, 'view');
      const row = await metricsStore.find(sql, projectId);
      return {
        metricsUrl: urlOf(projectId),
        createdAt: row?.createdAt.toISOString() ?? null,
        createdByName: row?.createdByName ?? null,
        lastUsedAt: row?.lastUsedAt?.toISOString() ?? null,
      };
    },
    async create(caller: Actor, projectId: string): Promise<{ token: string; metricsUrl: string }> {
      await open.project(caller, projectId, 'edit');
      const token = `tsm_${randomBytes(32).toString('base64url')}`;
      const made = { createdByName: caller.name, createdAt: clock.now() };
      const { organizationId } = caller;
      await metricsStore.replace(sql, { projectId, organizationId, tokenHash: hashOf(token), ...made });
      await platform.audit(caller, { action: 'monitor-metrics.token-created', target: projectId });
      return { token, metricsUrl: urlOf(projectId) };
    },
    async delete(caller: Actor, projectId: string): Promise<void> {
      await open.project(caller, projectId, 'edit');
      await metricsStore.delete(sql, projectId);
      await platform.audit(caller, { action: 'monitor-metrics.token-deleted', target: projectId });
    },
    /** The metrics of a project; requires its token. */
    async read(projectId: string, authorization: string | undefined): Promise<string> {
      const token = /^Bearer (\S{1,200})$/i.exec(authorization ?? '')?.[1] ?? '';
      const row = await metricsStore.find(sql, projectId);
      const [given, right] = [Buffer.from(hashOf(token)), Buffer.from(row?.tokenHash ?? hashOf(''))];
      if (!row || !timingSafeEqual(given, right) || !(await users.isActiveOrganization(row.organizationId)))
        throw new AppError(apiMonitoringErrors.metricsRefused);
      const now = clock.now();
      if (!row.lastUsedAt || now.getTime() - row.lastUsedAt.getTime() > hourMs)
        await metricsStore.used(sql, projectId, now);
      return prometheusText(await metricsStore.read(sql, projectId));
    },
  };
}
/** Exposes a project's results to Prometheus. */
export type PrometheusAccess = ReturnType<typeof createPrometheus>;
