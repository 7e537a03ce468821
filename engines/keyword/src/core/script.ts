import { z } from 'zod';
import { evidenceChoices, failureActions, type KeywordFunction, locatorKinds, type Step, stepLimits } from './step.ts';

const text = z.string().max(stepLimits.argumentCharacters);
const name = z.string().max(500);

const locatorSchema = z.object({
  by: z.enum(locatorKinds),
  value: z.string().max(10_000),
  name: z.string().max(10_000).optional(),
  exact: z.boolean().optional(),
});

/** An element that a step acts on. */
export const targetSchema = z.object({
  name,
  locators: z.array(locatorSchema).max(stepLimits.locators),
  frame: z.array(locatorSchema).max(stepLimits.locators).default([]),
  fingerprint: z.record(z.string(), z.unknown()).optional(),
});

const plainStep = z.object({
  id: z.string().min(1).max(100),
  keyword: z.string().min(1).max(100),
  target: targetSchema.nullable().default(null),
  args: z.record(z.string().max(100), text).default({}),
  onFailure: z.enum(failureActions).default('stop'),
  retries: z.int().min(0).max(stepLimits.retries).default(0),
  timeoutMs: z.int().min(1).max(3_600_000).nullable().default(null),
  evidence: z.enum(evidenceChoices).default('failure'),
  comment: z.string().max(10_000).default(''),
  isEnabled: z.boolean().default(true),
});

/** Steps may be nested this many levels deep; deeper ones are a fault. */
function levels(left: number): z.ZodType<Step> {
  if (left === 0) return plainStep.strict();
  const within = z.lazy(() => z.array(levels(left - 1)).max(stepLimits.steps));
  return plainStep.extend({ steps: within.optional(), otherwise: within.optional() });
}

/** A step with its nested steps. */
export const stepSchema: z.ZodType<Step> = levels(stepLimits.levels);

/** A function that scripts share. */
export const keywordFunctionSchema: z.ZodType<KeywordFunction> = z.object({
  name: z.string().min(1).max(200),
  inputs: z.array(name).max(100).default([]),
  outputs: z.array(name).max(100).default([]),
  steps: z.array(stepSchema).max(stepLimits.steps),
});

/** An exported script: its steps, and the functions that they call. */
export interface Script {
  name: string;
  steps: Step[];
  functions: KeywordFunction[];
}

const documentSchema = z.object({
  format: z.literal('touchstone-keyword-script'),
  version: z.literal(1),
  name: z.string().max(500).default('Script'),
  steps: z.array(stepSchema).max(stepLimits.steps),
  functions: z.array(keywordFunctionSchema).max(1000).default([]),
});

/** Maximum length of a document to import, in characters. */
export const documentCharacters = 20_000_000;

/** toJson returns a script as a document that `fromJson` reads. */
export function toJson({ name: title, steps, functions }: Script): string {
  const document = { format: 'touchstone-keyword-script', version: 1, name: title, steps, functions };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** The result of reading a document: a script, or sentences that explain its problems. */
export type ReadScript = { script: Script } | { problems: string[] };

/** fromJson reads a document that `toJson` wrote; missing settings get their defaults. */
export function fromJson(document: string): ReadScript {
  if (document.length > documentCharacters) return { problems: ['The document is too long. Split the script.'] };
  let json: unknown;
  try {
    json = JSON.parse(document);
  } catch (error) {
    return { problems: [`The document is not valid JSON: ${error instanceof Error ? error.message : error}.`] };
  }
  const version = (json as { version?: unknown } | null)?.version;
  if (typeof version === 'number' && version > 1)
    return { problems: [`The document has version ${version}, which a later release wrote. Update this one first.`] };
  const read = documentSchema.safeParse(json);
  if (!read.success)
    return {
      problems: read.error.issues
        .slice(0, 100)
        .map(({ path, message }) => `${path.join('.') || 'document'}: ${message}`),
    };
  const { name: title, steps, functions } = read.data;
  return { script: { name: title, steps, functions } };
}
