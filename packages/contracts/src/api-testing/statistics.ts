import { z } from 'zod';
import { canRead, route } from '../route.ts';
import { idSchema } from '../shared.ts';

const service = 'api-testing';

const rangeQuery = {
  projectId: idSchema,
  startDate: z.iso.date().optional().describe('First day, default 13 days ago'),
  endDate: z.iso.date().optional().describe('Last day, default today'),
};
const dayCount = z.object({
  date: z.string(),
  total: z.number(),
  passed: z.number(),
  failed: z.number(),
  error: z.number(),
});

export const statisticsRoutes = {
  getProjectDetails: route({
    service,
    method: 'POST',
    path: '/api/project-details',
    summary: 'Counts of what a workspace holds',
    access: canRead,
    body: z.strictObject({ projectId: idSchema }),
    response: z.object({
      projectId: idSchema,
      suites: z.number(),
      scripts: z.number(),
      environments: z.number(),
      runs: z.number(),
    }),
  }),
  getEverydayStatistics: route({
    service,
    method: 'GET',
    path: '/api/workspace-everyday-statistics',
    summary: 'Runs per day by result',
    access: canRead,
    query: z.strictObject(rangeQuery),
    response: z.object({ days: z.array(dayCount) }),
  }),
  getScriptsAndExecutionCount: route({
    service,
    method: 'GET',
    path: '/api/workspace-scripts-and-execution-count',
    summary: 'Scripts and executions in a range of days',
    access: canRead,
    query: z.strictObject(rangeQuery),
    response: z.object({ scripts: z.number(), suites: z.number(), executions: z.number() }),
  }),
  getExecutionPercentage: route({
    service,
    method: 'GET',
    path: '/api/test-execution-percentage',
    summary: 'Share of steps that passed, failed or could not run',
    access: canRead,
    query: z.strictObject(rangeQuery),
    response: z.object({
      total: z.number(),
      passed: z.number(),
      failed: z.number(),
      error: z.number(),
      passedPercent: z.number(),
    }),
  }),
  getMostFailedApis: route({
    service,
    method: 'GET',
    path: '/api/most-failed-apis',
    summary: 'Scripts that failed most often in a range of days',
    access: canRead,
    query: z.strictObject(rangeQuery),
    response: z.object({
      apis: z.array(
        z.object({
          scriptId: idSchema,
          scriptName: z.string(),
          method: z.string(),
          url: z.string(),
          failed: z.number(),
          total: z.number(),
        }),
      ),
    }),
  }),
};
