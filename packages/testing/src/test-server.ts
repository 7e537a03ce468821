import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient, type Role } from '@touchstone/contracts';
import type { Clock } from '@touchstone/kernel';
import {
  type AnyService,
  type App,
  type Config,
  createApp,
  createLog,
  createPlatform,
  type Platform,
  readConfig,
  services,
  userManagementService,
} from '@touchstone/server';
import { createTestDatabase } from './test-database.ts';

/** Password of all test users. */
export const testPassword = 'correct horse battery staple';
/** Its argon2id hash with the lowest possible cost: the product verifies a hash with the cost in the hash. */
const testPasswordHash =
  '$argon2id$v=19$m=8,t=1,p=1$N1i1f/MGBF8CABsg9o9V0A$+Fm9W3KwRjQR7xNDbaQ46alGfcreRZWbkziT7cyelic';

/** A signed-in test user with a typed client. */
export interface TestUser {
  userId: string;
  organizationId: string;
  teamId: string;
  email: string;
  token: string;
  client: Client;
}

/** An entire server with its own database. */
export interface TestServer {
  app: App;
  platform: Platform;
  url: string;
  databaseUrl: string;
  /** Administrator of the first organization. */
  admin: TestUser;
  /** Another organization with an administrator. */
  createOrganization(options?: { plan?: 'FREE' | 'PRO' | 'ENTERPRISE' | 'EXPIRED'; role?: Role }): Promise<TestUser>;
  /** Another user in the organization and team of `colleague`; `teamIds` overrides the teams. */
  createUser(
    colleague: TestUser,
    options: { role: Role; teamIds?: string[]; firstName?: string; lastName?: string },
  ): Promise<TestUser>;
  close(): Promise<void>;
}

/** Options of a test's server. */
export interface TestServerOptions {
  postgresUrl: string;
  env?: Record<string, string>;
  clock?: Clock;
  /** Listen, and start queue and runner; default true. Otherwise, calls are injected. */
  start?: boolean;
  /** Process jobs and events if `start` is false; default false. */
  queue?: boolean;
  /** Create the first organization with the sample workspace; default false: an empty organization. */
  seed?: boolean;
  /** Services in addition to those of the product. */
  services?: readonly AnyService[];
  /**
   * Another process of this server's installation: on its database, with its keys and files. It must end before that
   * one.
   */
  beside?: TestServer;
  /** Where log lines go; without it, they are dropped unless `LOG_LEVEL` is set. */
  logTo?: { write(line: string): void };
}

/**
 * freePort returns an unused port, below the range that systems use for outgoing connections, so that it is still free
 * when a stopped server starts again.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_240, 32_000);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => resolve(true));
    });
    await new Promise((resolve) => probe.close(resolve));
    if (isFree) return port;
  }
}

/** createTestServer creates the real product on its own database. */
export async function createTestServer(options: TestServerOptions): Promise<TestServer> {
  const { beside } = options;
  const { database, dataDir, leave } = await homeOf(options);
  const port = Number(options.env?.PORT ?? (await freePort()));
  const config = testConfig({ dataDir, port, databaseUrl: database.url, env: options.env });
  const platform = await createPlatform({
    config,
    databaseUrl: database.url,
    log: createLog(config, options.logTo),
    ...(options.clock && { clock: options.clock }),
  });
  const app = await createApp(platform, [...services, ...(options.services ?? [])]);
  await app.http.ready();
  const started = options.start ?? true;
  if (started) {
    await app.http.listen({ host: '127.0.0.1', port });
    await app.start();
  } else await platform.jobs.start({ working: options.queue ?? false });
  const users = app.door(userManagementService);
  const givePassword = (userId: string) =>
    platform.database.pool.query('insert into identity.password (user_id, hash, updated_at) values ($1, $2, now())', [
      userId,
      testPasswordHash,
    ]);

  const newToken = async (email: string): Promise<string> => {
    const form = new URLSearchParams({ grant_type: 'password', username: email, password: testPassword });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await app.http.inject({
      method: 'POST',
      url: '/services/identity/token',
      headers,
      payload: form.toString(),
    });
    if (response.statusCode !== 200) throw new Error(`Sign-in of ${email} failed: ${response.body}`);
    return response.json<{ access_token: string }>().access_token;
  };
  const signIn = async (user: Omit<TestUser, 'token' | 'client'>): Promise<TestUser> => {
    const token = await newToken(user.email);
    const client = createClient({
      baseUrl: config.publicUrl,
      headers: renewed(token, () => newToken(user.email)),
      fetch: started ? fetch : injectFetch(app),
      retryDelayMs: 0,
    });
    return { ...user, token, client };
  };
  let counter = 0;
  const createOrganization: TestServer['createOrganization'] = async ({ plan = 'PRO', role = 'ROLE_ADMIN' } = {}) => {
    counter += 1;
    const email = `admin-${counter}@example.test`;
    const made = await users.createOrganization({
      organizationName: `Organization ${counter}`,
      plan,
      admin: { email, firstName: 'Ada', lastName: 'Admin', role },
      teamName: 'Team One',
    });
    await givePassword(made.userId);
    return signIn({ ...made, email });
  };
  const firstAdmin = async (): Promise<TestUser> => {
    await app.seed();
    const record = await users.findUserByEmail(String(config.ofServices.TOUCHSTONE_ADMIN_EMAIL));
    if (!record) throw new Error('The first start made no administrator.');
    const { userId, organizationId, email, teams } = record;
    return signIn({ userId, organizationId, email, teamId: teams[0]?.teamId ?? '' });
  };

  return {
    app,
    platform,
    url: config.publicUrl,
    databaseUrl: database.url,
    admin: beside?.admin ?? (options.seed ? await firstAdmin() : await createOrganization()),
    createOrganization,
    async createUser(colleague, { role, teamIds = [colleague.teamId], firstName = 'Uma', lastName = 'User' }) {
      counter += 1;
      const email = `user-${counter}@example.test`;
      const { organizationId } = colleague;
      const { userId } = await users.createUser({
        organizationId,
        email,
        firstName,
        lastName,
        role,
        teamIds,
      });
      await givePassword(userId);
      return signIn({ userId, organizationId, teamId: teamIds[0] ?? '', email });
    },
    async close() {
      await app.stop();
      await platform.close();
      await leave();
    },
  };
}

