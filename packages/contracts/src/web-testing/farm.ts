import { z } from 'zod';
import { canRead, route } from '../route.ts';
import { runNumberSchema, runStatusSchema } from '../runs/index.ts';
import { idSchema, timeSchema } from '../shared.ts';
import { browserNames } from '../test-repository/index.ts';

const placesSchema = z.object({
  total: z.number().int(),
  taken: z.number().int(),
  waiting: z.number().int().describe('Scripts that wait for a place'),
});

/** A live runner, with the browsers of its machine. */
export const farmRunnerSchema = z.object({
  host: z.string().describe('Name of its machine'),
  system: z.string().describe('As Node.js names it, such as linux'),
  labels: z.array(z.string()),
  browsers: z.array(z.object({ name: z.enum(browserNames), version: z.string().nullable() })),
  places: placesSchema.nullable().describe('null: it has not told them'),
});
/** A live runner, with the browsers of its machine. */
export type FarmRunner = z.infer<typeof farmRunnerSchema>;

/** A waiting or running run of scripts. */
export const farmRunSchema = z.object({
  runId: idSchema,
  number: runNumberSchema,
  name: z.string(),
  status: runStatusSchema,
  projectUUID: idSchema,
  projectName: z.string(),
  targets: z.array(z.string()),
  startedBy: z.string(),
  createdAt: timeSchema,
  mayStop: z.boolean(),
});
/** A waiting or running run of scripts. */
export type FarmRun = z.infer<typeof farmRunSchema>;

/** A browser opened by a user, to record steps or to inspect elements. */
export const farmRecordingSchema = z.object({
  liveId: idSchema,
  projectUUID: idSchema,
  projectName: z.string(),
  scriptUUID: idSchema.nullable().describe('Whose steps are recorded; null: elements are looked at'),
  testScriptName: z.string().nullable().describe('null: none, or it was deleted'),
  browser: z.enum(browserNames),
  openedBy: z.string(),
  openedAt: timeSchema,
  mayClose: z.boolean(),
});
/** A browser opened by a user. */
export type FarmRecording = z.infer<typeof farmRecordingSchema>;

/** Calls of the browser farm. */
export const farmCalls = {
  getBrowserFarm: route({
    service: 'web-testing',
    method: 'GET',
    path: '/api/browser-farm',
    summary: 'Runners with their browsers and places, and what is open now of the projects that the caller may see',
    access: canRead,
    response: z.object({
      runners: z.array(farmRunnerSchema),
      recordingPlaces: placesSchema.describe('Of all processes that take calls, for people who open browsers'),
      runs: z.array(farmRunSchema).describe('At most 100, the newest first'),
      recordings: z.array(farmRecordingSchema).describe('Of all processes that take calls, the oldest first'),
    }),
  }),
};
