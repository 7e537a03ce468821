import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { externalApplicationNames } from '@touchstone/contracts/subscription';
import { z } from 'zod';
import { type ConfigCheck, httpUrl, listSetting, namedUrls, type SettingList, type ValuesOf } from './settings.ts';

export const serverRoles = ['api', 'runner', 'scheduler'] as const;
export type ServerRole = (typeof serverRoles)[number];

const isBlock = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (!version || rest.length) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
};
const blocks = listSetting.pipe(
  z.array(z.string().refine(isBlock, { error: (issue) => `${String(issue.input)} is not an address or CIDR block` })),
);

/**
 * Trusting all entries of X-Forwarded-For would let clients choose their own address, so the number of proxies counts.
 */
const proxies = z
  .string()
  .regex(/^(true|false|\d)$/, 'must be true, false or the number of proxies')
  .default('false')
  .transform((text) => (text === 'true' ? 1 : text === 'false' ? 0 : Number(text)));

/** The settings of the platform. Settings used by a single service are in its `config.ts`. */
export const settings = {
  TOUCHSTONE_DATA_DIR: {
    schema: z.string().min(1).default('.touchstone'),
    help: 'Folder of the embedded database, files and keys',
  },
  HOST: {
    schema: z.string().min(1).default('127.0.0.1'),
    help: 'Address to listen on; 0.0.0.0 opens it to the network',
  },
  PORT: { schema: z.coerce.number().int().min(0).max(65535).default(7700), help: 'Port to listen on' },
  PUBLIC_URL: {
    schema: z.url({ protocol: /^https?$/ }).optional(),
    help: 'Address under which browsers reach the server; default http://localhost:PORT',
  },
  PROCESS_URL: {
    schema: httpUrl.optional(),
    help: 'Address under which other processes of the installation reach this one, for what it alone has, such as a mock or an open browser; default: http:// with HOST, or an address of this machine, and PORT or HEALTH_PORT',
  },
  DATABASE_URL: {
    schema: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    help: 'PostgreSQL 15 or newer; default: embedded',
    secret: true,
  },
  DATABASE_POOL: {
    schema: z.coerce.number().int().min(4).max(500).default(20),
    help: 'Most connections to the database of one process, with those that listen and hold locks',
  },
  DATABASE_NAMED_STATEMENTS: {
    schema: z.stringbool({ truthy: ['true'], falsy: ['false'] }).optional(),
    help: 'Let the database keep plans of frequent statements; default: true for the embedded one, false for DATABASE_URL, where a pooler may not know names',
  },
  FILES_URL: {
    schema: z.url({ protocol: /^(s3|s3\+http)$/ }).optional(),
    help: 'Object storage: s3://KEY:SECRET@HOST/BUCKET?region=REGION (s3+http:// without TLS); default: folder',
    secret: true,
  },
  SMTP_URL: {
    schema: z.url({ protocol: /^smtps?$/ }).optional(),
    help: 'Mail server; default: the local outbox',
    secret: true,
  },
  MAIL_FROM: { schema: z.string().min(3).default('Touchstone <no-reply@touchstone.local>'), help: 'Sender of mails' },
  TOUCHSTONE_ROLES: {
    schema: listSetting
      .pipe(z.array(z.enum(serverRoles)))
      .transform((roles) => (roles.length ? [...new Set(roles)] : [...serverRoles])),
    help: 'What this process does: api, runner, scheduler; default all',
  },
  HEALTH_PORT: {
    schema: z.coerce.number().int().min(0).max(65535).default(0),
    help: 'Port of health and metrics in a process without the role api, which listens on PORT; 0: a free one, printed at the start',
  },
  RUNNER_DRAIN_SECONDS: {
    schema: z.coerce.number().int().min(0).max(3600).default(10),
    help: 'How long a stopping runner lets its runs finish before it hands them over',
  },
  EXPRESSION_LIMIT_MS: {
    schema: z.coerce.number().int().min(50).max(60_000).default(2000),
    help: 'How long the assertions and data handlers of one request may be evaluated, together',
  },
  SCRIPT_LIMIT_MS: {
    schema: z.coerce.number().int().min(50).max(60_000).default(3000),
    help: 'How long one script of a request may compute',
  },
  OVERLOAD_DELAY_MS: {
    schema: z.coerce.number().int().min(0).max(60_000).default(5000),
    help: 'Delay of the event loop from which on calls are refused as overloaded; 0 refuses none',
  },
  TOUCHSTONE_SECRET_KEY: {
    schema: z
      .string()
      .regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes in base64')
      .optional(),
    help: 'Key for secrets at rest; default: a key file made at first start',
    secret: true,
  },
  EXTERNAL_APPLICATIONS: {
    schema: namedUrls(externalApplicationNames),
    help: 'Applications that the Services panel opens with the session token of the user, as NAME=URL; names: SAP_TESTING, DATA_TESTING, ROVER_2.0',
  },
  ADDRESS_POLICY: {
    schema: z.enum(['private-allowed', 'public-only']).default('private-allowed'),
    help: 'Whether tested addresses may be private or loopback',
  },
  ADDRESS_ALLOW: { schema: blocks, help: 'CIDR blocks that tests may always reach' },
  ADDRESS_DENY: { schema: blocks, help: 'CIDR blocks that tests may never reach' },
  TRUST_PROXY: {
    schema: proxies,
    help: 'Reverse proxies in front that add to X-Forwarded-For: true (one), false, or their number',
  },
  METRICS_TOKEN: {
    // What a header can carry as a bearer token: RFC 6750, section 2.1.
    schema: z
      .string()
      .regex(/^[\w.~+/-]{16,}=*$/, 'must have at least 16 letters, digits or the characters - . _ ~ + /')
      .optional(),
    help: 'Bearer token that /metrics asks for; without it there is no /metrics',
    secret: true,
  },
  UPLOAD_MB: { schema: z.coerce.number().positive().max(1024).default(50), help: 'Largest upload' },
  CURRENCY: {
    schema: z
      .string()
      .regex(/^[A-Z]{3}$/, 'must be three capital letters, such as EUR')
      .default('EUR'),
    help: 'Currency of all prices; invoices keep the one they were made with',
  },
  LOG_LEVEL: {
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    help: 'Least level of log lines',
  },
} as const satisfies SettingList;

