import { AppError } from '@touchstone/kernel';
import { platformErrors } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { percent } from '../domain/range.ts';
import { noRuns, withPercent } from '../domain/totals.ts';
import type { DashboardNeeds, DashboardScope, OfTeam, Range } from './dashboard-scope.ts';

/** createRunNumbers counts runs: by day, by user and by outcome. */
export function createRunNumbers({ runs, users }: DashboardNeeds, { scopeOf, rangeScope, totals }: DashboardScope) {
  return {
    async pageUsers(
      caller: Caller,
      { page, size, searchTerm, ...range }: { page: number; size: number; searchTerm?: string | undefined } & Range,
    ) {
      const found = await users.pageUsers(caller.organizationId, searchTerm, { page, size });
      const scope = await rangeScope(caller, range);
      const userIds = found.content.map(({ userId }) => userId);
      const rows = await runs.metrics.byUser(scope, { userIds });
      const content = found.content.map((user) => {
        const { runs: count, passed, failed, error } = rows.find(({ userId }) => userId === user.userId) ?? noRuns;
        return { ...user, runs: count, passed, failed, error };
      });
      return { ...found, content };
    },
    async usage(caller: Caller, query: OfTeam & Range) {
      const days = await runs.metrics.days(await rangeScope(caller, query));
      return { days: days.map(({ total, ...day }) => ({ ...day, runs: total })) };
    },
    async waitTimes(caller: Caller, query: OfTeam & Range) {
      return runs.metrics.waitTimes(await rangeScope(caller, query));
    },
    async common(caller: Caller, query: OfTeam & Range) {
      return withPercent(await totals(await rangeScope(caller, query)));
    },
    async byDay(caller: Caller, query: OfTeam & Range & { type: 'all' | 'passed' | 'failed' | 'error' }) {
      const days = await runs.metrics.days(await rangeScope(caller, query));
      return days.map((day) => ({ date: day.date, count: query.type === 'all' ? day.total : day[query.type] }));
    },
    async contributions(caller: Caller, query: OfTeam & Range) {
      const rows = await runs.metrics.byUser(await rangeScope(caller, query), { limit: 10 });
      return rows.map(({ userId, name, runs: count, passed }) => ({ userId, name, runs: count, passed }));
    },
    async passedTests(caller: Caller, projectUuid: string, serviceName?: string) {
      const { organizationId, kinds, projectIds } = await scopeOf(caller, {}, serviceName);
      if (!projectIds.includes(projectUuid)) throw new AppError(platformErrors.notFound);
      const { passed, runs: total } = await totals({ organizationId, kinds, projectIds: [projectUuid] });
      return { passed, total, passedPercent: percent(passed, total) };
    },
  };
}
