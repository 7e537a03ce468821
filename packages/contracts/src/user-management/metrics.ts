import { z } from 'zod';
import { administrators } from '../roles.ts';
import { canRead, onlyRoles, route } from '../route.ts';
import { idSchema, pageOf, pageQuery, searchTerm, timeSchema } from '../shared.ts';

const service = 'user-management';
const day = z.iso.date().optional().describe('A day, UTC; without both ends the last 14 days');
const range = { startDate: day, endDate: day };
const count = z.number().int();
const teamUuid = idSchema.optional().describe('One team of the caller; without it everything that the caller sees');

/** Runs by outcome. */
export const outcomeCountsSchema = z.object({
  runs: count,
  passed: count,
  failed: count,
  error: count,
  cancelled: count,
  running: count,
});
export type OutcomeCounts = z.infer<typeof outcomeCountsSchema>;

/** Runs of one day. */
export const usageDaySchema = z.object({ date: z.string(), runs: count, passed: count, failed: count, error: count });
export type UsageDay = z.infer<typeof usageDaySchema>;

const byService = z.object({ count, byService: z.array(z.object({ serviceName: z.string(), count })) });

/** A run in the list of the latest. */
export const recentTestSchema = z.object({
  projectUuid: z.string(),
  projectName: z.string(),
  serviceName: z.string(),
  testUuid: z.string(),
  testName: z.string(),
  number: z.number().int().nullable().describe('Number of the run in its workspace'),
  status: z.string(),
  startedBy: z.string(),
  createdAt: timeSchema,
  /** Its page. */
  path: z.string(),
});
export type RecentTest = z.infer<typeof recentTestSchema>;

/** Widgets of the dashboard; the page defines which exist, the server stores their order and settings. */
export const widgetSchema = z.strictObject({
  widgetId: z.string().min(1).max(64),
  hidden: z.boolean().default(false),
  width: z.enum(['half', 'full']).default('half'),
});
/** A figure on a dashboard. */
export type Widget = z.infer<typeof widgetSchema>;
/** Which figures a dashboard shows, and in which order. */
export const widgetLayoutSchema = z.object({
  service: z.string(),
  teamUuid: z.string().nullable(),
  widgets: z.array(widgetSchema),
});

const concurrency = z.object({ inUse: count, limit: count.nullable() });
const serviceFilter = z
  .string()
  .max(64)
  .optional()
  .describe('The service of workspace and runs, as in serviceName; another one answers 404');
const get = { service, method: 'GET', access: canRead } as const;