type Settings = ValuesOf<typeof settings>;

/** Config is the validated configuration of a process. */
export interface Config extends Settings {
  dataDir: string;
  publicUrl: string;
  roles: readonly ServerRole[];
  /** Values of the services' settings. */
  ofServices: Readonly<Record<string, unknown>>;
}

/** ConfigError lists all problems of the configuration together. */
export class ConfigError extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(
      `The configuration has ${problems.length} problem${problems.length === 1 ? '' : 's'}:\n${problems.map((p) => `  - ${p}`).join('\n')}`,
    );
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * readConfig validates the environment, by default against the platform's settings only; `checks` find valid settings
 * that contradict each other. Throws `ConfigError` with all problems.
 */
export function readConfig(
  env: Record<string, string | undefined> = process.env,
  all: SettingList = settings,
  checks: readonly ConfigCheck[] = [],
): Config {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, setting] of Object.entries(all)) {
    const raw = env[name];
    const parsed = setting.schema.safeParse(raw === '' ? undefined : raw);
    if (parsed.success) values[name] = parsed.data;
    else for (const issue of parsed.error.issues) problems.push(`${name}: ${issue.message} (${setting.help})`);
  }
  const valid = values as unknown as Settings;
  const roles = (valid.TOUCHSTONE_ROLES as ServerRole[] | undefined) ?? serverRoles;
  if (roles.length < serverRoles.length && !env.DATABASE_URL)
    problems.push('DATABASE_URL: roles can only be divided over processes that share a PostgreSQL; set DATABASE_URL');
  const publicUrl = (valid.PUBLIC_URL ?? `http://localhost:${valid.PORT}`).replace(/\/$/, '');
  if (!problems.length) for (const check of checks) problems.push(...check(values as never));
  if (problems.length) throw new ConfigError(problems);
  return {
    ...valid,
    dataDir: resolve(valid.TOUCHSTONE_DATA_DIR),
    publicUrl,
    roles: valid.TOUCHSTONE_ROLES,
    ofServices: Object.fromEntries(Object.entries(values).filter(([name]) => !Object.hasOwn(settings, name))),
  };
}

/** warningsOf warnings about a valid configuration, in complete sentences. */
export function warningsOf(config: Config, env: Record<string, string | undefined> = process.env): string[] {
  const isOpen = config.roles.includes('api') && !/^(localhost|127(\.\d{1,3}){3}|::1)$/.test(config.HOST);
  if (!isOpen || env.ADDRESS_POLICY) return [];
  return [
    `HOST ${config.HOST} opens the server to the network, and its users' tests may reach private addresses of that network. Set ADDRESS_POLICY to public-only to forbid it, or to private-allowed to say that it is meant.`,
  ];
}

/**
 * describeConfig returns the output of `touchstone config`: effective values of `all` settings with their origin,
 * secrets hidden.
 */
export function describeConfig(
  config: Config,
  all: SettingList,
  env: Record<string, string | undefined> = process.env,
): string {
  const values: Record<string, unknown> = { ...config, ...config.ofServices, PUBLIC_URL: config.publicUrl };
  const rows = Object.entries(all).map(([name, setting]) => {
    const value = values[name];
    const hidden = setting.secret && value !== undefined;
    const shown = hidden
      ? '(set, hidden)'
      : value === undefined || (Array.isArray(value) && !value.length)
        ? '(not set)'
        : String(value);
    return [name, shown, env[name] ? 'environment' : 'default', setting.help] as const;
  });
  const width = (index: 0 | 1 | 2) => Math.max(...rows.map((row) => row[index].length));
  const [a, b, c] = [width(0), width(1), width(2)];
  return rows.map((row) => `${row[0].padEnd(a)}  ${row[1].padEnd(b)}  ${row[2].padEnd(c)}  ${row[3]}`).join('\n');
}
