import { z } from 'zod';
import { canRead, onlyRoles, route } from '../route.ts';
import { idSchema, timeSchema } from '../shared.ts';

const service = 'feature-flags';
const flagKey = z.string().max(64);
const value = z.union([z.boolean(), z.string().trim().min(1, 'This field is required').max(255)]);

/** Name of the sign-up page: one word of its address. */
export const signUpRouteSchema = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,60}$/, 'must be one word of small letters, digits and hyphens');

/** Attributes of the targeting context that the server knows of a call. */
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
/** An attribute that a flag can depend on. */
export type TargetingAttribute = (typeof targetingAttributes)[number];

/** How a condition compares. */
export const flagOperators = ['in', 'notIn', 'startsWith', 'endsWith'] as const;

/** A condition on a call. */
export const flagConditionSchema = z.strictObject({
  attribute: z.enum(targetingAttributes),
  operator: z.enum(flagOperators),
  /** One match is enough (for `notIn`: none may match). Case-insensitive. */
  values: z.array(z.string().trim().min(1).max(320)).min(1, 'Give at least one value.').max(50),
});
export type FlagCondition = z.infer<typeof flagConditionSchema>;

/** A value, and the conditions under which it applies. */
export const flagRuleSchema = z.strictObject({
  /** All of them must be met. */
  conditions: z.array(flagConditionSchema).min(1, 'A rule needs a condition.').max(10),
  value,
});
export type FlagRule = z.infer<typeof flagRuleSchema>;

/** A flag with its rules. */
export const flagSchema = z.object({
  key: z.string(),
  description: z.string(),
  type: z.enum(['boolean', 'string']),
  /** Evaluated before sign-in: such a flag has no rules. */
  beforeSignIn: z.boolean(),
  /** The product's default. */
  defaultValue: value,
  /** Applies if no rule matches. */
  value,
  /** The first match decides. */
  rules: z.array(flagRuleSchema),
  isChanged: z.boolean(),
  updatedAt: timeSchema.nullable(),
  /** Email of the user who changed it last. */
  updatedBy: z.string().nullable(),
  /** Identifies this state; a change must name the state it replaces. Null while unchanged. */
  revision: z.string().nullable(),
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
/** Clients may add what the server can't know; everything else is taken from the call. */
const evaluation = z.object({ context: z.looseObject({ service: z.string().max(64).optional() }).optional() });

const targetingContext = z.partialRecord(z.enum(targetingAttributes), z.string().max(320));
/** What a user would get, and by which rule. */
export const flagPreviewSchema = z.object({
  value,
  reason: z.string(),
  /** Index of the deciding rule; null if there is none. */
  rule: z.number().int().nullable(),
  /** The context used for the evaluation. */
  context: targetingContext,
});
export type FlagPreview = z.infer<typeof flagPreviewSchema>;

const rules = z.array(flagRuleSchema).max(20);

export const flagRoutes = {
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
    params: z.object({ key: flagKey }),
    body: evaluation,
    response: evaluatedFlagSchema,
  }),
  listFlags: route({
    service,
    method: 'GET',
    path: '/api/feature-flags',
    access: onlyRoles('read', 'ROLE_SUPERADMIN'),
    summary: 'Flags of the installation with their rules',
    response: z.array(flagSchema),
  }),
  updateFlag: route({
    service,
    method: 'PUT',
    path: '/api/feature-flags',
    access: onlyRoles('write', 'ROLE_SUPERADMIN'),
    summary: 'Set value and rules of a flag; without both the product’s own hold again',
    body: z.strictObject({
      key: flagKey,
      /** The state to replace; if the flag has another one by now, the change is rejected. */
      revision: idSchema.nullable(),
      value: value.optional(),
      rules: rules.optional(),
    }),
    response: flagSchema,
  }),
  previewFlag: route({
    service,
    method: 'POST',
    path: '/api/feature-flags/preview',
    access: onlyRoles('read', 'ROLE_SUPERADMIN'),
    summary: 'What a user would get from a value and rules, saved or not',
    body: z.strictObject({
      key: flagKey,
      value,
      rules,
      /** Email of a user whose targeting context is used; `context` takes precedence over it. */
      login: z.string().trim().toLowerCase().max(320).optional(),
      context: targetingContext,
    }),
    response: flagPreviewSchema,
  }),
};
