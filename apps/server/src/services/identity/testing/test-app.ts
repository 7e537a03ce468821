import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '@touchstone/kernel';
import { createTestDatabase, freePort } from '@touchstone/testing';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { inject } from 'vitest';
import { settings as platformSettings, readConfig } from '../../../platform/config.ts';
import { createRegistrar } from '../../../platform/http/registrar.ts';
import { createHttpServer } from '../../../platform/http/server.ts';
import { createLog, createPlatform, type Platform } from '../../../platform/platform.ts';
import { type Addition, fillSlots, type SlotUser } from '../../../platform/slots.ts';
import { createUserManagement, type UserManagement } from '../../user-management/index.ts';
import { checkIdentityConfig, type IdentityConfig, identitySettings } from '../config.ts';
import { createIdentity, type Identity } from '../index.ts';

export interface TestApp {
  url: string;
  platform: Platform;
  users: UserManagement;
  identity: Identity;
  http: FastifyInstance;
  /** Adds to user-management what another service would. */
  add(addition: Addition): void;
  /** Runs the clean-up job now. */
  purge(): Promise<void>;
  /** Another process on the same database. */
  startSibling(): Promise<TestApp>;
  stop(): Promise<void>;
}

/** startTestApp runs identity and user-management as the product does: a listening server on a fresh, real database. */
export async function startTestApp(
  options: {
    clock?: Clock;
    publicUrl?: string;
    trustProxy?: boolean;
    port?: number;
    env?: Record<string, string>;
  } = {},
): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'touchstone-identity-'));
  const database = await createTestDatabase(inject('postgresUrl'));
  const app = await startProcess({ ...options, dataDir, databaseUrl: database.url });
  return {
    ...app,
    async stop() {
      await app.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

interface ProcessOptions {
  clock?: Clock;
  publicUrl?: string;
  trustProxy?: boolean;
  port?: number;
  env?: Record<string, string>;
  dataDir: string;
  databaseUrl: string;
}

async function startProcess(options: ProcessOptions): Promise<TestApp> {
  const { dataDir, databaseUrl, clock } = options;
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const publicUrl = options.publicUrl ?? url;
  const settings = {
    TOUCHSTONE_DATA_DIR: dataDir,
    PUBLIC_URL: publicUrl,
    TRUST_PROXY: String(options.trustProxy ?? false),
    LOG_LEVEL: 'silent',
    OVERLOAD_DELAY_MS: '0',
    ...options.env,
  };
  const config = readConfig(settings, { ...platformSettings, ...identitySettings }, [checkIdentityConfig]);
  const platform = await createPlatform({ config, databaseUrl, log: createLog(config), ...(clock && { clock }) });
  const handlers = recordJobs(platform);
  const userManagement = createUserManagement(platform);
  const users = userManagement.door;
  const parts = createIdentity({ platform, users, config: config.ofServices as IdentityConfig });
  const identity = parts.door;
  fillSlots(
    new Map<string, SlotUser>([
      ['user-management', userManagement],
      ['identity', parts],
    ]),
  );
  const http = await createHttpServer(platform);
  const registrar = createRegistrar(http, identity.authenticate, users.visitOrganization);
  for (const service of [userManagement, parts]) {
    service.routes?.(registrar);
    await service.http?.(http);
  }
  await http.listen({ host: '127.0.0.1', port });
  return {
    url,
    platform,
    users,
    identity,
    http,
    add: (addition) =>
      fillSlots(
        new Map<string, SlotUser>([
          ['user-management', { takes: userManagement.takes ?? [] }],
          ['another', { adds: [addition] }],
        ]),
      ),
    purge: async () => handlers.get('identity.purge')?.(),
    startSibling: () => startProcess({ ...options, publicUrl, port: undefined }),
    async stop() {
      await http.close();
      await platform.close();
    },
  };
}

/** The queue itself isn't started: a test calls a job's handler by its name. */
function recordJobs(platform: Platform): Map<string, () => Promise<void>> {
  const handlers = new Map<string, () => Promise<void>>();
  const { jobs } = platform;
  const handle: typeof jobs.handle = (name, work) => {
    handlers.set(name, () => work({} as never));
    jobs.handle(name, work);
  };
  platform.jobs = { ...jobs, handle };
  return handlers;
}

/** addUser creates an organization with one user who has a password. */
export async function addUser(
  app: TestApp,
  input: { email: string; password: string; role?: 'ROLE_ADMIN' | 'ROLE_GUEST' },
): Promise<{ organizationId: string; userId: string; teamId: string }> {
  const made = await app.users.createOrganization({
    organizationName: 'Analytical Engines',
    plan: 'PRO',
    admin: { email: input.email, firstName: 'Ada', lastName: 'Lovelace', role: input.role ?? 'ROLE_ADMIN' },
    teamName: 'Team One',
  });
  await app.identity.setPassword(made.userId, input.password);
  return made;
}

/** query queries the database directly, bypassing the API. */
export async function query<T extends pg.QueryResultRow>(app: TestApp, text: string, values: unknown[] = []) {
  const result = await app.platform.database.pool.query<T>(text, values);
  return result.rows;
}

/** mailsTo returns the mails of one recipient, newest first. */
export async function mailsTo(app: TestApp, recipient: string) {
  return (await app.platform.mailer.list(500)).filter((mail) => mail.recipient === recipient);
}
