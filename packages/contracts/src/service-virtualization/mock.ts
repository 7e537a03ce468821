import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema, timeSchema } from '../shared.ts';
import { service } from './service.ts';

const milliseconds = z.number().min(0).max(600_000);
/** Delay of responses whose stub defines none, in milliseconds. */
export const mockDelaySchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('fixed'), milliseconds }),
  z.strictObject({ type: z.literal('uniform'), lower: milliseconds, upper: milliseconds }),
  z.strictObject({
    type: z.literal('lognormal'),
    median: milliseconds,
    sigma: z.number().min(0).max(10),
    maxValue: milliseconds.optional(),
  }),
]);
/** Delay of responses. */
export type MockDelay = z.infer<typeof mockDelaySchema>;

/** The last part of the address of a mock: `/mock/<key>`. */
export const mockPathKeySchema = z
  .string()
  .trim()
  .regex(/^[a-z0-9](?:[a-z0-9-]{1,38}[a-z0-9])$/, 'Use 3 to 40 lower-case letters, digits and hyphens.');

/** Settings for all stubs of a mock. */
export const mockSettingsSchema = z.strictObject({
  access: z.enum(['open', 'key']).describe('key: callers send the key of the mock in the header X-Mock-Key'),
  allowedNetworks: z
    .array(z.union([z.cidrv4(), z.cidrv6()], 'Write a network such as 10.0.0.0/8.'))
    .max(100)
    .describe('Who may call, as networks (CIDR); empty: everybody'),
  isStrict: z
    .boolean()
    .describe(
      'Requests that violate the imported OpenAPI document are refused with 422, those that violate a WSDL with a SOAP fault',
    ),
  cors: z.boolean().describe('Answers browsers of other origins, and their preflights'),
  seed: z.number().int().nullable().describe('The same seed gives the same random values in the same order'),
  journalLimit: z.number().int().min(0).max(10_000).describe('Calls that are kept; 0 keeps none'),
  proxyTo: z
    .url({ protocol: /^https?$/, error: 'Give an address such as https://api.example.com.' })
    .max(2000)
    .nullable()
    .describe('Requests that no stub matches are sent on to this address'),
  delay: mockDelaySchema.nullable(),
  stateScope: z
    .string()
    .max(500)
    .describe(
      'Whose state stubs read and change: global, session, header:NAME, cookie:NAME, query:NAME, claim:NAME, or a template',
    ),
  acceptsAnyCertificate: z
    .boolean()
    .describe('Upstreams and callbacks may present certificates that nobody vouches for'),
});
/** Settings for all stubs of a mock. */
export type MockSettings = z.infer<typeof mockSettingsSchema>;

/** Ways to reach a mock; `tls` is HTTPS on the port in `port`. */
export const addressKinds = ['path', 'port', 'tls', 'host'] as const;
/** A way to reach a mock. */
export type AddressKind = (typeof addressKinds)[number];

/** The mock of a project. */
export const mockSchema = z.object({
  projectId: idSchema,
  pathKey: z.string().describe('The last part of its address'),
  isEnabled: z.boolean(),
  addresses: z.array(z.object({ kind: z.enum(addressKinds), url: z.string() })),
  port: z.number().int().nullable().describe('The port of its own'),
  ports: z
    .object({ from: z.number().int(), to: z.number().int() })
    .nullable()
    .describe('The ports that mocks of this installation may have; null: none'),
  adminUrl: z.string().describe('Where it answers the admin API of WireMock; callers send the key of the mock'),
  hasKey: z.boolean(),
  keyCreatedAt: timeSchema.nullable(),
  settings: mockSettingsSchema,
  counts: z.object({
    suites: z.number().int(),
    assets: z.number().int(),
    enabled: z.number().int(),
    calls: z.number().int().describe('Calls that the journal has'),
    unmatched: z.number().int().describe('Of these, those that nothing answered'),
  }),
  limit: z
    .object({ used: z.number().int(), most: z.number().int().nullable() })
    .describe('APIs that the plan allows, and how many assets of the organization are switched on; null: any number'),
});
/** The mock of a project. */
export type Mock = z.infer<typeof mockSchema>;

const params = z.strictObject({ id: idSchema.describe('Project') });

/** Calls on a project's mock as a whole. */
export const mockRoutes = {
  getMock: route({
    service,
    method: 'GET',
    path: '/api/mocks/{id}',
    summary: 'The mock of a project: addresses, switch, settings, counts',
    access: canRead,
    params,
    response: mockSchema,
  }),
  updateMock: route({
    service,
    method: 'PUT',
    path: '/api/mocks/{id}',
    summary: 'Change the address or the settings of a mock; what is absent stays',
    access: canWrite,
    params,
    body: z.strictObject({ pathKey: mockPathKeySchema.optional(), settings: mockSettingsSchema.partial().optional() }),
    response: mockSchema,
  }),
  toggleMock: route({
    service,
    method: 'PUT',
    path: '/api/mocks/{id}/toggle',
    summary: 'Switch a mock on or off; calls under way are still answered',
    access: canWrite,
    params,
    body: z.strictObject({ isEnabled: z.boolean() }),
    response: mockSchema,
  }),
  switchMockPort: route({
    service,
    method: 'PUT',
    path: '/api/mocks/{id}/port',
    summary: 'Give a mock a port of its own, or take it away; calls under way are still answered',
    access: canWrite,
    params,
    body: z.strictObject({ isOn: z.boolean() }),
    response: mockSchema,
  }),
  readMockAuthority: route({
    service,
    method: 'GET',
    path: '/api/mock-authority',
    summary: 'The certificate (PEM) of the authority that vouches for the ports of all mocks of this installation',
    access: canRead,
    produces: 'application/x-pem-file',
  }),
  renewMockKey: route({
    service,
    method: 'POST',
    path: '/api/mocks/{id}/key',
    summary: 'Make a new key for a mock; it is shown this once, and the one before ends',
    access: canWrite,
    params,
    body: z.strictObject({}),
    status: 201,
    response: z.object({ key: z.string() }),
  }),
  resetMock: route({
    service,
    method: 'POST',
    path: '/api/mocks/{id}/reset',
    summary: 'Set back the state, the records and the journal of a mock, as chosen',
    access: canWrite,
    params,
    body: z.strictObject({
      state: z.boolean().default(false),
      records: z.boolean().default(false),
      journal: z.boolean().default(false),
    }),
    response: okSchema,
  }),
};
