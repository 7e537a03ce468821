import type { RecentTest, Widget } from '@touchstone/contracts';
import { AppError } from '@touchstone/kernel';
import { platformErrors } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { RecentRun, Runs } from '../../runs/index.ts';
import type { UserManagement } from '../../user-management/index.ts';
import { dayRange, percent } from '../domain/range.ts';
import { widgetsStore } from '../store/widgets.store.ts';

/** TestedService is a service of the product whose workspaces, tests and runs the dashboards count. */
export interface TestedService {
  serviceName: string;
  /** Kinds of its runs. */
  kinds: readonly string[];
  /** Workspaces that the caller sees, of one team where it is given. */
  listWorkspaces(caller: Caller, teamId?: string): Promise<{ projectId: string; projectName: string }[]>;
  countTests(projectIds: readonly string[]): Promise<{ suites: number; scripts: number }>;
}

interface Range {
  startDate?: string | undefined;
  endDate?: string | undefined;
}
interface OfTeam {
  teamUuid?: string | undefined;
}

interface RecentQuery extends OfTeam {
  state?: 'running' | 'executed' | undefined;
  startDate?: string | undefined;
  size: number;
}

const none = { runs: 0, passed: 0, failed: 0, error: 0, cancelled: 0, running: 0, averageDurationMs: 0 };
type Totals = typeof none;