export const metricsRoutes = {
  countUsers: route({
    ...get,
    path: '/api/user-count',
    summary: 'Users of the organization by state',
    response: z.object({ total: count, active: count, invited: count, deactivated: count, administrators: count }),
  }),
  countDashboard: route({
    ...get,
    path: '/api/dashboardcount',
    summary: 'What the caller sees: workspaces, tests, runs of today and running ones',
    query: z.strictObject({ teamUuid }),
    response: z.object({ workspaces: count, suites: count, scripts: count, runsToday: count, running: count }),
  }),
  pageUserMetrics: route({
    ...get,
    path: '/api/user-metrics',
    access: onlyRoles('read', ...administrators),
    summary: 'Users of the organization with what they ran',
    query: z.strictObject({ ...pageQuery, searchTerm, ...range }),
    response: pageOf(
      z.object({
        userId: z.string(),
        login: z.string(),
        name: z.string(),
        lastLoginAt: timeSchema.nullable(),
        runs: count,
        passed: count,
        failed: count,
        error: count,
      }),
    ),
  }),
  getUsage: route({
    ...get,
    path: '/api/usage-metrics',
    summary: 'Runs by day',
    query: z.strictObject({ teamUuid, ...range }),
    response: z.object({ days: z.array(usageDaySchema) }),
  }),
  getBrowserConcurrency: route({
    ...get,
    path: '/api/browser-concurrency',
    summary: 'Shared browsers in use and how many may be',
    response: concurrency,
  }),
  getDeviceConcurrency: route({
    ...get,
    path: '/api/device-concurrency',
    summary: 'Shared devices in use and how many may be',
    response: concurrency,
  }),
  countBrowserConcurrency: route({
    ...get,
    path: '/api/browser-concurrency-count',
    summary: 'Shared browsers in use',
    response: z.object({ count }),
  }),
  countDeviceConcurrency: route({
    ...get,
    path: '/api/device-concurrency-count',
    summary: 'Shared devices in use',
    response: z.object({ count }),
  }),
  getWaitTime: route({
    ...get,
    path: '/api/test-execution-wait-time',
    summary: 'How long runs waited for a runner, in milliseconds',
    query: z.strictObject({ teamUuid, ...range }),
    response: z.object({ runs: count, averageMs: z.number(), p95Ms: z.number(), longestMs: z.number() }),
  }),
  countSprints: route({
    ...get,
    path: '/api/total-sprints',
    summary: 'Sprints in a range of days; services without sprints have none',
    query: z.strictObject(range),
    response: z.object({ count }),
  }),
  getCommonMetrics: route({
    ...get,
    path: '/api/common-metrics',
    summary: 'Outcomes of the runs in a range of days',
    query: z.strictObject({ teamUuid, ...range }),
    response: outcomeCountsSchema.extend({ passedPercent: z.number(), averageDurationMs: z.number() }),
  }),
  getConsolidatedMetrics: route({
    ...get,
    path: '/api/consolidated-metrics',
    summary: 'Workspaces, tests and outcomes by service',
    query: z.strictObject({ teamUuid }),
    response: z.array(
      outcomeCountsSchema.extend({
        serviceName: z.string(),
        workspaces: count,
        tests: count,
        passedPercent: z.number(),
      }),
    ),
  }),
  getConsolidatedMetricsByDay: route({
    ...get,
    path: '/api/consolidated-metrics-by-status-date',
    summary: 'Runs of one outcome by day',
    query: z.strictObject({ teamUuid, type: z.enum(['all', 'passed', 'failed', 'error']).default('all'), ...range }),
    response: z.array(z.object({ date: z.string(), count })),
  }),
  countTestsBuilt: route({
    ...get,
    path: '/api/total-tests-built',
    summary: 'Tests that exist',
    query: z.strictObject({ teamUuid }),
    response: byService,
  }),
  countTestsRan: route({
    ...get,
    path: '/api/total-tests-ran',
    summary: 'Runs so far',
    query: z.strictObject({ teamUuid }),
    response: byService,
  }),
  getWidgets: route({
    ...get,
    path: '/api/project-widget',
    summary: 'Widgets of the dashboard as the caller arranged them; an empty list where nothing was arranged',
    response: z.array(widgetLayoutSchema),
  }),
  saveWidgets: route({
    service,
    method: 'POST',
    path: '/api/project-widget',
    access: canRead,
    summary: 'Keep the arrangement of the dashboard of the caller',
    body: z.strictObject({
      service: z.string().min(1).max(64),
      teamUuid: idSchema.nullable().default(null),
      widgets: z.array(widgetSchema).max(50),
    }),
    response: widgetLayoutSchema,
  }),
  getWidgetsOfService: route({
    ...get,
    path: '/api/project-widget-by-service',
    summary: 'The arrangement for a service and a team',
    query: z.strictObject({ service: z.string().max(64), teamUuid: idSchema.optional() }),
    response: widgetLayoutSchema,
  }),
  listContributions: route({
    ...get,
    path: '/api/user-contributions',
    summary: 'Who ran most in a range of days, at most ten people',
    query: z.strictObject({ teamUuid, ...range }),
    response: z.array(z.object({ userId: z.string(), name: z.string(), runs: count, passed: count })),
  }),
  countPassedTests: route({
    ...get,
    path: '/api/total-passed-tests',
    summary: 'Runs of a workspace that passed',
    query: z.strictObject({ projectUuid: idSchema, service: serviceFilter }),
    response: z.object({ passed: count, total: count, passedPercent: z.number() }),
  }),
  listRecentTests: route({
    ...get,
    path: '/api/recent-tests',
    summary: 'The last runs, newest first: all, or those that run or have ended',
    query: z.strictObject({
      teamUuid,
      state: z.enum(['running', 'executed']).optional(),
      startDate: z.iso.date().optional().describe('First day, UTC; without it from the beginning'),
      size: z.coerce.number().int().min(1).max(50).default(10),
    }),
    response: z.array(recentTestSchema),
  }),
  viewTest: route({
    ...get,
    path: '/api/view-test',
    summary: 'Where the page shows a test',
    query: z.strictObject({ projectUuid: idSchema, service: serviceFilter, testUuid: idSchema }),
    response: recentTestSchema,
  }),
};
