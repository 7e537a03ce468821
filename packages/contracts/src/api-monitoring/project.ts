import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema, pageOf, pageQuery, searchTerm, timeSchema } from '../shared.ts';
import { createProjectSchema, projectSchema } from '../workspaces/index.ts';
import { monitorStatuses } from './monitor.ts';
import { sloPercentSchema } from './objective.ts';

const service = 'api-monitoring';

/** Number of monitors by status. */
export const statusCountsSchema = z.object({
  total: z.number().int(),
  ...(Object.fromEntries(monitorStatuses.map((status) => [status, z.number().int()])) as Record<
    (typeof monitorStatuses)[number],
    z.ZodNumber
  >),
});
/** Number of monitors by status. */
export type StatusCounts = z.infer<typeof statusCountsSchema>;

/** A monitoring project. */
export const monitoringProjectSchema = projectSchema.omit({ suiteCount: true, scriptCount: true }).extend({
  collectionCount: z.number().int(),
  monitors: statusCountsSchema,
  openIncidents: z.number().int(),
});
/** A monitoring project. */
export type MonitoringProject = z.infer<typeof monitoringProjectSchema>;

/** Calls on monitoring projects; members, environments and databases are those of every workspace. */
export const monitoringProjectRoutes = {
  listMonitoringProjects: route({
    service,
    method: 'GET',
    path: '/api/projects/all/{id}',
    summary: 'Projects of a team that the caller may open',
    access: canRead,
    params: z.strictObject({ id: idSchema.describe('Team') }),
    query: z.strictObject({ searchTerm, ...pageQuery }),
    response: pageOf(monitoringProjectSchema),
  }),
  createMonitoringProject: route({
    service,
    method: 'POST',
    path: '/api/projects',
    summary: 'Create a project with a first collection',
    access: canWrite,
    body: createProjectSchema,
    status: 201,
    response: monitoringProjectSchema,
  }),
  updateMonitoringProject: route({
    service,
    method: 'PUT',
    path: '/api/projects',
    summary: 'Change the name, description or type of a project',
    access: canWrite,
    body: createProjectSchema
      .omit({ teamId: true, serviceStoreId: true })
      .partial()
      .extend({ projectId: idSchema, workspacePlan: z.enum(['FREE', 'PRO']).optional() }),
    response: monitoringProjectSchema,
  }),
  getMonitoringProject: route({
    service,
    method: 'GET',
    path: '/api/projects/{id}',
    summary: 'One project',
    access: canRead,
    params: z.strictObject({ id: idSchema }),
    response: monitoringProjectSchema,
  }),
  deleteMonitoringProject: route({
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

/** Name of a collection. */
export const collectionNameSchema = z
  .string()
  .trim()
  .min(1, 'Please enter collection name.')
  .max(255, 'Collection name cannot be above 255 characters.');
/** A collection: a group of monitored APIs. */
export const collectionSchema = z.object({
  collectionId: idSchema,
  projectId: idSchema,
  name: z.string(),
  description: z.string(),
  sloPercent: z.number().nullable().describe('Availability that all its monitored APIs together aim at'),
  monitors: statusCountsSchema,
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
/** A collection: a group of monitored APIs. */
export type Collection = z.infer<typeof collectionSchema>;

const collectionFields = {
  name: collectionNameSchema,
  description: z.string().max(2000),
  sloPercent: sloPercentSchema.unwrap(),
};

/** Calls on collections. */
export const collectionRoutes = {
  listCollections: route({
    service,
    method: 'GET',
    path: '/api/collections/all/{id}',
    summary: 'Collections of a project, by name',
    access: canRead,
    params: z.strictObject({ id: idSchema }),
    query: z.strictObject({ searchTerm, ...pageQuery }),
    response: pageOf(collectionSchema),
  }),
  createCollection: route({
    service,
    method: 'POST',
    path: '/api/collections',
    summary: 'Create a collection',
    access: canWrite,
    body: z.strictObject({
      projectId: idSchema,
      ...collectionFields,
      description: collectionFields.description.default(''),
      sloPercent: sloPercentSchema,
    }),
    status: 201,
    response: collectionSchema,
  }),
  updateCollection: route({
    service,
    method: 'PUT',
    path: '/api/collections',
    summary: 'Change the name, description or objective of a collection',
    access: canWrite,
    body: z
      .strictObject({ collectionId: idSchema, ...collectionFields })
      .partial()
      .required({ collectionId: true }),
    response: collectionSchema,
  }),
  deleteCollection: route({
    service,
    method: 'DELETE',
    path: '/api/collections/{id}',
    summary: 'Delete a collection with its monitored APIs',
    access: canWrite,
    params: z.strictObject({ id: idSchema }),
    response: okSchema,
  }),
  deleteCollections: route({
    service,
    method: 'PUT',
    path: '/api/collections/delete',
    summary: 'Delete several collections of a project with their monitored APIs',
    access: canWrite,
    body: z.strictObject({
      projectId: idSchema,
      collectionIds: z.array(idSchema).min(1, 'Choose at least one collection.').max(500),
    }),
    response: okSchema,
  }),
};
