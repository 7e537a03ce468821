import { z } from 'zod';
import { cloneEventSchema } from '../clone.ts';
import { flowDetailSchema, flowDocumentSchema, flowFileSchema, missingReferenceSchema } from '../flows/index.ts';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema, pageOf, pageQuery, searchTerm, uniqueIdentifierSchema } from '../shared.ts';
import {
  chosenEntries,
  folderChangeSchema,
  folderEntrySchema,
  folderInfoSchema,
  folderNameSchema,
  folderTypeSchema,
  newFolderSchema,
  workflowNameSchema,
} from './folder.ts';

const service = 'orchestration';

/**
 * Calls of test orchestration: projects, folders and the workflows in them. The workflows themselves belong to the
 * service `workflow`.
 */
export const orchestrationRoutes = {
  listEntries: route({
    service,
    method: 'POST',
    path: '/api/folder-and-workflow-by-folder',
    summary: 'Folders and workflows in a folder, folders first; without a folder the projects that the caller may open',
    access: canRead,
    body: z.strictObject({ deepLinkId: z.string().max(40).optional(), searchTerm, ...pageQuery }),
    response: pageOf(folderEntrySchema),
  }),
  createFolder: route({
    service,
    method: 'POST',
    path: '/api/folder',
    summary: 'Create a project, or a folder in one',
    access: canWrite,
    body: newFolderSchema,
    status: 201,
    response: folderInfoSchema,
  }),
  updateFolder: route({
    service,
    method: 'PUT',
    path: '/api/folder',
    summary: 'Change the name, description, colour, icon or star of a project or folder',
    access: canWrite,
    body: folderChangeSchema,
    response: folderInfoSchema,
  }),
  getFolderInfo: route({
    service,
    method: 'GET',
    path: '/api/folder-info',
    summary: 'A project or folder by the name that addresses use',
    access: canRead,
    query: z.strictObject({ deepLinkId: z.string().max(40) }),
    response: folderInfoSchema,
  }),
  getFolder: route({
    service,
    method: 'GET',
    path: '/api/folder',
    summary: 'A project or folder by its id',
    access: canRead,
    query: z.strictObject({ folderUuid: idSchema }),
    response: folderInfoSchema,
  }),
  getPlace: route({
    service,
    method: 'GET',
    path: '/api/workflow-place',
    summary: 'The folder that a workflow lies in',
    access: canRead,
    query: z.strictObject({ workflowId: idSchema }),
    response: folderInfoSchema,
  }),
  listRecent: route({
    service,
    method: 'POST',
    path: '/api/recent-folders-workflows-by-team',
    summary: 'Projects, folders and workflows that the caller opened last, the latest first',
    access: canRead,
    body: z.strictObject({
      teamId: idSchema.optional(),
      size: z.number().int().min(1).max(50).default(10),
    }),
    response: z.object({ content: z.array(folderEntrySchema) }),
  }),
  starFolder: route({
    service,
    method: 'PUT',
    path: '/api/star-folder',
    summary: 'Put a star on a project or folder for the caller, or take it away',
    access: canRead,
    body: z.strictObject({ folderUuid: idSchema, isStarred: z.boolean() }),
    response: okSchema,
  }),
  starWorkflow: route({
    service,
    method: 'PUT',
    path: '/api/star-workflow',
    summary: 'Put a star on a workflow for the caller, or take it away',
    access: canRead,
    body: z.strictObject({ workflowId: idSchema, isStarred: z.boolean() }),
    response: okSchema,
  }),
  createWorkflow: route({
    service,
    method: 'POST',
    path: '/api/workflow',
    summary: 'Create a workflow in a folder; without a document it has only a start',
    access: canWrite,
    body: z.strictObject({
      folderUuid: idSchema,
      name: workflowNameSchema,
      description: z.string().max(10_000).optional(),
      document: flowDocumentSchema.optional(),
    }),
    status: 201,
    response: flowDetailSchema,
  }),
  importWorkflow: route({
    service,
    method: 'POST',
    path: '/api/import-workflow',
    summary:
      'Make a workflow in a folder from a file. What it refers to is found by name; what is not found is answered in `missing`',
    access: canWrite,
    body: z.strictObject({ folderUuid: idSchema, name: workflowNameSchema.optional(), file: flowFileSchema }),
    status: 201,
    response: flowDetailSchema.extend({ missing: z.array(missingReferenceSchema) }),
  }),
  deleteEntries: route({
    service,
    method: 'POST',
    path: '/api/delete-folders-workflows',
    summary:
      'Delete projects, folders with all that lies in them, and workflows; their runs stay, except those of projects',
    access: canWrite,
    body: z.strictObject({
      ...chosenEntries,
      restorable: z.boolean().optional().describe('Keep projects for 30 days, to restore them'),
    }),
    response: okSchema,
  }),
  cloneEntry: route({
    service,
    method: 'POST',
    path: '/api/clone-folder-by-uuid',
    summary:
      'Copy a project, a folder with all that lies in it, or a workflow, under a free name. Answers at once; the clone stream says how far it is',
    access: canWrite,
    body: z.strictObject({
      uuid: idSchema,
      folderType: folderTypeSchema,
      name: folderNameSchema.optional(),
      uniqueIdentifier: uniqueIdentifierSchema.optional(),
    }),
    status: 202,
    response: cloneEventSchema.extend({ message: z.string() }),
  }),
  moveEntries: route({
    service,
    method: 'POST',
    path: '/api/move-folders-workflows',
    summary: 'Move folders and workflows to another folder of their project',
    access: canWrite,
    body: z.strictObject({ ...chosenEntries, targetFolderUuid: idSchema }),
    response: okSchema,
  }),
};
