import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema, pageOf, pageQuery, timeSchema } from '../shared.ts';
import { cronSchema, timezoneNameSchema } from './schedule.ts';

const service = 'api-monitoring';

/** When a maintenance window applies: once, or repeatedly from the times of a cron expression. */
export const windowTimeSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('once'), startsAt: timeSchema, endsAt: timeSchema }),
  z.strictObject({
    type: z.literal('recurring'),
    cron: cronSchema.describe('When it begins'),
    timezone: timezoneNameSchema,
    durationMinutes: z
      .number()
      .int()
      .min(1)
      .max(10_080)
      .describe('In elapsed time: a change of the clocks moves its end on the wall clock'),
    startsAt: timeSchema.nullable().default(null).describe('Not before'),
    endsAt: timeSchema.nullable().default(null).describe('Not after'),
  }),
]);
/** When a maintenance window applies. */
export type WindowTime = z.infer<typeof windowTimeSchema>;

const fields = {
  title: z.string().trim().min(1, 'Please enter title.').max(255),
  description: z.string().max(10_000),
  time: windowTimeSchema,
  collectionIds: z.array(idSchema).max(200).describe('With all monitored APIs in them'),
  monitorIds: z.array(idSchema).max(500),
};

/** A maintenance window. Without collections and monitored APIs, it applies to the entire project. */
export const maintenanceWindowSchema = z.object({
  windowId: idSchema,
  projectId: idSchema,
  ...fields,
  isActive: z.boolean(),
  currentEndsAt: timeSchema.nullable().describe('Of the window that is now'),
  nextStartsAt: timeSchema.nullable(),
  createdByName: z.string(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
/** A maintenance window. */
export type MaintenanceWindow = z.infer<typeof maintenanceWindowSchema>;

const idParams = z.strictObject({ id: idSchema });

/** Calls on maintenance windows. */
export const maintenanceRoutes = {
  listWindows: route({
    service,
    method: 'GET',
    path: '/api/maintenance-windows',
    summary: 'Maintenance windows of a project: those that are now, then those to come, then past ones',
    access: canRead,
    query: z.strictObject({ projectId: idSchema, ...pageQuery }),
    response: pageOf(maintenanceWindowSchema),
  }),
  createWindow: route({
    service,
    method: 'POST',
    path: '/api/maintenance-windows',
    summary: 'Plan a maintenance window: checks go on, are marked, and do not alert',
    access: canWrite,
    body: z.strictObject({
      projectId: idSchema,
      ...fields,
      description: fields.description.default(''),
      collectionIds: fields.collectionIds.default([]),
      monitorIds: fields.monitorIds.default([]),
    }),
    status: 201,
    response: maintenanceWindowSchema,
  }),
  updateWindow: route({
    service,
    method: 'PUT',
    path: '/api/maintenance-windows/{id}',
    summary: 'Change a maintenance window',
    access: canWrite,
    params: idParams,
    body: z.strictObject(fields).partial(),
    response: maintenanceWindowSchema,
  }),
  endWindow: route({
    service,
    method: 'POST',
    path: '/api/maintenance-windows/{id}/end',
    summary: 'End the window that is now, before its time',
    access: canWrite,
    params: idParams,
    response: maintenanceWindowSchema,
  }),
  deleteWindow: route({
    service,
    method: 'DELETE',
    path: '/api/maintenance-windows/{id}',
    summary: 'Delete a maintenance window',
    access: canWrite,
    params: idParams,
    response: okSchema,
  }),
};
