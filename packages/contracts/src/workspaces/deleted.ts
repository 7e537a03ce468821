import { z } from 'zod';
import { canRead, canWrite, route, workspaceRoute } from '../route.ts';
import { idSchema, okSchema, pageOf, pageQuery, queryIdList, searchTerm, timeSchema } from '../shared.ts';
import { projectSchema } from './project.ts';
import { restoreInputSchema, trashDays } from './trash.ts';

const service = 'api-testing';

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

/** Calls that show, restore and delete for good what was deleted. They are apart from the others, because few pages need them. */
export const deletedRoutes = {
  listDeletedProjects: route({
    service,
    method: 'GET',
    path: '/api/deleted-projects',
    summary: `Workspaces of the caller that were deleted within ${trashDays} days, the newest first`,
    access: canRead,
    response: z.object({ projects: z.array(deletedProjectSchema) }),
  }),
  restoreDeletedProject: route({
    service,
    method: 'PUT',
    path: '/api/restore-deleted-project',
    summary: 'Restore a workspace with everything in it; a name that is taken meanwhile gets a number',
    access: canWrite,
    body: z.strictObject({ projectId: idSchema }),
    response: projectSchema,
  }),
  deleteProjectForGood: route({
    service,
    method: 'DELETE',
    path: '/api/deleted-projects',
    summary: 'Delete a workspace for good that was deleted',
    access: canWrite,
    query: z.strictObject({ projectId: idSchema }),
    response: okSchema,
  }),
  listDeletedVariables: workspaceRoute({
    service,
    method: 'GET',
    path: '/api/deleted-variables',
    summary: `Environments and variables that were deleted within ${trashDays} days, the newest first`,
    access: canRead,
    query: z.strictObject({ projectId: idSchema, searchTerm, ...pageQuery }),
    response: pageOf(deletedVariableItemSchema),
  }),
  restoreDeletedVariables: workspaceRoute({
    service,
    method: 'PUT',
    path: '/api/restore-deleted-variables',
    summary:
      'Restore environments and variables, all or none: the named items, or everything that one click deleted (trashId). They keep their ids, so what uses them works again; a variable needs its environment',
    access: canWrite,
    body: restoreInputSchema,
    response: z.object({ restored: z.array(restoredVariableItemSchema) }),
  }),
  deleteVariablesForGood: workspaceRoute({
    service,
    method: 'DELETE',
    path: '/api/deleted-variables',
    summary: 'Delete environments and variables for good that were deleted',
    access: canWrite,
    query: z.strictObject({ projectId: idSchema, itemIds: queryIdList }),
    response: okSchema,
  }),
};
