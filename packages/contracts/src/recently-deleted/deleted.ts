import { z } from 'zod';
import { idSchema, timeSchema } from '../shared.ts';

/** A deleted environment or variable that can be restored. */
export const deletedVariableItemSchema = z.object({
  itemId: idSchema,
  kind: z.enum(['environment', 'variable']),
  name: z.string(),
  scope: z.enum(['environment', 'global', 'suite']).describe('Where the variable was; of an environment: environment'),
  environmentName: z.string().nullable().describe('The environment of the variable'),
  variableCount: z.number().int(),
  deletedByName: z.string(),
  deletedAt: timeSchema,
  expiresAt: timeSchema.describe('When it is deleted for good'),
});
/** A deleted environment or variable that can be restored. */
export type DeletedVariableItem = z.infer<typeof deletedVariableItemSchema>;

/** An environment or a variable that was restored. */
export const restoredVariableItemSchema = deletedVariableItemSchema
  .pick({ itemId: true, kind: true })
  .extend({ name: z.string().describe('A name that is taken meanwhile gets a number') });
/** An environment or a variable that was restored. */
export type RestoredVariableItem = z.infer<typeof restoredVariableItemSchema>;

/** A deleted workspace that can be restored. */
export const deletedProjectSchema = z.object({
  projectId: idSchema,
  projectName: z.string(),
  deletedByName: z.string(),
  deletedAt: timeSchema,
  expiresAt: timeSchema.describe('When it is deleted for good'),
});
/** A deleted workspace that can be restored. */
export type DeletedProject = z.infer<typeof deletedProjectSchema>;
