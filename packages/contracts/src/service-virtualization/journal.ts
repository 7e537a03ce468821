import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema, pageOf, pageQuery, searchTerm, timeSchema } from '../shared.ts';
import { assetDraftSchema } from './asset.ts';
import { answeredBySchema, mockExchangeSchema, stubDifferenceSchema } from './call.ts';
import { service } from './service.ts';

/** A received call, in a list. */
export const journalSummarySchema = z.object({
  entryId: idSchema,
  at: timeSchema,
  method: z.string(),
  url: z.string(),
  status: z.number().int(),
  by: answeredBySchema,
  assetId: idSchema.nullable(),
  assetName: z.string().nullable(),
  hasNearMiss: z.boolean(),
  violationCount: z.number().int(),
  hasProblem: z.boolean().describe('Something went wrong while it was answered, such as a template that fails'),
  delayMs: z.number(),
  clientIp: z.string(),
  cause: z
    .object({ runId: idSchema, stepId: idSchema })
    .nullable()
    .describe('The step of a run that sent it; null where none of this installation did'),
});
/** A received call, in a list. */
export type JournalSummary = z.infer<typeof journalSummarySchema>;
/** A received call. */
export const journalEntrySchema = journalSummarySchema.extend({
  ...mockExchangeSchema.shape,
  causedBy: z
    .object({ runTitle: z.string(), stepTitle: z.string(), link: z.string().describe('Where the page shows the step') })
    .nullable()
    .describe('What `cause` names; null where it was deleted, or where the caller may not see it'),
});
/** A received call. */
export type MockJournalEntry = z.infer<typeof journalEntrySchema>;

/** The topic of a mock's call events: `mock:<projectId>`, with events `call` (JournalSummary) and `changed`. */
export const mockTopic = (projectId: string): string => `mock:${projectId}`;

/** Unanswered calls, by method and path. */
export const unmatchedGroupSchema = z.object({
  method: z.string(),
  path: z.string(),
  count: z.number().int(),
  lastAt: timeSchema,
  lastEntryId: idSchema,
});
/** Unanswered calls, by method and path. */
export type UnmatchedGroup = z.infer<typeof unmatchedGroupSchema>;

/** Whether calls arrived as expected; if there were too few, also the near misses. */
export const verificationSchema = z.object({
  passed: z.boolean(),
  message: z.string(),
  count: z.number().int(),
  near: z
    .array(
      z.object({
        entryId: idSchema,
        method: z.string(),
        url: z.string(),
        distance: z.number().describe('0 to 1'),
        differences: z.array(stubDifferenceSchema),
      }),
    )
    .describe('Where too few came: the calls that matched the least badly, at most 3'),
});
/** Whether calls arrived as expected. */
export type MockVerification = z.infer<typeof verificationSchema>;

const ofProject = z.strictObject({ id: idSchema.describe('Project') });
const pattern = z.record(z.string(), z.unknown()).describe('Request pattern, as in a stub');
const number = z.number().int().min(0).optional();

/** Calls on the journal. */
export const journalRoutes = {
  listJournal: route({
    service,
    method: 'GET',
    path: '/api/journal/all/{id}',
    summary: 'Calls that arrived, the newest first',
    access: canRead,
    params: ofProject,
    query: z.strictObject({
      searchTerm: searchTerm.describe('Part of the address'),
      method: z.string().max(20).optional(),
      status: z
        .string()
        .regex(/^[1-9](\d\d|xx)$/, 'Give a status such as 404 or 4xx.')
        .optional(),
      outcome: z.enum(['matched', 'unmatched', 'near', 'violation', 'problem']).optional(),
      assetId: idSchema.optional(),
      since: timeSchema.optional(),
      runId: idSchema.optional().describe('Only what steps of this run sent'),
      stepId: idSchema.optional().describe('Only what this step sent; with `runId`'),
      ...pageQuery,
    }),
    response: pageOf(journalSummarySchema),
  }),
  getJournalEntry: route({
    service,
    method: 'GET',
    path: '/api/journal/{id}',
    summary: 'A call with its answer, what answered and why, and what nearly matched',
    access: canRead,
    params: z.strictObject({ id: idSchema }),
    response: journalEntrySchema,
  }),
  clearJournal: route({
    service,
    method: 'DELETE',
    path: '/api/journal/all/{id}',
    summary: 'Empty the journal of a project',
    access: canWrite,
    params: ofProject,
    response: okSchema,
  }),
  listUnmatched: route({
    service,
    method: 'GET',
    path: '/api/journal/unmatched/{id}',
    summary: 'Calls that nothing answered, by method and path, the most frequent first',
    access: canRead,
    params: ofProject,
    query: z.strictObject(pageQuery),
    response: pageOf(unmatchedGroupSchema),
  }),
  verifyJournal: route({
    service,
    method: 'POST',
    path: '/api/journal/verify/{id}',
    summary: 'Whether calls came as often as expected, or in the expected order',
    access: canRead,
    params: ofProject,
    body: z.union([
      z.strictObject({ pattern, exactly: number, atLeast: number, atMost: number }),
      z.strictObject({ order: z.array(pattern).min(1).max(100) }),
    ]),
    response: verificationSchema,
  }),
  proposeAsset: route({
    service,
    method: 'POST',
    path: '/api/journal/{id}/propose',
    summary: 'An asset that would answer this call: a new one, or an existing one so changed that it matches',
    access: canRead,
    params: z.strictObject({ id: idSchema }),
    body: z.strictObject({ assetId: idSchema.optional().describe('The asset to be changed; absent: a new one') }),
    response: z.object({
      draft: assetDraftSchema,
      assetId: idSchema.nullable(),
      revision: z.number().int().nullable(),
      changes: z.array(z.string()).describe('What differs from the asset, in words'),
    }),
  }),
};
