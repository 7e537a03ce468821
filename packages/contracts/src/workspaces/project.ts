import { z } from 'zod';
import { canRead, canWrite, route, workspaceRoute } from '../route.ts';
import { idSchema, okSchema, pageOf, pageQuery, queryBoolean, searchTerm, timeSchema } from '../shared.ts';

const service = 'api-testing';

/** What a member may do in a workspace. */
export const workspaceRoleSchema = z.enum(['OWNER', 'EDITOR', 'VIEWER']);
/** What a member may do in a workspace. */
export type WorkspaceRole = z.infer<typeof workspaceRoleSchema>;

/** Name of a workspace. */
export const projectNameSchema = z
  .string()
  .trim()
  .min(1, 'Please enter project name.')
  .max(255, 'Project name cannot be above 255 characters.');

/** A workspace in a list. */
export const projectSchema = z.object({
  projectId: idSchema,
  projectName: z.string(),
  projectDescription: z.string(),
  workspaceType: z.enum(['PRIVATE', 'SHARED']),
  workspacePlan: z.enum(['FREE', 'PRO']),
  teamId: idSchema,
  /** The caller's role here. */
  role: workspaceRoleSchema,
  suiteCount: z.number().int(),
  scriptCount: z.number().int(),
  collaborations: z.array(z.object({ email: z.string(), role: workspaceRoleSchema })),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
export type Project = z.infer<typeof projectSchema>;

/** A workspace to create. */
export const createProjectSchema = z.strictObject({
  projectName: projectNameSchema,
  projectDescription: z.string().max(2000).optional(),
  workspaceType: z
    .enum(['PRIVATE', 'SHARED'])
    .optional()
    .describe('PRIVATE: its owner and the people it names. SHARED, the default: members of its team may edit it too'),
  teamId: idSchema.optional().describe('Defaults to the team of the caller'),
  serviceStoreId: z.string().optional(),
});

export const projectRoutes = {
  listProjects: route({
    service,
    method: 'GET',
    path: '/api/projects',
    summary: 'List the workspaces that the caller may open',
    access: canRead,
    query: z.strictObject({ teamId: idSchema.optional(), searchTerm, ...pageQuery }),
    response: pageOf(projectSchema),
  }),
  createProject: route({
    service,
    method: 'POST',
    path: '/api/projects',
    summary: 'Create a workspace',
    access: canWrite,
    body: createProjectSchema,
    status: 201,
    response: projectSchema,
  }),
  updateProject: workspaceRoute({
    service,
    method: 'PUT',
    path: '/api/projects',
    summary: 'Change the name, description, type or plan of a workspace',
    access: canWrite,
    body: createProjectSchema
      .omit({ teamId: true, serviceStoreId: true })
      .partial()
      .extend({
        projectId: idSchema,
        workspacePlan: z.enum(['FREE', 'PRO']).optional().describe('PRO needs a paid plan of the organization'),
      }),
    response: projectSchema,
  }),
  deleteProject: workspaceRoute({
    service,
    method: 'DELETE',
    path: '/api/project',
    summary: 'Delete a workspace with everything in it; the name confirms',
    access: canWrite,
    query: z.strictObject({
      projectId: idSchema,
      projectName: z.string(),
      restorable: queryBoolean.optional().describe('Keep it for 30 days, to restore it; API testing only'),
    }),
    response: okSchema,
  }),
  getProject: workspaceRoute({
    service,
    method: 'GET',
    path: '/api/project',
    summary: 'Read one workspace',
    access: canRead,
    query: z.strictObject({ projectId: idSchema }),
    response: projectSchema,
  }),
};
