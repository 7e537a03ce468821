import { z } from 'zod';
import { canRead, route } from '../route.ts';
import { runNumberSchema, runStatusSchema } from '../runs/index.ts';
import { idSchema, pageOf, pageQuery, queryBoolean, timeSchema } from '../shared.ts';

const service = 'api-testing';
const maxDays = 366;
const dayMs = 86_400_000;

/** The scope of insights; days are UTC and inclusive. */
export const insightScope = {
  projectId: idSchema,
  startDate: z.iso.date().describe('First day, UTC'),
  endDate: z.iso.date().describe(`Last day, UTC; at most ${maxDays} days in all`),
  suiteId: idSchema.optional().describe('Only this suite: its part of each run'),
  environmentName: z.string().max(255).optional().describe('Only runs with this environment'),
  withoutEnvironment: queryBoolean.optional().describe('Only runs without an environment'),
};
const daysOf = ({ startDate, endDate }: { startDate: string; endDate: string }) =>
  (Date.parse(endDate) - Date.parse(startDate)) / dayMs + 1;
/** isInsightPeriod returns whether insights can be computed over a range of days. */
export const isInsightPeriod = (range: { startDate: string; endDate: string }) =>
  daysOf(range) >= 1 && daysOf(range) <= maxDays;
/** The problem of any other range. */
export const insightPeriodProblem = { path: ['endDate'], message: `Choose a period of 1 to ${maxDays} days.` };

const outcomes = {
  runs: z.number().int(),
  passed: z.number().int(),
  failed: z.number().int(),
  error: z.number().int(),
};
const insightTotalsSchema = z.object({
  ...outcomes,
  cancelled: z.number().int().describe('Stopped, or nothing ran'),
  passRate: z.number().nullable().describe('Percent of the runs that were judged; null: none was'),
  averageDurationMs: z.number().nullable().describe('Of the runs that were judged; null: none was'),
});
/** Figures of all selected runs. */
export type InsightTotals = z.infer<typeof insightTotalsSchema>;

const insightDaySchema = z.object({
  date: z.iso.date(),
  ...outcomes,
  averageDurationMs: z.number().nullable(),
});
/** Figures of one day. */
export type InsightDay = z.infer<typeof insightDaySchema>;

/** Totals and days of the selected runs. */
export const insightsSchema = z.object({
  totals: insightTotalsSchema,
  previous: insightTotalsSchema.describe('The period of the same length before'),
  flakyScripts: z
    .number()
    .int()
    .describe('Scripts that passed and failed in the same environment without being changed'),
  days: z.array(insightDaySchema).describe('Days with runs, in order'),
  suites: z
    .array(z.object({ suiteId: idSchema, suiteName: z.string() }))
    .describe('Suites with runs in the period, whatever the filter; at most 500'),
  environments: z
    .array(z.string().nullable())
    .describe('Environments of runs in the period, whatever the filter; null: none; at most 500'),
});
export type Insights = z.infer<typeof insightsSchema>;

/** Rankings of what fails most, is slowest or changes its verdict most. */
export const insightRankings = ['failing', 'flaky', 'slowest'] as const;
/** Name of a ranking. */
export type InsightRanking = (typeof insightRankings)[number];

/** What is ranked. An endpoint is what scripts call: method and path, ignoring host, query and ids. */
export const rankedBy = ['suite', 'script', 'endpoint'] as const;
/** What is ranked. */
export type RankedBy = (typeof rankedBy)[number];

/** A suite, script or endpoint in a ranking. */
export const rankedSubjectSchema = z.object({
  subjectId: z.string().describe('Id of the suite or script; of an endpoint its method and path'),
  name: z.string(),
  suiteId: idSchema.describe('Of an endpoint: where it was called last'),
  suiteName: z.string(),
  ...outcomes,
  changes: z
    .number()
    .int()
    .describe(
      'How often the result changed from one run to the next in the same environment, though nothing about it was changed',
    ),
  averageDurationMs: z.number(),
  longestDurationMs: z.number(),
  lastFailure: z.object({ runId: idSchema, finishedAt: timeSchema }).nullable(),
  lastRunId: idSchema,
});
export type RankedSubject = z.infer<typeof rankedSubjectSchema>;

/** A run that the figures come from. */
export const insightRunSchema = z.object({
  runId: idSchema,
  name: z.string(),
  number: runNumberSchema,
  status: runStatusSchema.describe('With a suite: how the suite ended in the run'),
  environmentName: z.string().nullable(),
  startedBy: z.string(),
  finishedAt: timeSchema,
  durationMs: z.number(),
  steps: z.object({
    total: z.number().int(),
    passed: z.number().int(),
    failed: z.number().int(),
    error: z.number().int(),
  }),
});
export type InsightRun = z.infer<typeof insightRunSchema>;

export const insightRoutes = {
  getInsights: route({
    service,
    method: 'GET',
    path: '/api/functional-insights',
    summary: 'Outcomes, pass rate and durations of the finished runs of a workspace over a period',
    access: canRead,
    query: z.strictObject(insightScope).refine(isInsightPeriod, insightPeriodProblem),
    response: insightsSchema,
  }),
  listInsightRanking: route({
    service,
    method: 'GET',
    path: '/api/functional-insights-ranking',
    summary: 'Suites, scripts or endpoints that fail most, whose result changes most, or that take longest',
    access: canRead,
    query: z
      .strictObject({ ...insightScope, of: z.enum(rankedBy), by: z.enum(insightRankings), ...pageQuery })
      .refine(isInsightPeriod, insightPeriodProblem),
    response: pageOf(rankedSubjectSchema),
  }),
  listInsightRuns: route({
    service,
    method: 'GET',
    path: '/api/functional-insights-runs',
    summary: 'Finished runs of a period, newest first',
    access: canRead,
    query: z.strictObject({ ...insightScope, ...pageQuery }).refine(isInsightPeriod, insightPeriodProblem),
    response: pageOf(insightRunSchema),
  }),
};
