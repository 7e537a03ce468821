import { z } from 'zod';
import { canRead, canWrite, workspaceRoute } from '../route.ts';
import { idSchema, okSchema, pageOf, pageQuery, queryIdList, searchTerm } from '../shared.ts';
import { projectSchema, restoreInputSchema, trashDays } from '../workspaces/index.ts';
import { deletedProjectSchema, deletedVariableItemSchema, restoredVariableItemSchema } from './deleted.ts';

const service = 'api-testing';

/**
 * Calls that list, restore and permanently delete workspaces, environments and variables in the trash; their addresses
 * are below API testing's.
 */
export const deletedRoutes = {
  listDeletedProjects: workspaceRoute({
    service,
    method: 'GET',
    path: '/api/deleted-projects',
    summary: `Workspaces of a service that the caller owns and that were deleted within ${trashDays} days, the newest first`,
    access: canRead,
    query: z.strictObject({
      service: z.string().max(60).default('api-testing').describe('The service that lists them among its own'),
    }),
    response: z.object({ projects: z.array(deletedProjectSchema) }),
  }),
  restoreDeletedProject: workspaceRoute({
    service,
    method: 'PUT',
    path: '/api/restore-deleted-project',
    summary: 'Restore a workspace with everything in it; a name that is taken meanwhile gets a number',
    access: canWrite,
    body: z.strictObject({ projectId: idSchema }),
    response: projectSchema,
  }),
  deleteProjectForGood: workspaceRoute({
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
