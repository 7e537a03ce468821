import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, timeSchema } from '../shared.ts';
import { locatorSchema, targetSchema } from './step.ts';

/** How certain it is which element of a page is a step's target; `gone`: none is. */
export const healingVerdicts = ['same', 'unsure', 'gone'] as const;
/** The most suspects named for an element that isn't found. */
export const maxSuspects = 5;

const shownTarget = targetSchema.omit({ fingerprint: true });

/** An element of the page that may be a step's target. */
export const suspectSchema = z.object({
  target: shownTarget.describe('With ways that find nothing else on the page'),
  probability: z.number().describe('That it is the same element, from 0 to 1'),
  evidence: z
    .array(
      z.object({
        trait: z.string().describe('Such as `text`, `role` or `id`'),
        was: z.string(),
        is: z.string(),
        likeness: z.number().describe('From 0, nothing in common, to 1, the same'),
        weight: z.number().describe('How much it speaks for the same element, or, below 0, against it'),
      }),
    )
    .describe('The traits that say most first'),
  box: z
    .object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
    .nullable()
    .describe('In CSS pixels of the page as its picture shows it; null: outside of the picture'),
});
/** An element of the page that may be a step's target. */
export type Suspect = z.infer<typeof suspectSchema>;

/** What was found instead of an element that none of its locators finds. */
export const stepHealingSchema = z.object({
  verdict: z.enum(healingVerdicts),
  isUsed: z.boolean().describe('Whether the step went on with the first suspect'),
  wanted: shownTarget.describe('What the step looked for'),
  foundBy: z
    .string()
    .nullable()
    .describe('A later locator that found another element than the one that was known; null: none found any'),
  suspects: z.array(suspectSchema).max(maxSuspects).describe('The likeliest first'),
});
/** What was found instead of an element that none of its locators finds. */
export type StepHealing = z.infer<typeof stepHealingSchema>;

/** healingTitle returns in a few words what happened to a step. */
export function healingTitle({ isUsed, foundBy }: Pick<StepHealing, 'isUsed' | 'foundBy'>): string {
  if (isUsed) return 'Healed';
  return foundBy === null ? 'Element not found' : 'Another element was found';
}

/** verdictText returns the result of looking for another element as a sentence. */
export function verdictText({ verdict, isUsed, foundBy, suspects }: Omit<StepHealing, 'wanted'>): string {
  if (isUsed) return 'The step went on with an element that is surely the same.';
  if (foundBy !== null)
    return 'The step acted on a different element than before. Another one on the page is surely the right one.';
  if (verdict === 'same') return 'An element of the page is surely the same.';
  if (verdict === 'unsure' && suspects.length === 1) return 'It may be the element below. Decide whether it is.';
  if (verdict === 'unsure' && suspects.length > 1) return 'It may be one of these elements. Decide which one.';
  return 'Nothing like it is on the page any more. It was probably removed.';
}

/** healedText returns that steps of a run continued with other elements; undefined if none did. */
export function healedText(count: number): string | undefined {
  if (count === 0) return undefined;
  const [steps, them] = count === 1 ? ['1 step was', 'it'] : [`${count} steps were`, 'them'];
  return `${steps} healed. Look at ${them} before you trust this run.`;
}

const place = z.object({ uuid: idSchema, name: z.string() });

/** What is known of a step whose element wasn't found, and the result. */
export const failedStepSchema = stepHealingSchema.extend({
  known: z
    .array(z.object({ trait: z.string(), value: z.string() }))
    .describe('What was known of the element that is looked for'),
  script: place.nullable().describe('null: it was deleted'),
  testFunction: place.nullable().describe('The function that the step lies in; null: it lies in the script itself'),
  sourceStepId: z.string(),
  state: z
    .enum(['open', 'accepted', 'changed', 'deleted'])
    .describe(
      'Of the step now: it looks for the same as in the run; somebody accepted an element for it here; it was changed in another way; it is gone',
    ),
  chosen: z
    .number()
    .int()
    .nullable()
    .describe('Number of the suspect, from 0 on, that the step looks for now; null: none of them'),
  accepted: z
    .object({ by: z.string(), at: timeSchema, steps: z.number().int().describe('How many steps were changed') })
    .nullable(),
  others: z.number().int().describe('Other steps of the same script or function that look for it in the same way'),
  mayChange: z.boolean().describe('Whether you may change the step'),
  lockedBy: z.string().nullable().describe('Who has locked the script, where that keeps you from changing it'),
});
/** What is known of a step whose element wasn't found, and the result. */
export type FailedStep = z.infer<typeof failedStepSchema>;

const ofStep = z.strictObject({ runId: idSchema, stepId: idSchema });

/** healingCalls calls of a keyword-test service on steps whose element wasn't found. */
export const healingCalls = (service: string) => ({
  getFailedStep: route({
    service,
    method: 'GET',
    path: '/api/failed-step-info',
    summary: 'What a step of a run looked for and did not find, and the elements that may be it',
    access: canRead,
    query: ofStep,
    response: failedStepSchema,
  }),
  updateFailedStep: route({
    service,
    method: 'PUT',
    path: '/api/update-failed-step',
    summary:
      'Let the step look for another element from now on: one of the suspects, or what you say. Steps of scripts are kept as a restore point first',
    access: canWrite,
    body: ofStep
      .extend({
        suspect: z
          .number()
          .int()
          .min(0)
          .max(maxSuspects - 1)
          .optional()
          .describe('Number of a suspect, from 0 on'),
        locators: z
          .array(locatorSchema)
          .min(1, 'Give at least one locator')
          .max(20)
          .optional()
          .describe('In place of a suspect; the frame stays'),
        target: targetSchema
          .refine(({ locators }) => locators.length > 0, {
            path: ['locators'],
            message: 'Give at least one locator',
          })
          .optional()
          .describe('In place of a suspect; the step keeps the name of its element'),
        everywhere: z
          .boolean()
          .default(false)
          .describe(
            'Whether the other steps of the same script or function that look for it in the same way are changed too',
          ),
      })
      .refine(
        ({ suspect, locators, target }) => [suspect, locators, target].filter((one) => one !== undefined).length === 1,
        { path: ['suspect'], message: 'Give either the number of a suspect, locators or a target' },
      ),
    response: failedStepSchema,
  }),
  undoFailedStepUpdate: route({
    service,
    method: 'DELETE',
    path: '/api/update-failed-step',
    summary: 'Let the steps that were changed for a step of a run look for what they looked for before',
    access: canWrite,
    query: ofStep,
    response: failedStepSchema,
  }),
});
