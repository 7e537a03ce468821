import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema, pageOf, pageQuery, searchTerm, timeSchema } from '../shared.ts';
import { descriptionOf, nameOf } from './names.ts';

/** A module: a folder of scripts. */
export const moduleSchema = z.object({
  uuid: idSchema,
  moduleName: z.string(),
  description: z.string(),
  projectUUID: idSchema,
  scriptCount: z.number().int(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
/** A module: a folder of scripts. */
export type RepositoryModule = z.infer<typeof moduleSchema>;

const name = nameOf('Module name');
const description = descriptionOf('Description');

/** moduleCalls calls on modules of a keyword-test service. */
export const moduleCalls = (service: string) => ({
  listModules: route({
    service,
    method: 'GET',
    path: '/api/get-module-repositories',
    summary: 'Modules of a project, by name',
    access: canRead,
    query: z.strictObject({ projectId: idSchema, searchTerm, ...pageQuery }),
    response: pageOf(moduleSchema),
  }),
  getModule: route({
    service,
    method: 'GET',
    path: '/api/module-repositories/{id}',
    summary: 'A module; it counts as worked on by the caller',
    access: canRead,
    params: z.strictObject({ id: idSchema }),
    response: moduleSchema,
  }),
  listRecentModules: route({
    service,
    method: 'GET',
    path: '/api/recently-worked-module-repository',
    summary: 'The last 10 modules of a project that the caller worked on, the newest first',
    access: canRead,
    query: z.strictObject({ projectUUID: idSchema }),
    response: z.array(moduleSchema.extend({ workedAt: timeSchema })),
  }),
  createModule: route({
    service,
    method: 'POST',
    path: '/api/create-module',
    summary: 'Create a module',
    access: canWrite,
    query: z.strictObject({ projectId: idSchema }),
    body: z.strictObject({ moduleName: name, description: description.default('') }),
    status: 201,
    response: moduleSchema,
  }),
  updateModule: route({
    service,
    method: 'PUT',
    path: '/api/update-module',
    summary: 'Change the name or description of a module',
    access: canWrite,
    query: z.strictObject({ projectUUID: idSchema }),
    body: z.strictObject({ uuid: idSchema, moduleName: name.optional(), description: description.optional() }),
    response: moduleSchema,
  }),
  deleteModule: route({
    service,
    method: 'DELETE',
    path: '/api/module-repositories/{id}',
    summary: 'Delete a module with its scripts',
    access: canWrite,
    params: z.strictObject({ id: idSchema }),
    response: okSchema,
  }),
});
