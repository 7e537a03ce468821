import { z } from 'zod';
import { canRead, route } from '../route.ts';
import { idSchema } from '../shared.ts';
import { service } from './service.ts';

const pair = z.object({ name: z.string(), value: z.string() });
/** A body as text; binary content is Base64. */
export const mockBodySchema = z.object({
  text: z.string(),
  isBase64: z.boolean(),
  sizeBytes: z.number().int(),
  isCut: z.boolean().describe('Only its beginning is kept'),
});

/** What a stub's matcher expected, and the request's value. */
export const stubDifferenceSchema = z.object({
  part: z.string().describe('Member of the request pattern, such as headers'),
  name: z.string(),
  operator: z.string(),
  expected: z.string(),
  actual: z.string().nullable(),
  isMatch: z.boolean(),
});
/** A stub that nearly matched. */
export const nearMissSchema = z.object({
  assetId: idSchema,
  assetName: z.string(),
  distance: z.number().describe('0 to 1'),
  differences: z.array(stubDifferenceSchema),
  scenario: z.object({ name: z.string(), required: z.string(), actual: z.string() }).nullable(),
});
/** A stub that nearly matched. */
export type MockNearMiss = z.infer<typeof nearMissSchema>;

/**
 * The source of the response: a stub, records, a preflight, the upstream, the validation against the description, or
 * none.
 */
export const answeredBySchema = z.enum(['stub', 'resource', 'cors', 'upstream', 'validation', 'none']);

/** A place where a request or response violates its description. */
export const mockViolationSchema = z.object({
  in: z.enum(['request', 'answer']),
  place: z.string(),
  message: z.string(),
});

/** A request and its response. */
export const mockExchangeSchema = z.object({
  request: z.object({
    method: z.string(),
    url: z.string().describe('Path and query'),
    headers: z.array(pair),
    body: mockBodySchema,
    clientIp: z.string(),
  }),
  response: z.object({
    status: z.number().int(),
    headers: z.array(pair),
    body: mockBodySchema,
    delayMs: z.number(),
    fault: z.string().nullable(),
  }),
  by: answeredBySchema,
  assetId: idSchema.nullable(),
  assetName: z.string().nullable(),
  why: z.array(stubDifferenceSchema).describe('What the matchers of the asset expected and found'),
  scope: z.string().describe('Whose state was read; empty: that of all callers'),
  scenario: z.object({ name: z.string(), from: z.string(), to: z.string() }).nullable(),
  nearMisses: z.array(nearMissSchema),
  violations: z.array(mockViolationSchema),
  notes: z.array(z.string()).describe('What went wrong while it was answered'),
});
/** A request and its response. */
export type MockExchange = z.infer<typeof mockExchangeSchema>;

/** Calls that query a mock without changing it. */
export const tryRoutes = {
  tryMock: route({
    service,
    method: 'POST',
    path: '/api/mocks/{id}/try',
    summary: 'What the mock would answer, why, and what nearly matched; nothing changes and nothing is journalled',
    access: canRead,
    params: z.strictObject({ id: idSchema.describe('Project') }),
    body: z.strictObject({
      method: z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[A-Z-]{1,20}$/, 'Give a method such as GET.')
        .default('GET'),
      path: z.string().min(1).max(8192).describe('Path and query, such as /orders?open=true'),
      host: z.string().max(255).optional(),
      headers: z
        .array(z.strictObject({ name: z.string().min(1).max(255), value: z.string().max(65_536) }))
        .max(100)
        .default([]),
      body: z.string().max(1_000_000).default(''),
    }),
    response: mockExchangeSchema,
  }),
};
