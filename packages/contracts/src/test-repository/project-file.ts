import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema, searchTerm, timeSchema } from '../shared.ts';

/** Maximum size of a project's file, in bytes. */
export const maxFileBytes = 5 * 1024 * 1024;

/** A file of a project, which steps select by name for file inputs. */
export const projectFileSchema = z.object({
  uuid: idSchema,
  projectUUID: idSchema,
  fileName: z.string(),
  contentType: z.string(),
  sizeBytes: z.number().int(),
  createdBy: z.string(),
  createdDate: timeSchema,
});
/** A file of a project. */
export type ProjectFile = z.infer<typeof projectFileSchema>;

const named = {
  projectUUID: idSchema,
  fileName: z
    .string()
    .trim()
    .min(1, 'Please choose a file')
    .max(255, 'File name should not be above 255 characters')
    .regex(/^[^\\/\u0000-\u001f"]+$/, 'Invalid character'),
  contentType: z
    .string()
    .max(100)
    .regex(/^[\w.+-]+\/[\w.+-]+$/, 'Give a media type such as image/png')
    .default('application/octet-stream'),
};

/** projectFileCalls calls on project files of a keyword-test service. */
export const projectFileCalls = (service: string) => ({
  listProjectFiles: route({
    service,
    method: 'GET',
    path: '/api/project-files',
    summary: 'Files of a project by name',
    access: canRead,
    query: z.strictObject({ projectUUID: idSchema, searchTerm }),
    response: z.object({ files: z.array(projectFileSchema) }),
  }),
  saveProjectFile: route({
    service,
    method: 'POST',
    path: '/api/project-files',
    summary: 'Keep a file with a project; one of the same name is replaced',
    access: canWrite,
    body: z.strictObject({
      ...named,
      content: z.base64('Give the content in base 64').max(Math.ceil(maxFileBytes / 3) * 4, 'A file has at most 5 MB'),
    }),
    status: 201,
    response: projectFileSchema,
  }),
  presignProjectFile: route({
    service,
    method: 'POST',
    path: '/api/project-files/presign',
    summary:
      'An address that takes the content of a file for ten minutes without sign-in; a file of the same name is replaced',
    access: canWrite,
    body: z.strictObject({
      ...named,
      sizeBytes: z.number().int().min(1, 'The file is empty').max(maxFileBytes, 'A file has at most 5 MB'),
    }),
    status: 201,
    response: z.object({
      uploadUrl: z.string().describe('Send the content there with the method PUT; it answers 201 with the file'),
      method: z.literal('PUT'),
      headers: z.record(z.string(), z.string()),
      expiresAt: timeSchema,
    }),
  }),
  downloadProjectFile: route({
    service,
    method: 'GET',
    path: '/api/project-files/{id}/content',
    summary: 'The content of a file of a project',
    access: canRead,
    params: z.strictObject({ id: idSchema }),
    produces: 'application/octet-stream',
  }),
  deleteProjectFile: route({
    service,
    method: 'DELETE',
    path: '/api/project-files/{id}',
    summary: 'Delete a file of a project',
    access: canWrite,
    params: z.strictObject({ id: idSchema }),
    response: okSchema,
  }),
});
