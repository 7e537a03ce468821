/**
 * The account area of a large installation: `npm run bench:accounts`. Generates 2,000 organizations with 100,000 users
 * and 5,000 teams, one of the organizations with 20,000 users, in bulk; then requests each list from the real server,
 * one call after the other and four at once.
 */

import { rm } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { serviceCatalog } from '@touchstone/contracts/subscription';
import { createTestDatabase, freePort, newDataDir, startServerProcess, startTestPostgres } from '@touchstone/testing';
import pg from 'pg';
import { amounts, statementsFor } from './accounts/data.ts';

const password = 'bench password 4711';
const login = 'admin@touchstone.local';
const targetMs = 150;
const rounds = { 1: 40, 4: 120 } as const;

interface Call {
  name: string;
  path: string;
  as: 'administrator' | 'superUser';
}
const service = serviceCatalog[0]?.uuid ?? '';
const lastPage = amounts.usersOfLargest / 20 - 1;
const users = '/services/user-management/api';
const licences = '/services/subscription';
const sorts = ['organizationName', 'createdAt', 'planExpiryDate', 'planType'] as const;
const call = (name: string, path: string, as: Call['as'] = 'administrator'): Call => ({ name, path, as });

const calls: readonly Call[] = [
  call('users, first page', `${users}/normal-users?size=20`),
  call('users, last page', `${users}/normal-users?size=20&page=${lastPage}`),
  call('users, search for one', `${users}/normal-users?size=20&searchTerm=Member%2019876`),
  call('users, search for many', `${users}/normal-users?size=20&searchTerm=ada`),
  call('users, search without a match', `${users}/normal-users?size=20&searchTerm=nobody%20at%20all`),
  call('users, guests', `${users}/normal-users?size=20&role=ROLE_GUEST`),
  call('users, deactivated', `${users}/normal-users?size=20&active=false`),
  call('names of users', `${users}/display-normal-users?size=20`),
  call('users by state', `${users}/user-count`),
  call('teams, first page', `${users}/teams-by-user?size=20`),
  call('teams, last page', `${users}/teams-by-user?size=20&page=${amounts.teamsOfLargest / 20 - 1}`),
  call('teams, search', `${users}/teams-by-user?size=20&searchTerm=Crew%209`),
  call('profile', `${users}/profile-info`),
  ...sorts.flatMap((item) =>
    (['asc', 'desc'] as const).map((sort) =>
      call(`organizations by ${item}, ${sort}`, `${users}/organization?sortItem=${item}&sort=${sort}`, 'superUser'),
    ),
  ),
  call('organizations, search', `${users}/organization?searchItem=any%20199`, 'superUser'),
  call('organizations, last page', `${users}/organization?page=199`, 'superUser'),
  call('organizations by plan', `${users}/organization-count`, 'superUser'),
  call('dashboard: at a glance', `${users}/dashboardcount`),
  call('dashboard: runs by day', `${users}/usage-metrics`),
  call('dashboard: outcomes', `${users}/common-metrics`),
  call('dashboard: services', `${users}/consolidated-metrics`),
  call('dashboard: outcomes by day', `${users}/consolidated-metrics-by-status-date?type=passed`),
  call('dashboard: waiting time', `${users}/test-execution-wait-time`),
  call('dashboard: contributions', `${users}/user-contributions`),
  call('dashboard: recent tests', `${users}/recent-tests`),
  call('user metrics, first page', `${users}/user-metrics?size=20`),
  call('user metrics, search', `${users}/user-metrics?size=20&searchTerm=Member%2019876`),
  call('service store', `${users}/service-stores`),
  call('plan', `${licences}/get-plan`),
  call('licences by service', `${licences}/api/service-count`),
  call('licences, all', `${licences}/api/active-license-count`),
  call('licences, first page', `${licences}/api/license-by-service?size=20&serviceId=${service}`),
  call('licences, last page', `${licences}/api/license-by-service?size=20&page=${lastPage - 5}&serviceId=${service}`),
  call('licences, search', `${licences}/api/license-by-service?size=20&searchTerm=Member%2019876&serviceId=${service}`),
  call('users without a licence', `${licences}/api/unassigned-user-by-service?size=20&serviceId=${service}`),
  call('ended licences', `${licences}/api/all-expired-license?size=20`),
  call('own licences', `${licences}/api/license-by-user`),
];

