import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema, pageOf, pageQuery, queryIdList, searchTerm, timeSchema } from '../shared.ts';
import { environmentRoutes, variableListSchema, variableSchema, variablesInputSchema } from '../workspaces/index.ts';
import { service } from './service.ts';

/**
 * Variables of a project: stubs reference them as {{vars.NAME}}, anywhere in a stub. They are the workspace's
 * variables.
 */
export const mockVariableRoutes = {
  listVariables: route({
    service,
    method: 'GET',
    path: '/api/variables',
    summary: 'Variables of a project; secrets are empty',
    access: canRead,
    query: z.strictObject({ projectId: idSchema }),
    response: variableListSchema,
  }),
  createVariables: route({
    service,
    method: 'POST',
    path: '/api/variables',
    summary: 'Add variables to a project',
    access: canWrite,
    body: z.strictObject({ projectId: idSchema, variables: variablesInputSchema }),
    status: 201,
    response: variableListSchema,
  }),
  updateVariable: route({
    service,
    method: 'PUT',
    path: '/api/variables',
    summary: 'Change a variable; a secret keeps its value when none is sent',
    access: canWrite,
    body: environmentRoutes.updateVariable.body,
    response: variableSchema,
  }),
  deleteVariables: route({
    service,
    method: 'DELETE',
    path: '/api/deleteVariable',
    summary: 'Delete variables of a project',
    access: canWrite,
    query: z.strictObject({ variableIds: queryIdList, projectId: idSchema }),
    response: okSchema,
  }),
};

/** Name of a file, as referenced by stubs in `bodyFileName`. */
export const mockFileNameSchema = z
  .string()
  .trim()
  .min(1, 'Please enter file name.')
  .max(255)
  .regex(
    /^(?!\/)(?!.*(?:^|\/)\.\.?(?:\/|$))[^\\\u0000-\u001f]+$/,
    'A name has no backslash and no part named . or ...',
  );

/** A file that stubs respond with. */
export const mockFileSchema = z.object({
  fileId: idSchema,
  projectId: idSchema,
  fileName: z.string(),
  contentType: z.string(),
  sizeBytes: z.number().int(),
  assetCount: z.number().int().describe('Assets that name it'),
  createdAt: timeSchema,
  createdByName: z.string(),
});
/** A file that stubs respond with. */
export type MockFile = z.infer<typeof mockFileSchema>;

/** Files of a project. */
export const mockFileRoutes = {
  presignUpload: route({
    service,
    method: 'POST',
    path: '/api/files/presign',
    summary:
      'An address that takes the content of a file for ten minutes without sign-in; a file of the same name is replaced',
    access: canWrite,
    body: z.strictObject({
      projectId: idSchema,
      fileName: mockFileNameSchema,
      contentType: z.string().max(255).default('application/octet-stream'),
      sizeBytes: z.number().int().min(0),
    }),
    status: 201,
    response: z.object({
      fileId: idSchema,
      uploadUrl: z.string().describe('Send the content there with the method PUT; it answers 201 with the file'),
      method: z.literal('PUT'),
      headers: z.record(z.string(), z.string()),
      expiresAt: timeSchema,
    }),
  }),
  listMockFiles: route({
    service,
    method: 'GET',
    path: '/api/files/all/{id}',
    summary: 'Files of a project, by name',
    access: canRead,
    params: z.strictObject({ id: idSchema.describe('Project') }),
    query: z.strictObject({ searchTerm, ...pageQuery }),
    response: pageOf(mockFileSchema),
  }),
  readMockFile: route({
    service,
    method: 'GET',
    path: '/api/files/{id}/content',
    summary: 'The content of a file',
    access: canRead,
    params: z.strictObject({ id: idSchema }),
    produces: 'application/octet-stream',
  }),
  deleteMockFile: route({
    service,
    method: 'DELETE',
    path: '/api/files/{id}',
    summary: 'Delete a file',
    access: canWrite,
    params: z.strictObject({ id: idSchema }),
    response: okSchema,
  }),
};
