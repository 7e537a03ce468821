import { z } from 'zod';
import { teamSchema } from '../people.ts';
import { administrators } from '../roles.ts';
import { canRead, onlyRoles, route, whenExpired } from '../route.ts';
import { idSchema, timeSchema } from '../shared.ts';
import { licenceStatuses, serviceStoreSchema } from './licence.ts';

/** The calls of the service store belong to user-management, whose teams use the services. */
const service = 'user-management';
const administers = whenExpired(onlyRoles('write', ...administrators));

/** A service of the store. */
export const offeredServiceSchema = serviceStoreSchema.extend({
  description: z.string(),
  /** The service's path in the page; null for a separate application. */
  path: z.string().nullable(),
  /** The caller's licence; null without one. */
  licenseStatus: z.enum(licenceStatuses).nullable(),
  subscriptionEndDate: timeSchema.nullable(),
  remainingDays: z.number().int().nullable(),
  /** Whether the organization has any licences for it. */
  isSubscribed: z.boolean(),
  /** Teams that use it. */
  teamIds: z.array(z.string()),
});
export type OfferedService = z.infer<typeof offeredServiceSchema>;

/** Applications outside the product that are opened with the user's session. */
export const externalApplicationNames = ['SAP_TESTING', 'DATA_TESTING', 'ROVER_2.0'] as const;
/** An external application that is opened with the user's session. */
export const externalApplicationSchema = z.object({
  name: z.enum(externalApplicationNames),
  /** The displayed name. */
  displayName: z.string(),
  /** Groups services on screen; underscores are shown as spaces. */
  category: z.string(),
  /** The address to open; the token is only given to its origin. Null if none is configured. */
  url: z.string().nullable(),
});
export type ExternalApplication = z.infer<typeof externalApplicationSchema>;

/** Files of desktop applications: which application, for which operating system. */
export const desktopFileNames = ['BRIDGE_WINDOWS', 'BRIDGE_MACOS', 'SPY_WINDOWS'] as const;
/** A program to install locally. */
export const downloadAppSchema = z.object({
  id: z.enum(['bridge', 'spy']),
  app: z.string(),
  /** Its manufacturer. */
  brand: z.string(),
  /** Its purpose. */
  description: z.string(),
  /** The file for each operating system; null if none is configured. */
  osLink: z.array(z.object({ os: z.string(), link: z.string().nullable() })),
});
export type DownloadApp = z.infer<typeof downloadAppSchema>;

/** State carried between the screens of a selected service. */
export const serviceContextSchema = z.object({
  serviceId: z.string(),
  serviceUuId: z.string(),
  serviceName: z.string(),
  teamUuid: z.string(),
  teamName: z.string(),
});

export const serviceStoreRoutes = {
  listServices: route({
    service,
    method: 'GET',
    path: '/api/service-stores',
    access: canRead,
    summary: 'Services of the product with the licence of the caller',
    response: z.array(offeredServiceSchema),
  }),
  listExternalApplications: route({
    service,
    method: 'GET',
    path: '/api/external-applications',
    access: canRead,
    summary: 'Applications beside the product, with their addresses where this installation knows them',
    response: z.array(externalApplicationSchema),
  }),
  getOutsideLinks: route({
    service,
    method: 'GET',
    path: '/api/outside-links',
    access: canRead,
    summary: 'Insights dashboard and desktop applications, with their addresses where this installation knows them',
    response: z.object({ insightDashboard: z.string().nullable(), downloads: z.array(downloadAppSchema) }),
  }),
  getService: route({
    service,
    method: 'GET',
    path: '/api/service-stores/{id}',
    access: canRead,
    summary: 'One service',
    params: z.object({ id: idSchema }),
    response: offeredServiceSchema,
  }),
  addServicesToTeam: route({
    service,
    method: 'POST',
    path: '/api/add-service-store-to-team',
    access: administers,
    summary: 'Say which services a team uses',
    body: z.strictObject({ teamId: idSchema, serviceIds: z.array(idSchema).max(100) }),
    response: z.array(offeredServiceSchema),
  }),
  addService: route({
    service,
    method: 'POST',
    path: '/api/add-service',
    access: onlyRoles('write', ...administrators),
    summary: 'Give the organization the licences of its plan for a service that it has none of',
    body: z.strictObject({ serviceId: idSchema }),
    response: offeredServiceSchema,
  }),
  selectService: route({
    service,
    method: 'POST',
    path: '/api/select-service',
    access: canRead,
    summary: 'Choose a service and a team to work in; kept for the next sign-in',
    body: z.strictObject({ serviceId: idSchema, teamId: idSchema }),
    response: serviceContextSchema,
  }),
  listTeamsWithServices: route({
    service,
    method: 'GET',
    path: '/api/teams-and-service-by-user',
    access: canRead,
    summary:
      'Teams of the caller with the services that each uses; administrators may ask for any team of the organization',
    query: z.strictObject({ teamId: idSchema.optional() }),
    response: z.array(teamSchema.extend({ services: z.array(serviceStoreSchema) })),
  }),
};