const percentile = (sorted: readonly number[], share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;

const postgres = await startTestPostgres();
const database = await createTestDatabase(postgres.url);
const dataDir = await newDataDir('bench-accounts');
const url = `http://127.0.0.1:${await freePort()}`;
const server = startServerProcess({
  TOUCHSTONE_DATA_DIR: dataDir,
  DATABASE_URL: database.url,
  PORT: new URL(url).port,
  PUBLIC_URL: url,
  TOUCHSTONE_ADMIN_PASSWORD: password,
});

/** Generates the data; returns the seconds it took. */
async function fill(): Promise<number> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const startedAt = performance.now();
  try {
    const { rows } = await client.query('select id, organization_id from user_management."user" where email = $1', [
      login,
    ]);
    const [admin] = rows;
    for (const statement of statementsFor({ organizationId: admin.organization_id, adminId: admin.id }))
      await client.query(statement);
    await client.query(
      `with boss as (
         insert into user_management."user" (id, organization_id, email, first_name, last_name, role)
         values (gen_random_uuid(), $1, 'super@company.test', 'Olga', 'Super', 'ROLE_SUPERADMIN') returning id
       )
       insert into identity.password (user_id, hash, updated_at) select boss.id, hash, now() from boss, identity.password where user_id = $2`,
      [admin.organization_id, admin.id],
    );
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
  return (performance.now() - startedAt) / 1000;
}

async function signIn(username: string): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'password', username, password });
  const response = await fetch(`${url}/services/identity/token`, { method: 'POST', body });
  if (!response.ok) throw new Error(`Sign-in of ${username}: ${await response.text()}`);
  return ((await response.json()) as { access_token: string }).access_token;
}

/** Milliseconds of each of `count` calls, `concurrency` of them concurrently. */
async function measure(path: string, token: string, concurrency: number, count: number): Promise<number[]> {
  const times: number[] = [];
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      const startedAt = performance.now();
      const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
      const text = await response.text();
      if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return times.sort((a, b) => a - b);
}

try {
  await server.until(/is ready/);
  const seconds = await fill();
  const { organizations, users: people, teams, usersOfLargest } = amounts;
  console.log(
    `${organizations} organizations, ${people} users (${usersOfLargest} in one), ${teams} teams in ${seconds.toFixed(0)} s`,
  );
  console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}\n`);
  console.log('| Call | p50, p95 alone (ms) | p50, p95 of four at once (ms) |\n|---|---|---|');
  const only = process.argv[2];
  const slow: string[] = [];
  for (const { name, path, as } of calls.filter((candidate) => !only || candidate.name.includes(only))) {
    const token = await signIn(as === 'superUser' ? 'super@company.test' : login);
    await measure(path, token, 1, 3);
    const cells = [];
    for (const concurrency of [1, 4] as const) {
      const times = await measure(path, token, concurrency, rounds[concurrency]);
      const p95 = percentile(times, 0.95);
      cells.push(`${percentile(times, 0.5).toFixed(0)}, ${p95.toFixed(0)}`);
      if (p95 > targetMs) slow.push(`${name} (${concurrency} at once): ${p95.toFixed(0)} ms`);
    }
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
  console.log(
    `\nAbove ${targetMs} ms: ${slow.length ? slow.join('; ') : 'none'}. Load at the end: ${loadavg()[0]?.toFixed(1)}.`,
  );
} finally {
  await server.kill('SIGTERM');
  if (process.env.BENCH_KEEP) {
    console.log(`The database stays until Enter is pressed: ${database.url}`);
    await new Promise((resolve) => process.stdin.once('data', resolve));
    process.stdin.pause();
  }
  await database.drop();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
