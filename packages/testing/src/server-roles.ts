import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@touchstone/contracts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { createTestDatabase } from './test-database.ts';
import { freePort, testPassword } from './test-server.ts';

/** An API process and runners as separate processes, on one database. */
export interface ServerRoles {
  client: Client;
  databaseUrl: string;
  /** The API process that was started last. */
  api(): ServerProcess;
  /** Starts the API again after its end, at the same address. */
  startApi(): Promise<ServerProcess>;
  /** Starts a runner; `settings` add to its environment, such as its region. */
  startRunner(settings?: Record<string, string>): Promise<ServerProcess>;
  close(): Promise<void>;
}

/** startServerRoles starts the API; tests start, and kill, runners on demand. `settings` add to the environment. */
export async function startServerRoles(
  postgresUrl: string,
  settings: Record<string, string> = {},
): Promise<ServerRoles> {
  const database = await createTestDatabase(postgresUrl);
  const dataDir = await mkdtemp(join(tmpdir(), 'touchstone-roles-'));
  const port = await freePort();
  const started: ServerProcess[] = [];
  const env = {
    DATABASE_URL: database.url,
    DATABASE_POOL: '8',
    RUNNER_DRAIN_SECONDS: '0',
    TOUCHSTONE_DATA_DIR: dataDir,
    TOUCHSTONE_ADMIN_EMAIL: 'admin@example.test',
    TOUCHSTONE_ADMIN_PASSWORD: testPassword,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    ...settings,
  };
  const start = async (roles: string, own: Record<string, string> = {}) => {
    const process = startServerProcess({ ...env, TOUCHSTONE_ROLES: roles, ...own });
    started.push(process);
    await process.until(/is ready/);
    return process;
  };
  let api: ServerProcess;
  const startApi = async (): Promise<ServerProcess> => {
    api = await start('api,scheduler');
    return api;
  };

  await startApi();
  const form = new URLSearchParams({ grant_type: 'password', username: 'admin@example.test', password: testPassword });
  const signIn = async () => {
    const answer = await fetch(`${env.PUBLIC_URL}/services/identity/token`, { method: 'POST', body: form });
    return ((await answer.json()) as { access_token?: string }).access_token;
  };
  let token = await signIn();
  if (!token) throw new Error('The api gave no token.');
  // A token is valid for some minutes; a long measurement takes longer. While the API is down, the last one is kept.
  let renewal: NodeJS.Timeout;
  const renewIn = (ms: number) => {
    renewal = setTimeout(() => {
      const later = (next?: string) => {
        token = next ?? token;
        if (!isClosed) renewIn(next ? 60_000 : 1000);
      };
      signIn().then(later, () => later());
    }, ms);
  };
  let isClosed = false;
  renewIn(60_000);
  const client = createClient({ baseUrl: env.PUBLIC_URL, headers: () => ({ Authorization: `Bearer ${token}` }) });
  return {
    client,
    databaseUrl: database.url,
    api: () => api,
    startApi,
    startRunner: (own) => start('runner', own),
    async close() {
      isClosed = true;
      clearTimeout(renewal);
      await Promise.all(started.map((process) => process.kill('SIGKILL')));
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
