import { z } from 'zod';
import { administrators } from '../roles.ts';
import { canRead, onlyRoles, route, whenExpired } from '../route.ts';
import { idSchema, okSchema, timeSchema } from '../shared.ts';

const service = 'subscription';
const administer = (effect: 'read' | 'write') => whenExpired(onlyRoles(effect, ...administrators));
const kinds = ['BROWSER', 'DEVICE'] as const;

/** A licence of a browser or device dedicated to an organization. */
export const infrastructureLicenceSchema = z.object({
  uuid: z.string(),
  kind: z.enum(kinds),
  /** Name of the browser, or model of the device. */
  name: z.string(),
  operatingSystem: z.string(),
  subscriptionType: z.enum(['DEDICATED', 'SHARED']),
  subscriptionStatus: z.enum(['PENDING', 'ACTIVE', 'EXPIRED', 'CANCELLED']),
  subscriptionEndDate: timeSchema,
  teamId: z.string().nullable(),
  /** Repeats `teamId` for clients that read that name. */
  teamUuid: z.string().nullable(),
});
/** A browser or device that a team has licensed. */
export type InfrastructureLicence = z.infer<typeof infrastructureLicenceSchema>;
const licences = z.array(infrastructureLicenceSchema);

/** A browser that can be licensed. */
export const offeredBrowserSchema = z.object({
  browserName: z.string(),
  version: z.string(),
  operatingSystem: z.string(),
});
const teamParams = z.object({ teamId: idSchema });

const byUuid = (path: string, summary: string) =>
  route({
    service,
    method: 'PUT',
    path,
    access: administer('write'),
    summary,
    query: z.strictObject({ uuid: idSchema }),
    response: infrastructureLicenceSchema,
  });
const assigning = (path: string, summary: string) =>
  route({
    service,
    method: 'PUT',
    path,
    access: administer('write'),
    summary,
    query: z.strictObject({ uuid: idSchema, teamId: idSchema }),
    response: infrastructureLicenceSchema,
  });
const listing = (path: string, summary: string, from: string = service) =>
  route({ service: from, method: 'GET', path, access: canRead, summary, response: licences });

export const infrastructureRoutes = {
  listBrowserSubscriptions: route({
    service,
    method: 'GET',
    path: '/api/browser-subscriptions/{teamId}',
    access: canRead,
    summary: 'Browser licences of a team',
    params: teamParams,
    response: licences,
  }),
  listActiveBrowserSubscriptions: route({
    service,
    method: 'GET',
    path: '/api/active-browser-subscriptions/{teamId}',
    access: canRead,
    summary: 'Browser licences of a team that hold at present',
    params: teamParams,
    response: licences,
  }),
  addBrowserSubscriptions: route({
    service,
    method: 'POST',
    path: '/api/browser-subscriptions',
    access: administer('write'),
    summary: 'Order licences of a browser that a connected runner offers; they hold once the invoice is paid',
    body: z.strictObject({
      browserName: z.string().min(1).max(100),
      operatingSystem: z.string().min(1).max(100),
      count: z.number().int().min(1).max(100).default(1),
      months: z.number().int().min(1).max(36).default(1),
      teamId: idSchema.optional(),
    }),
    status: 201,
    response: z.object({ licences, invoiceId: z.string() }),
  }),
  listDeviceSubscriptionsOfTeam: route({
    service,
    method: 'GET',
    path: '/api/device-subscriptions-by-teamId',
    access: canRead,
    summary: 'Device licences of a team',
    query: z.strictObject({ teamId: idSchema }),
    response: licences,
  }),
  listDeviceSubscriptions: listing('/api/device-subscriptions', 'Device licences of the organization'),
  listBrowserLicences: listing('/api/browser-license', 'Browser licences of the organization'),
  listDedicatedBrowsers: listing('/api/dedicated-browser', 'Browsers dedicated to the organization', 'user-management'),
  listDedicatedDevices: listing('/api/dedicated-device', 'Devices dedicated to the organization', 'user-management'),
  listActiveSharedDevices: listing('/api/all-active-shared-devices', 'Shared devices that can be used at present'),
  listActiveBrowsers: route({
    service,
    method: 'GET',
    path: '/api/active-browsers',
    access: canRead,
    summary: 'Browsers that connected runners offer',
    response: z.array(offeredBrowserSchema),
  }),
  listBrowserVersions: route({
    service,
    method: 'GET',
    path: '/api/browser-version-list',
    access: canRead,
    summary: 'Versions of the browsers that connected runners offer',
    response: z.array(z.object({ browserName: z.string(), versions: z.array(z.string()) })),
  }),
  listBrowsersByOperatingSystem: route({
    service,
    method: 'GET',
    path: '/api/browsers-by-os',
    access: canRead,
    summary: 'Browsers that connected runners offer on an operating system',
    query: z.strictObject({ operatingSystem: z.string().max(100) }),
    response: z.array(offeredBrowserSchema),
  }),
  getSharedConcurrencyLimit: route({
    service,
    method: 'GET',
    path: '/api/shared-concurrency-limit',
    access: canRead,
    summary: 'How many shared browsers and devices may be used at once; null: no limit',
    response: z.object({ browser: z.number().int().nullable(), device: z.number().int().nullable() }),
  }),
  cancelSubscription: route({
    service,
    method: 'DELETE',
    path: '/api/cancel-subscriptions/{id}',
    access: administer('write'),
    summary: 'Cancel a browser or device licence',
    params: z.object({ id: idSchema }),
    response: okSchema,
  }),
  cancelConcurrency: route({
    service,
    method: 'DELETE',
    path: '/api/cancel-concurrency',
    access: administer('write'),
    summary: 'Give up the use of shared browsers or devices',
    query: z.strictObject({ type: z.enum(kinds) }),
    response: okSchema,
  }),
  assignInfrastructureLicence: assigning('/api/assign-infra-license', 'Give a browser licence to a team'),
  assignDeviceLicence: assigning('/api/assign-device-license', 'Give a device licence to a team'),
  unassignInfrastructureLicence: byUuid('/api/unassign-infra-license', 'Take a browser licence back from its team'),
  unassignDeviceLicence: byUuid('/api/unassign-device-license', 'Take a device licence back from its team'),
};
