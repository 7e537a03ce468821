import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema, pageOf, pageQuery, queryBoolean, searchTerm, timeSchema } from '../shared.ts';
import { createProjectSchema, projectSchema, workspaceRoleSchema } from '../workspaces/index.ts';
import { descriptionOf, nameOf } from './names.ts';

/** A project of keyword tests: a workspace with modules of scripts. */
export const repositoryProjectSchema = projectSchema.omit({ suiteCount: true }).extend({
  uuid: idSchema.describe('The same as `projectId`'),
  moduleCount: z.number().int(),
});
/** A project of keyword tests. */
export type RepositoryProject = z.infer<typeof repositoryProjectSchema>;

/** A user who can open a project. */
export const repositoryMemberSchema = z.object({
  userId: idSchema,
  name: z.string(),
  email: z.string(),
  role: workspaceRoleSchema.nullable().describe('null: by the team, or as an administrator of the organization'),
});

/** projectCalls calls on projects of a keyword-test service. */
export const projectCalls = (service: string) => ({
  listTeamProjects: route({
    service,
    method: 'GET',
    path: '/api/projects-by-team-and-servicestore',
    summary: 'Projects of a team that the caller may open, by name, at most 200',
    access: canRead,
    query: z.strictObject({ teamId: idSchema.optional(), serviceStoreId: z.string().max(100).optional() }),
    response: z.array(repositoryProjectSchema),
  }),
  listProjects: route({
    service,
    method: 'GET',
    path: '/api/get-projects-by-team',
    summary: 'Projects of a team that the caller may open',
    access: canRead,
    query: z.strictObject({ teamId: idSchema.optional(), searchTerm, ...pageQuery }),
    response: pageOf(repositoryProjectSchema),
  }),
  getProject: route({
    service,
    method: 'GET',
    path: '/api/projects/{id}',
    summary: 'A project; it counts as worked on by the caller',
    access: canRead,
    params: z.strictObject({ id: idSchema }),
    response: repositoryProjectSchema,
  }),
  createProject: route({
    service,
    method: 'POST',
    path: '/api/projects',
    summary: 'Create a project',
    access: canWrite,
    body: createProjectSchema.extend({
      projectName: nameOf('Project name'),
      projectDescription: descriptionOf('Project description').optional(),
    }),
    status: 201,
    response: repositoryProjectSchema,
  }),
  updateProject: route({
    service,
    method: 'PUT',
    path: '/api/projects',
    summary: 'Change the name, description, type or plan of a project',
    access: canWrite,
    body: z.strictObject({
      projectUUID: idSchema,
      projectName: nameOf('Project name').optional(),
      projectDescription: descriptionOf('Project description').optional(),
      workspaceType: z.enum(['PRIVATE', 'SHARED']).optional(),
      workspacePlan: z.enum(['FREE', 'PRO']).optional(),
    }),
    response: repositoryProjectSchema,
  }),
  deleteProject: route({
    service,
    method: 'DELETE',
    path: '/api/projects/{id}',
    summary: 'Delete a project with everything in it; a name that is given must be the right one',
    access: canWrite,
    params: z.strictObject({ id: idSchema }),
    query: z.strictObject({
      projectName: z.string().max(255).optional(),
      restorable: queryBoolean.optional().describe('Keep it for 30 days, to restore it'),
    }),
    response: okSchema,
  }),
  listProjectMembers: route({
    service,
    method: 'GET',
    path: '/api/projectMembers',
    summary: 'Everybody who can open a project, by name, at most 1,000',
    access: canRead,
    query: z.strictObject({ projectUUID: idSchema }),
    response: z.object({ members: z.array(repositoryMemberSchema) }),
  }),
  listRecentProjects: route({
    service,
    method: 'GET',
    path: '/api/recently-worked-project',
    summary: 'The last 10 projects that the caller worked on, the newest first',
    access: canRead,
    query: z.strictObject({ teamUUID: idSchema.optional() }),
    response: z.array(repositoryProjectSchema.extend({ workedAt: timeSchema })),
  }),
});
