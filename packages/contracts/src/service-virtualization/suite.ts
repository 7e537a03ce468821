import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema, timeSchema } from '../shared.ts';
import { service } from './service.ts';

/** Maximum nesting depth of suites. */
export const suiteDepth = 5;

/** Name of a suite, unique in its place. */
export const mockSuiteNameSchema = z
  .string()
  .trim()
  .min(1, 'Please enter suite name.')
  .max(255, 'Suite name cannot be above 255 characters.');

/** A suite: a folder of assets, or of further suites. */
export const mockSuiteSchema = z.object({
  suiteId: idSchema,
  projectId: idSchema,
  parentId: idSchema.nullable(),
  name: z.string(),
  description: z.string(),
  isEnabled: z.boolean(),
  isActive: z.boolean().describe('It and all suites around it are switched on'),
  assetCount: z.number().int().describe('Assets directly in it'),
  enabledCount: z.number().int().describe('Of these, those that are switched on'),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
/** A suite: a folder of assets. */
export type MockSuite = z.infer<typeof mockSuiteSchema>;

const params = z.strictObject({ id: idSchema });
const description = z.string().max(2000);

/** Calls on suites. */
export const mockSuiteRoutes = {
  listSuites: route({
    service,
    method: 'GET',
    path: '/api/suites/all/{id}',
    summary: 'Every suite of a project, by name; `parentId` makes the tree',
    access: canRead,
    params: z.strictObject({ id: idSchema.describe('Project') }),
    response: z.object({ suites: z.array(mockSuiteSchema) }),
  }),
  createSuite: route({
    service,
    method: 'POST',
    path: '/api/suites',
    summary: 'Create a suite',
    access: canWrite,
    body: z.strictObject({
      projectId: idSchema,
      parentId: idSchema.nullable().default(null),
      name: mockSuiteNameSchema,
      description: description.default(''),
    }),
    status: 201,
    response: mockSuiteSchema,
  }),
  updateSuite: route({
    service,
    method: 'PUT',
    path: '/api/suites',
    summary: 'Change the name or description of a suite',
    access: canWrite,
    body: z.strictObject({
      suiteId: idSchema,
      name: mockSuiteNameSchema.optional(),
      description: description.optional(),
    }),
    response: mockSuiteSchema,
  }),
  toggleSuite: route({
    service,
    method: 'PUT',
    path: '/api/suites/{id}/toggle',
    summary: 'Switch a suite with everything in it on or off',
    access: canWrite,
    params,
    body: z.strictObject({ isEnabled: z.boolean() }),
    response: mockSuiteSchema,
  }),
  moveSuite: route({
    service,
    method: 'PUT',
    path: '/api/suites/{id}/move',
    summary: 'Move a suite into another one of its project, or to the top',
    access: canWrite,
    params,
    body: z.strictObject({ parentId: idSchema.nullable() }),
    response: mockSuiteSchema,
  }),
  cloneSuite: route({
    service,
    method: 'POST',
    path: '/api/suites/{id}/clone',
    summary: 'Copy a suite with everything in it; the copy is switched off',
    access: canWrite,
    params,
    body: z.strictObject({ name: mockSuiteNameSchema.optional() }),
    status: 201,
    response: mockSuiteSchema,
  }),
  deleteSuite: route({
    service,
    method: 'DELETE',
    path: '/api/suites/{id}',
    summary: 'Delete a suite with everything in it',
    access: canWrite,
    params,
    response: okSchema,
  }),
};
