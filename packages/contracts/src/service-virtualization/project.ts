import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema, pageOf, pageQuery, searchTerm } from '../shared.ts';
import { createProjectSchema, projectSchema } from '../workspaces/index.ts';
import { service } from './service.ts';

/** A project of service virtualization: a workspace with one mock. */
export const virtualizationProjectSchema = projectSchema.omit({ scriptCount: true }).extend({
  assetCount: z.number().int(),
  enabledCount: z.number().int().describe('Assets that answer: they and the suites around them are switched on'),
  isEnabled: z.boolean().describe('Whether the mock answers'),
  address: z.string().describe('Where the mock answers'),
});
/** A project of service virtualization. */
export type VirtualizationProject = z.infer<typeof virtualizationProjectSchema>;

/** Calls on projects of service virtualization; members, environments and databases are those of every workspace. */
export const virtualizationProjectRoutes = {
  listVirtualizationProjects: route({
    service,
    method: 'GET',
    path: '/api/projects/all/{id}',
    summary: 'Projects of a team that the caller may open',
    access: canRead,
    params: z.strictObject({ id: idSchema.describe('Team') }),
    query: z.strictObject({ searchTerm, ...pageQuery }),
    response: pageOf(virtualizationProjectSchema),
  }),
  createVirtualizationProject: route({
    service,
    method: 'POST',
    path: '/api/projects',
    summary: 'Create a project with a first suite',
    access: canWrite,
    body: createProjectSchema,
    status: 201,
    response: virtualizationProjectSchema,
  }),
  updateVirtualizationProject: route({
    service,
    method: 'PUT',
    path: '/api/projects',
    summary: 'Change the name, description or type of a project',
    access: canWrite,
    body: createProjectSchema
      .omit({ teamId: true, serviceStoreId: true })
      .partial()
      .extend({ projectId: idSchema, workspacePlan: z.enum(['FREE', 'PRO']).optional() }),
    response: virtualizationProjectSchema,
  }),
  getVirtualizationProject: route({
    service,
    method: 'GET',
    path: '/api/projects/{id}',
    summary: 'One project',
    access: canRead,
    params: z.strictObject({ id: idSchema }),
    response: virtualizationProjectSchema,
  }),
  deleteVirtualizationProject: route({
    service,
    method: 'PUT',
    path: '/api/projects/{id}',
    summary: 'Delete a project with everything in it; the name confirms',
    access: canWrite,
    params: z.strictObject({ id: idSchema }),
    body: z.strictObject({
      projectName: z.string(),
      restorable: z.boolean().optional().describe('Keep it for 30 days, to restore it'),
    }),
    response: okSchema,
  }),
};
