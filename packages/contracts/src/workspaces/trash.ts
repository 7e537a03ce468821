import { z } from 'zod';
import { idSchema } from '../shared.ts';

/** Days for which deleted items can be restored. */
export const trashDays = 30;

/** Identifies what one click deletes, so that it can be undone; the caller generates a new id each time. */
export const trashIdSchema = idSchema.optional().describe('Names what this call deletes, to restore it');

/** What to restore: the given items, or everything that one click deleted. */
export const restoreInputSchema = z
  .strictObject({
    projectId: idSchema,
    itemIds: z.array(idSchema).min(1).max(200).optional(),
    trashId: idSchema.optional(),
  })
  .refine(({ itemIds, trashId }) => (itemIds === undefined) !== (trashId === undefined), {
    message: 'Send either itemIds or trashId.',
  });
