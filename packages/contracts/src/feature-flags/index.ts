import { z } from 'zod';
import { canRead, onlyRoles, route } from '../route.ts';
import { timeSchema } from '../shared.ts';

const service = 'feature-flags';
const value = z.union([z.boolean(), z.string().max(255)]);

/** What a flag is decided by: the targeting context that the server knows of a call. */
export const targetingAttributes = [
  'key',
  'name',
  'email',
  'firstTimeUser',
  'organization',
  'subscription',
  'role',
  'bot',
  'language',
  'ip',
  'service',
] as const;

export const flagRuleSchema = z.strictObject({
  attribute: z.enum(targetingAttributes),
  operator: z.enum(['in', 'notIn', 'startsWith', 'endsWith']),
  /** Case does not matter. */
  values: z.array(z.string().min(1).max(320)).min(1).max(100),
  value,
});
export type FlagRule = z.infer<typeof flagRuleSchema>;

export const flagSchema = z.object({
  key: z.string(),
  description: z.string(),
  type: z.enum(['boolean', 'string']),
  /** What holds where no rule matches. */
  value,
  /** The first that matches decides. */
  rules: z.array(flagRuleSchema),
  isChanged: z.boolean(),
  updatedAt: timeSchema.nullable(),
});
export type Flag = z.infer<typeof flagSchema>;

/** An evaluated flag, as the OpenFeature Remote Evaluation Protocol writes it. */
export const evaluatedFlagSchema = z.object({
  key: z.string(),
  value,
  reason: z.string(),
  variant: z.string().optional(),
});
export type EvaluatedFlag = z.infer<typeof evaluatedFlagSchema>;
/** Clients may add what the server cannot know; what it knows, it takes from the call. */
const evaluation = z.object({ context: z.looseObject({ service: z.string().max(64).optional() }).optional() });

export const featureFlagRoutes = {
  evaluateFlags: route({
    service,
    method: 'POST',
    path: '/ofrep/v1/evaluate/flags',
    access: canRead,
    summary: 'Every flag for the caller (OpenFeature Remote Evaluation Protocol)',
    body: evaluation,
    response: z.object({ flags: z.array(evaluatedFlagSchema) }),
  }),
  evaluateFlag: route({
    service,
    method: 'POST',
    path: '/ofrep/v1/evaluate/flags/{key}',
    access: canRead,
    summary: 'One flag for the caller (OpenFeature Remote Evaluation Protocol)',
    params: z.object({ key: z.string().max(64) }),
    body: evaluation,
    response: evaluatedFlagSchema,
  }),
  listFlags: route({
    service,
    method: 'GET',
    path: '/api/feature-flags',
    access: onlyRoles('read', 'ROLE_SUPERADMIN', 'ROLE_SUPERUSER'),
    summary: 'Flags of the installation with their rules',
    response: z.array(flagSchema),
  }),
  updateFlag: route({
    service,
    method: 'PUT',
    path: '/api/feature-flags',
    access: onlyRoles('write', 'ROLE_SUPERADMIN'),
    summary: 'Set value and rules of a flag; without a value the product’s own holds again',
    body: z.strictObject({
      key: z.string().max(64),
      value: value.optional(),
      rules: z.array(flagRuleSchema).max(50).optional(),
    }),
    response: flagSchema,
  }),
};
