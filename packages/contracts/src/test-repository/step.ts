import { z } from 'zod';

/** The most steps of a script or function, counting containers and their content. */
export const maxSteps = 5000;
/** Maximum size of a script's steps as JSON, in bytes. */
export const maxStepBytes = 4 * 1024 * 1024;

/** How an element is found. */
export const locatorKinds = ['role', 'testid', 'label', 'placeholder', 'text', 'css', 'xpath'] as const;

/** One way to find an element; `name` is the accessible name if `by` is `role`. */
export const locatorSchema = z.strictObject({
  by: z.enum(locatorKinds),
  value: z.string().max(10_000),
  name: z.string().max(10_000).optional(),
  exact: z.boolean().optional(),
});
/** One way to find an element. */
export type StepLocator = z.infer<typeof locatorSchema>;

/** What a step acts on. */
export const targetSchema = z.strictObject({
  name: z.string().max(500).describe('How people call the element'),
  locators: z.array(locatorSchema).max(20).describe('Tried in order; the first that finds exactly one element counts'),
  frame: z.array(locatorSchema).max(20).default([]).describe('Frames around the element, the outermost first'),
  fingerprint: z
    .record(z.string().max(100), z.unknown())
    .optional()
    .describe('What a recorder saw of the element, to find it again when locators fail'),
});
/** What a step acts on. */
export type StepTarget = z.infer<typeof targetSchema>;

const stepId = z.string().min(1).max(100).describe('Unique in the script');

/** A step of a script: a keyword, its target, its arguments, and for containers the steps in it. */
export const stepSchema = z.strictObject({
  id: stepId,
  keyword: z.string().min(1, 'Choose a keyword').max(100),
  target: targetSchema.nullable().default(null),
  args: z.record(z.string().max(100), z.string().max(100_000)).default({}).describe('By name of the parameter'),
  get steps() {
    return z.array(stepSchema).max(maxSteps).optional();
  },
  get otherwise() {
    return z.array(stepSchema).max(maxSteps).optional();
  },
  onFailure: z.enum(['stop', 'continue', 'retry']).default('stop'),
  retries: z.number().int().min(0).max(10).default(0),
  timeoutMs: z.number().int().min(1).max(3_600_000).nullable().default(null).describe('null: that of the run'),
  evidence: z.enum(['none', 'failure', 'always']).default('failure').describe('When a picture is kept'),
  comment: z.string().max(10_000).default(''),
  isEnabled: z.boolean().default(true),
});
/** A step of a script. */
export type RepositoryStep = z.infer<typeof stepSchema>;
/** A step as form input. */
export type RepositoryStepInput = z.input<typeof stepSchema>;

const maxLevels = 20;

/** Checks no deeper than allowed: input may be nested without limit. */
function isTooDeep(steps: unknown, level = 1): boolean {
  if (!Array.isArray(steps) || steps.length === 0) return false;
  if (level > maxLevels) return true;
  return steps.some((step: { steps?: unknown; otherwise?: unknown } | null) =>
    [step?.steps, step?.otherwise].some((inner) => isTooDeep(inner, level + 1)),
  );
}

/** Steps that are saved together. */
export const stepsSchema = z.preprocess(
  (value, context) => {
    if (isTooDeep(value)) {
      context.addIssue({ code: 'custom', message: `Steps lie in one another up to ${maxLevels} levels` });
      return z.NEVER;
    }
    return value;
  },
  z.array(stepSchema).max(maxSteps, `A script has at most ${maxSteps} steps`),
);
/** Ids of selected steps. */
export const stepIdsSchema = z.array(stepId).min(1, 'Choose at least one step').max(maxSteps);

/** What prevents a step from running. */
export const stepProblemSchema = z.object({
  stepId: z.string(),
  field: z
    .string()
    .describe(
      '`keyword`, `target`, `steps`, `otherwise`, `retries`, `timeoutMs`, or `args.` with the name of an argument',
    ),
  message: z.string(),
});
/** What prevents a step from running. */
export type StepProblem = z.infer<typeof stepProblemSchema>;

/** A parameter of a keyword. */
export const keywordParameterSchema = z.object({
  name: z.string(),
  label: z.string(),
  type: z.enum(['text', 'number', 'boolean', 'choice', 'milliseconds', 'url', 'code', 'query', 'variable', 'list']),
  required: z.boolean(),
  default: z.string().optional(),
  choices: z.array(z.string()).optional(),
  help: z.string().optional(),
});

/** A keyword available to steps. */
export const keywordSchema = z.object({
  id: z.string(),
  title: z.string(),
  group: z.string(),
  summary: z.string(),
  target: z.enum(['required', 'optional', 'none']),
  parameters: z.array(keywordParameterSchema),
  holds: z.enum(['branch', 'loop', 'try']).optional().describe('Steps lie in it, and how'),
});
/** A keyword available to steps. */
export type RepositoryKeyword = z.infer<typeof keywordSchema>;