/** A token is valid for five minutes; on slow machines, a test takes longer. */
const renewAfterMs = 180_000;
function renewed(first: string, renew: () => Promise<string>) {
  let token = Promise.resolve(first);
  let sinceMs = performance.now();
  return async () => {
    if (performance.now() - sinceMs > renewAfterMs) {
      sinceMs = performance.now();
      const before = token;
      // A user who may no longer sign in keeps their token.
      token = renew().catch(() => before);
    }
    return { Authorization: `Bearer ${await token}` };
  };
}

/** Database and files of a server: its own, or those of the one that it runs beside. */
async function homeOf({ postgresUrl, beside }: TestServerOptions) {
  if (beside)
    return {
      database: { url: beside.databaseUrl },
      dataDir: beside.platform.config.dataDir,
      leave: async () => undefined,
    };
  const database = await createTestDatabase(postgresUrl);
  const dataDir = await mkdtemp(join(tmpdir(), 'touchstone-data-'));
  const leave = async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { database, dataDir, leave };
}

function testConfig(options: {
  dataDir: string;
  port: number;
  databaseUrl: string;
  env: Record<string, string> | undefined;
}): Config {
  return readConfig({
    TOUCHSTONE_DATA_DIR: options.dataDir,
    PORT: String(options.port),
    PUBLIC_URL: `http://127.0.0.1:${options.port}`,
    LOG_LEVEL: 'silent',
    // Machines that run tests may be busy with other work.
    OVERLOAD_DELAY_MS: '0',
    DATABASE_URL: options.databaseUrl,
    DATABASE_POOL: '8',
    RUNNER_DRAIN_SECONDS: '0',
    TOUCHSTONE_ADMIN_PASSWORD: testPassword,
    TOUCHSTONE_ADMIN_EMAIL: 'admin@example.test',
    ...options.env,
  });
}

/** A fetch that calls the server without a socket. */
function injectFetch(app: App): typeof fetch {
  return (async (address: string, init: RequestInit) => {
    const { pathname, search } = new URL(address);
    const payload = init.body instanceof URLSearchParams ? init.body.toString() : (init.body as string | undefined);
    const response = await app.http.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: pathname + search,
      headers: init.headers as Record<string, string>,
      ...(payload ? { payload } : {}),
    });
    const { statusCode: status, rawPayload } = response;
    return new Response(status === 204 ? null : new Uint8Array(rawPayload), {
      status,
      headers: response.headers as Record<string, string>,
    });
  }) as typeof fetch;
}
