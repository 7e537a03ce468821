import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema, pageOf, pageQuery, queryIdList, searchTerm, timeSchema } from '../shared.ts';
import { restoreInputSchema, trashDays } from '../workspaces/index.ts';

const service = 'api-testing';

/** Something that was deleted and can be restored. */
export const deletedItemSchema = z.object({
  itemId: idSchema,
  kind: z.enum(['script', 'suite', 'folder']),
  /** For a folder, its path. */
  name: z.string(),
  /** The suite that it was in, or the suite itself. */
  suiteName: z.string(),
  scriptCount: z.number().int(),
  deletedByName: z.string(),
  deletedAt: timeSchema,
  expiresAt: timeSchema.describe('When it is deleted for good'),
});
/** Something that was deleted and can be restored. */
export type DeletedItem = z.infer<typeof deletedItemSchema>;

/** Something that was restored, and where it is now. */
export const restoredItemSchema = z.object({
  itemId: idSchema,
  kind: deletedItemSchema.shape.kind,
  name: z.string().describe('A suite whose name is taken meanwhile gets a number'),
  suiteId: idSchema,
  suiteName: z.string(),
  isInNewSuite: z.boolean().describe('Its suite is gone, so that a new one of this name was made for it'),
});
/** Something that was restored, and where it is now. */
export type RestoredItem = z.infer<typeof restoredItemSchema>;

export const trashRoutes = {
  listDeleted: route({
    service,
    method: 'GET',
    path: '/api/deleted',
    summary: `Scripts, suites and folders that were deleted within ${trashDays} days, the newest first`,
    access: canRead,
    query: z.strictObject({ projectId: idSchema, searchTerm, ...pageQuery }),
    response: pageOf(deletedItemSchema),
  }),
  restoreDeleted: route({
    service,
    method: 'PUT',
    path: '/api/restore-deleted',
    summary:
      'Restore what was deleted, all or none: the named items, or everything that one click deleted (trashId). Scripts go back to their place; where their suite is gone, into a new one of its name',
    access: canWrite,
    body: restoreInputSchema,
    response: z.object({ restored: z.array(restoredItemSchema) }),
  }),
  deleteForGood: route({
    service,
    method: 'DELETE',
    path: '/api/deleted',
    summary: 'Delete for good what was deleted',
    access: canWrite,
    query: z.strictObject({ projectId: idSchema, itemIds: queryIdList }),
    response: okSchema,
  }),
};
