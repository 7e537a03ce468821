import type { Sql } from '../../../platform/database/pool.ts';
import { metricsStore } from '../store/metrics.store.ts';
import { statisticsStore } from '../store/statistics.store.ts';
import type { Runs } from './runs.ts';

/** createStatistics statistics of the runs of a workspace. */
export const createStatistics = (sql: Sql): Runs['statistics'] => ({
  days: (scope) => statisticsStore.days(sql, scope),
  totals: (scope) => statisticsStore.totals(sql, scope),
  mostFailed: (scope, limit) => statisticsStore.mostFailed(sql, scope, limit),
  countSince: (organizationId, since) => statisticsStore.countSince(sql, { organizationId, since }),
});

/** createMetrics metrics of the runs of an organization. */
export const createMetrics = (sql: Sql): Runs['metrics'] => ({
  totalsByKind: (scope) => metricsStore.totalsByKind(sql, scope),
  days: (scope) => metricsStore.days(sql, scope),
  byUser: (scope, { userIds, limit } = {}) => metricsStore.byUser(sql, scope, userIds, limit),
  waitTimes: (scope) => metricsStore.waitTimes(sql, scope),
  recent: (scope, limit) => metricsStore.recent(sql, scope, limit),
});
