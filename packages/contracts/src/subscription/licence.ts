import { z } from 'zod';
import { administrators } from '../roles.ts';
import { canRead, onlyRoles, route, whenExpired } from '../route.ts';
import { idSchema, pageOf, pageQuery, searchTerm, timeSchema } from '../shared.ts';

const service = 'subscription';
const administer = (effect: 'read' | 'write') => whenExpired(onlyRoles(effect, ...administrators));

/** A service, as licences name it. */
export const serviceStoreSchema = z.object({ uuid: z.string(), serviceName: z.string(), category: z.string() });
/** Whether a licence is valid. */
export const licenceStatuses = ['ACTIVE', 'EXPIRED'] as const;

/** A licence of a service and its holder. */
export const licenceSchema = z.object({
  uuid: z.string(),
  serviceStore: serviceStoreSchema,
  licenseStatus: z.enum(licenceStatuses),
  planType: z.string(),
  subscriptionStartDate: timeSchema,
  /** Null: without an end. */
  subscriptionEndDate: timeSchema.nullable(),
  /** Whole days until the end, rounded up, 0 after it; null without an end. */
  remainingDays: z.number().int().nullable(),
  userId: z.string().nullable(),
  login: z.string().nullable(),
  userName: z.string().nullable(),
});
export type Licence = z.infer<typeof licenceSchema>;

/** Licences of a service by state. */
export const licenceCountsSchema = z.object({
  assigned: z.number().int(),
  expired: z.number().int(),
  total: z.number().int(),
  unassigned: z.number().int(),
});
export type LicenceCounts = z.infer<typeof licenceCountsSchema>;

export const licenceRoutes = {
  countByService: route({
    service,
    method: 'GET',
    path: '/api/service-count',
    access: administer('read'),
    summary: 'Numbers of licences by service',
    response: z.array(
      licenceCountsSchema.extend({
        serviceStore: serviceStoreSchema,
        excess: z.number().int().describe('How many more are assigned than the plan includes; 0 where all is well'),
      }),
    ),
  }),
  countActiveLicences: route({
    service,
    method: 'GET',
    path: '/api/active-license-count',
    access: administer('read'),
    summary: 'Numbers of all licences of services',
    response: licenceCountsSchema,
  }),
  pageLicencesOfService: route({
    service,
    method: 'GET',
    path: '/api/license-by-service',
    access: administer('read'),
    summary: 'Licences of a service with their holders',
    query: z.strictObject({
      serviceId: idSchema,
      assigned: z.enum(['true', 'false']).optional().describe('Only those with a holder, or only the free ones'),
      ...pageQuery,
      searchTerm,
    }),
    response: pageOf(licenceSchema),
  }),
  pageUsersWithoutLicence: route({
    service,
    method: 'GET',
    path: '/api/unassigned-user-by-service',
    access: administer('read'),
    summary: 'Active users who hold no licence of a service',
    query: z.strictObject({ serviceId: idSchema, ...pageQuery, searchTerm }),
    response: pageOf(z.object({ userId: z.string(), login: z.string(), name: z.string() })),
  }),
  listLicencesOfSelectedUser: route({
    service,
    method: 'GET',
    path: '/api/license-by-selected-user',
    access: administer('read'),
    summary: 'Licences of a user of the organization',
    query: z.strictObject({ login: z.string().max(320) }),
    response: z.array(licenceSchema),
  }),
  listOwnLicences: route({
    service,
    method: 'GET',
    path: '/api/license-by-user',
    access: canRead,
    summary: 'Licences of the caller',
    response: z.array(licenceSchema),
  }),
  countExpiredLicences: route({
    service,
    method: 'GET',
    path: '/api/expired-license-count',
    access: canRead,
    summary: 'Number of expired licences of the organization',
    response: z.object({ count: z.number().int() }),
  }),
  pageExpiredLicences: route({
    service,
    method: 'GET',
    path: '/api/all-expired-license',
    access: administer('read'),
    summary: 'Expired licences of the organization',
    query: z.strictObject(pageQuery),
    response: pageOf(licenceSchema),
  }),
  assignLicence: route({
    service,
    method: 'PUT',
    path: '/api/assign-license',
    access: administer('write'),
    summary: 'Give a free licence to a user',
    query: z.strictObject({ licenseUuid: idSchema, userId: idSchema }),
    response: licenceSchema,
  }),
  unassignLicence: route({
    service,
    method: 'PUT',
    path: '/api/unassign-license',
    access: administer('write'),
    summary: 'Take a licence back from its holder',
    query: z.strictObject({ uuid: idSchema }),
    response: licenceSchema,
  }),
  countLicencesByStatus: route({
    service: 'user-management',
    method: 'GET',
    path: '/api/license-by-status',
    access: onlyRoles('read', 'ROLE_SUPERADMIN', 'ROLE_SUPERUSER'),
    summary: 'Numbers of licences by state: of the whole installation, or of one organization',
    query: z.strictObject({ organizationId: idSchema.optional() }),
    response: z.array(z.object({ licenseStatus: z.enum(licenceStatuses), count: z.number().int() })),
  }),
};