/** Dashboards: numbers over what the caller may see, computed when they are asked for. */
export function createDashboard(options: {
  platform: Platform;
  runs: Runs;
  users: UserManagement;
  services: readonly TestedService[];
}) {
  const { platform, runs, users, services } = options;
  const { database, clock } = platform;
  const db = database.sql;

  const visible = async (caller: Caller, service: TestedService, { teamUuid }: OfTeam) => {
    if (teamUuid && !(await users.teamExists(caller.organizationId, teamUuid)))
      throw new AppError(platformErrors.otherTeam);
    return service.listWorkspaces(caller, teamUuid);
  };
  const scopeOf = async (caller: Caller, ofTeam: OfTeam, range?: Range) => {
    const lists = await Promise.all(services.map((service) => visible(caller, service, ofTeam)));
    return {
      organizationId: caller.organizationId,
      kinds: services.flatMap(({ kinds }) => kinds),
      projectIds: lists.flat().map(({ projectId }) => projectId),
      ...(range && dayRange(range, clock.now())),
    };
  };
  const rangeScope = async (caller: Caller, query: OfTeam & Range) => ({
    ...(await scopeOf(caller, query)),
    ...dayRange(query, clock.now()),
  });
  const totals = async (scope: Parameters<typeof runs.metrics.totalsByKind>[0]) =>
    sum(await runs.metrics.totalsByKind(scope));
  const serviceOf = (kind: string) => services.find(({ kinds }) => kinds.includes(kind));
  const layoutKey = (service: string, teamUuid: string | null | undefined) => [service, teamUuid ?? ''] as const;

  const toTest = (
    run: Omit<RecentRun, 'createdAt'> & { createdAt: Date | string },
    projectName: string,
  ): RecentTest => ({
    ...{ projectUuid: run.projectId, projectName, serviceName: serviceOf(run.kind)?.serviceName ?? '' },
    ...{ testUuid: run.runId, testName: run.name, status: run.status, startedBy: run.createdByName },
    createdAt: new Date(run.createdAt).toISOString(),
    path: runs.linkOf(run) ?? '/dashboard',
  });
  const recent = async (caller: Caller, query: RecentQuery): Promise<RecentTest[]> => {
    const workspaces = (await Promise.all(services.map((service) => visible(caller, service, query)))).flat();
    const names = new Map(workspaces.map((workspace) => [workspace.projectId, workspace.projectName]));
    const scope = {
      organizationId: caller.organizationId,
      kinds: services.flatMap(({ kinds }) => kinds),
      projectIds: [...names.keys()],
      state: query.state,
      ...(query.startDate && { from: query.startDate }),
    };
    const found = await runs.metrics.recent(scope, query.size);
    return found.map((run) => toTest(run, names.get(run.projectId) ?? ''));
  };

  return {
    countUsers: (caller: Caller) => users.countUsers(caller.organizationId),
    async counts(caller: Caller, query: OfTeam) {
      const { projectIds, ...scope } = await scopeOf(caller, query);
      const today = clock.now().toISOString().slice(0, 10);
      const [tests, ofToday, open] = await Promise.all([
        countTests(services, projectIds),
        totals({ ...scope, projectIds, from: today, to: today }),
        totals({ ...scope, projectIds, state: 'running' }),
      ]);
      return { workspaces: projectIds.length, ...tests, runsToday: ofToday.runs, running: open.running };
    },
    async pageUsers(
      caller: Caller,
      { page, size, searchTerm, ...range }: { page: number; size: number; searchTerm?: string | undefined } & Range,
    ) {
      const found = await users.pageUsers(caller.organizationId, searchTerm, { page, size });
      const scope = { ...(await scopeOf(caller, {}, range)) };
      const userIds = found.content.map(({ userId }) => userId);
      const rows = await runs.metrics.byUser(scope, { userIds });
      const content = found.content.map((user) => {
        const { runs: count, passed, failed, error } = rows.find(({ userId }) => userId === user.userId) ?? none;
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
    async consolidated(caller: Caller, query: OfTeam) {
      return Promise.all(
        services.map(async (service) => {
          const projectIds = (await visible(caller, service, query)).map(({ projectId }) => projectId);
          const { organizationId } = caller;
          const [tests, outcome] = await Promise.all([
            service.countTests(projectIds),
            totals({ organizationId, kinds: service.kinds, projectIds }),
          ]);
          const { serviceName } = service;
          return { serviceName, workspaces: projectIds.length, tests: tests.scripts, ...withPercent(outcome) };
        }),
      );
    },
    async byDay(caller: Caller, query: OfTeam & Range & { type: 'all' | 'passed' | 'failed' | 'error' }) {
      const days = await runs.metrics.days(await rangeScope(caller, query));
      return days.map((day) => ({ date: day.date, count: query.type === 'all' ? day.total : day[query.type] }));
    },
    async testsBuilt(caller: Caller, query: OfTeam) {
      return byService(services, async (service) => {
        const projectIds = (await visible(caller, service, query)).map(({ projectId }) => projectId);
        return (await service.countTests(projectIds)).scripts;
      });
    },
    async testsRan(caller: Caller, query: OfTeam) {
      return byService(services, async (service) => {
        const projectIds = (await visible(caller, service, query)).map(({ projectId }) => projectId);
        return (await totals({ organizationId: caller.organizationId, kinds: service.kinds, projectIds })).runs;
      });
    },
    async layouts(caller: Caller) {
      return (await widgetsStore.list(db, caller.userId)).map((row) => ({
        ...{ service: row.service, teamUuid: row.team || null, widgets: row.widgets },
      }));
    },
    async saveLayout(caller: Caller, input: { service: string; teamUuid: string | null; widgets: Widget[] }) {
      const [service, team] = layoutKey(input.service, input.teamUuid);
      await widgetsStore.save(db, { userId: caller.userId, service, team, widgets: input.widgets }, clock.now());
      return { service, teamUuid: team || null, widgets: input.widgets };
    },
    async layout(caller: Caller, service: string, teamUuid: string | undefined) {
      const row = await widgetsStore.find(db, caller.userId, ...layoutKey(service, teamUuid));
      return { service, teamUuid: teamUuid ?? null, widgets: row?.widgets ?? [] };
    },
    async contributions(caller: Caller, query: OfTeam & Range) {
      const rows = await runs.metrics.byUser(await rangeScope(caller, query), { limit: 10 });
      return rows.map(({ userId, name, runs: count, passed }) => ({ userId, name, runs: count, passed }));
    },
    async passedTests(caller: Caller, projectUuid: string) {
      const { organizationId, kinds, projectIds } = await scopeOf(caller, {});
      if (!projectIds.includes(projectUuid)) throw new AppError(platformErrors.notFound);
      const { passed, runs: total } = await totals({ organizationId, kinds, projectIds: [projectUuid] });
      return { passed, total, passedPercent: percent(passed, total) };
    },
    recent,
    async view(caller: Caller, projectUuid: string, testUuid: string): Promise<RecentTest> {
      const workspaces = (await Promise.all(services.map((service) => visible(caller, service, {})))).flat();
      const workspace = workspaces.find(({ projectId }) => projectId === projectUuid);
      const [run] = await runs.listByIds(caller.organizationId, [testUuid]);
      if (!workspace || run?.projectId !== projectUuid || !serviceOf(run.kind))
        throw new AppError(platformErrors.notFound);
      return toTest(run, workspace.projectName);
    },
  };
}

export type Dashboard = ReturnType<typeof createDashboard>;

function sum(rows: Totals[]): Totals {
  const total = rows.reduce<Totals>(
    (sofar, row) => ({
      runs: sofar.runs + row.runs,
      passed: sofar.passed + row.passed,
      failed: sofar.failed + row.failed,
      error: sofar.error + row.error,
      cancelled: sofar.cancelled + row.cancelled,
      running: sofar.running + row.running,
      averageDurationMs: sofar.averageDurationMs + row.averageDurationMs * ended(row),
    }),
    none,
  );
  return { ...total, averageDurationMs: ended(total) ? total.averageDurationMs / ended(total) : 0 };
}

const ended = ({ passed, failed, error }: Totals) => passed + failed + error;
const withPercent = (outcome: Totals) => ({ ...outcome, passedPercent: percent(outcome.passed, ended(outcome)) });

async function countTests(services: readonly TestedService[], projectIds: readonly string[]) {
  const counts = await Promise.all(services.map((service) => service.countTests(projectIds)));
  return counts.reduce((sofar, { suites, scripts }) => ({
    suites: sofar.suites + suites,
    scripts: sofar.scripts + scripts,
  }));
}

async function byService(services: readonly TestedService[], count: (service: TestedService) => Promise<number>) {
  const rows = await Promise.all(
    services.map(async (service) => ({ serviceName: service.serviceName, count: await count(service) })),
  );
  return { count: rows.reduce((total, row) => total + row.count, 0), byService: rows };
}
