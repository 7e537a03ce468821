import { z } from 'zod';
import {
  assertionSchema,
  authenticationSchema,
  bodySchema,
  headerSchema,
  keyValueSchema,
  urlSchema,
} from '../requests/index.ts';
import { idSchema } from '../shared.ts';

/** Kinds of monitors. */
export const monitorKinds = [
  'http',
  'soap',
  'api-script',
  'api-suite',
  'workflow',
  'tls',
  'tcp',
  'dns',
  'websocket',
  'heartbeat',
  'domain',
] as const;
/** A kind of monitor. */
export type MonitorKind = (typeof monitorKinds)[number];
/** Kinds that reference a test and follow its edits. */
export const testKinds = ['api-script', 'api-suite', 'workflow'] as const satisfies readonly MonitorKind[];

const hostSchema = z
  .string()
  .trim()
  .min(1, 'Please enter host.')
  .max(255)
  .regex(/^(\{\{[^{}]+\}\}|\[?[^\s/?#@[\]]+\]?)$/, 'Enter a host such as api.example.com, without https:// and path.');
const portSchema = z.number().int().min(1, 'A port is 1 to 65535.').max(65_535, 'A port is 1 to 65535.');
const days = (fallback: number) => z.number().int().min(0).max(3650).default(fallback);

const exchange = {
  url: urlSchema,
  headers: z.array(headerSchema).max(100).default([]),
  authentication: authenticationSchema.default({ type: 'none' }),
  followRedirects: z.boolean().default(true),
  maxRedirects: z.number().int().min(0).max(50).default(10),
  verifyCertificate: z.boolean().default(true),
  assertions: z
    .array(assertionSchema)
    .max(100)
    .default([])
    .describe('What the response must be. Without one about the status, every status below 400 is up'),
};

/** A request to send. */
export const httpDefinitionSchema = z.strictObject({
  kind: z.literal('http'),
  method: z
    .string()
    .toUpperCase()
    .regex(/^[A-Z][A-Z-]{0,19}$/, 'Use an HTTP method such as GET or POST.')
    .default('GET'),
  ...exchange,
  queryParams: z.array(keyValueSchema).max(100).default([]),
  body: bodySchema.default({ type: 'none' }),
});
/** An envelope to post. */
export const soapDefinitionSchema = z.strictObject({
  kind: z.literal('soap'),
  ...exchange,
  soapVersion: z.enum(['1.1', '1.2']).default('1.1'),
  action: z.string().max(2000).default('').describe('SOAPAction'),
  envelope: z.string().min(1, 'Please enter the SOAP envelope.').max(1_000_000),
});

const refersTo = {
  projectId: idSchema.describe('Workspace of the test; whoever saves the monitor must be able to edit there'),
};
const scriptDefinitionSchema = z.strictObject({ kind: z.literal('api-script'), ...refersTo, scriptId: idSchema });
const suiteDefinitionSchema = z.strictObject({
  kind: z.literal('api-suite'),
  ...refersTo,
  suiteId: idSchema,
  parallel: z.number().int().min(1).max(100).default(1),
});
const workflowDefinitionSchema = z.strictObject({
  kind: z.literal('workflow'),
  ...refersTo,
  flowId: idSchema,
  configurationId: idSchema.nullable().default(null),
});

const daysLeft = {
  downDays: days(0).describe('Down with so many days left or fewer'),
  warnDays: days(14).describe('Degraded with so many days left or fewer'),
};
const tlsDefinitionSchema = z.strictObject({
  kind: z.literal('tls'),
  host: hostSchema,
  port: portSchema.default(443),
  serverName: z.string().max(255).default('').describe('Name that is asked for; default: the host'),
  verifyChain: z.boolean().default(true).describe('Down where the chain is not trusted or the name is not covered'),
  ...daysLeft,
});
const tcpDefinitionSchema = z.strictObject({
  kind: z.literal('tcp'),
  host: hostSchema,
  port: portSchema,
  send: z.string().max(8192).default('').describe('Sent once connected; \\r, \\n, \\t and \\xHH are understood'),
  expect: z.string().max(8192).default('').describe('Text that the answer must contain; empty: connecting is enough'),
});

/** Types of DNS records that can be queried. */
export const dnsRecordTypes = ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'TXT', 'SRV', 'CAA', 'PTR', 'SOA'] as const;
const dnsDefinitionSchema = z.strictObject({
  kind: z.literal('dns'),
  hostName: z.string().trim().min(1, 'Please enter host name.').max(255),
  recordType: z.enum(dnsRecordTypes).default('A'),
  resolver: z
    .string()
    .trim()
    .max(255)
    .regex(/^$|^[^\s/]+$/, 'Enter the address of a name server such as 9.9.9.9 or 9.9.9.9:53.')
    .default('')
    .describe('Address of a name server, with port if it is not 53; default: that of the runner'),
  expected: z.array(z.string().min(1).max(1000)).max(50).default([]).describe('Empty: any record is enough'),
  match: z
    .enum(['any', 'all', 'exact'])
    .default('all')
    .describe('`any`: one expected record is there; `all`: all are; `exact`: all and no other'),
});
const websocketDefinitionSchema = z.strictObject({
  kind: z.literal('websocket'),
  url: z
    .string()
    .min(1, 'Please enter URL.')
    .max(8192)
    .regex(/^(wss?:\/\/[^\s/?#]+|\{\{[^{}]+\}\})/i, 'Enter a URL that begins with ws:// or wss://.'),
  headers: z.array(headerSchema).max(100).default([]),
  protocols: z.array(z.string().min(1).max(100)).max(10).default([]),
  verifyCertificate: z.boolean().default(true),
  send: z.string().max(65_536).default('').describe('Sent as a text message once open'),
  expect: z
    .string()
    .max(65_536)
    .default('')
    .describe('Text that a message must contain; empty: the handshake is enough'),
});
const heartbeatDefinitionSchema = z.strictObject({
  kind: z.literal('heartbeat'),
  graceSeconds: z
    .number()
    .int()
    .min(0)
    .max(86_400)
    .default(60)
    .describe('Down when the call is later than the interval by more'),
});
const domainDefinitionSchema = z.strictObject({
  kind: z.literal('domain'),
  domainName: z
    .string()
    .trim()
    .toLowerCase()
    .min(1, 'Please enter domain name.')
    .max(253)
    .regex(/^[^\s/:@]+\.[^\s/:@]+$/, 'Enter a domain such as example.com.'),
  ...daysLeft,
});

/** What a monitor checks, by its kind. */
export const monitorDefinitionSchema = z.discriminatedUnion('kind', [
  httpDefinitionSchema,
  soapDefinitionSchema,
  scriptDefinitionSchema,
  suiteDefinitionSchema,
  workflowDefinitionSchema,
  tlsDefinitionSchema,
  tcpDefinitionSchema,
  dnsDefinitionSchema,
  websocketDefinitionSchema,
  heartbeatDefinitionSchema,
  domainDefinitionSchema,
]);
/** What a monitor checks, by its kind. */
export type MonitorDefinition = z.infer<typeof monitorDefinitionSchema>;
/** What a monitor checks, as form input. */
export type MonitorDefinitionInput = z.input<typeof monitorDefinitionSchema>;
