/**
 * List calls of the server against bare Fastify and `pg` that do the same statements with the same values, in the same process and on the same
 * database, in alternating rounds. Prints JSON with calls per second, their ratio, and each statement of a call.
 * Options: --seconds N (default 5), --rounds N (default 3), --connections N (default 64), --show (print the statements).
 * `--profile FOLDER` writes a processor profile of the server.
 */
import { fork } from 'node:child_process';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { createTestServer, startTestPostgres, type TestServer } from '@touchstone/testing';
import Fastify from 'fastify';
import pg from 'pg';

const { values: flags, positionals } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '64' },
    show: { type: 'boolean', default: false },
    profile: { type: 'string' },
  },
  allowPositionals: true,
});
const [seconds, rounds, connections] = [Number(flags.seconds), Number(flags.rounds), Number(flags.connections)];

interface Ready {
  token: string;
  calls: { name: string; product: string; bare: string; statements: string[] }[];
}

if (positionals[0] === 'server') await serve();
else await compare();

/** A statement as it went to the database. */
interface Statement {
  text: string;
  values: unknown[];
}

async function serve(): Promise<void> {
  const postgres = await startTestPostgres();
  const env = { DATABASE_POOL: '20', DATABASE_NAMED_STATEMENTS: 'true' };
  const server = await createTestServer({ postgresUrl: postgres.url, env });
  const lists = await makeLists(server);
  const pool = new pg.Pool({ connectionString: server.databaseUrl, max: 18 });
  const bare = Fastify();
  const calls: Ready['calls'] = [];
  for (const [name, path] of Object.entries(lists)) {
    const headers = { authorization: `Bearer ${server.admin.token}` };
    // The first call prepares what later ones find.
    await fetch(server.url + path, { headers });
    let body = '';
    const statements = await recorded(async () => {
      const answer = await fetch(server.url + path, { headers });
      body = await answer.text();
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${body}`);
    });
    const answer: unknown = JSON.parse(body);
    bare.get(`/${name}`, async () => {
      for (const [at, { text, values }] of statements.entries())
        await pool.query({ name: `${name}-${at}`, text, values });
      return answer;
    });
    calls.push({ name, product: server.url + path, bare: `/${name}`, statements: statements.map(({ text }) => text) });
  }
  const bareUrl = await bare.listen({ host: '127.0.0.1', port: 0 });
  for (const call of calls) call.bare = bareUrl + call.bare;
  // Whoever measures asked for the end, or is gone.
  process.once('disconnect', async () => {
    await Promise.all([bare.close(), pool.end()]);
    await server.close();
    await postgres.stop();
    process.exit(0);
  });
  process.send?.({ token: server.admin.token, calls } satisfies Ready);
}

/** Two lists that pages ask for, with content; by name the path. */
async function makeLists({ admin }: TestServer): Promise<Record<string, string>> {
  const api = apiTestingRoutes;
  const { projectId } = await admin.client.call(api.createProject, { body: { projectName: 'Bench' } });
  for (let number = 0; number < 30; number += 1)
    await admin.client.call(api.createSuite, { body: { projectId, suiteName: `Suite ${number}` } });
  return {
    workspaces: '/services/api-testing/api/projects',
    suites: `/services/api-testing/api/suites?projectId=${projectId}`,
  };
}

/** recorded gives the statements that are sent while `work` runs; those of the queue and of leases do not count. */
async function recorded(work: () => Promise<void>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const prototype = pg.Query.prototype as unknown as Record<
    'submit',
    (this: Statement, connection: unknown) => unknown
  >;
  const original = prototype.submit;
  prototype.submit = function (connection) {
    const { text, values } = this;
    if (/^select/i.test(text) && !/pgboss|"?runs"?\.|pg_advisory/.test(text))
      statements.push({ text, values: values ?? [] });
    return original.call(this, connection);
  };
  try {
    await work();
  } finally {
    prototype.submit = original;
  }
  return statements;
}

async function compare(): Promise<void> {
  const execArgv = flags.profile ? ['--cpu-prof', '--cpu-prof-dir', flags.profile] : [];
  const child = fork(fileURLToPath(import.meta.url), ['server'], { execArgv });
  const ready = await new Promise<Ready>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Ready));
    child.once('exit', (code) => reject(new Error(`The server ended with code ${code}.`)));
  });
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const results = [];
  for (const { name, product, bare, statements } of ready.calls) {
    const rates: Record<'product' | 'bare', number[]> = { product: [], bare: [] };
    for (let round = -1; round < rounds; round += 1) {
      for (const [who, url] of Object.entries({ bare, product }) as ['product' | 'bare', string][]) {
        const perSecond = await load(agent, url, ready.token, round < 0 ? 1 : seconds);
        if (round >= 0) rates[who].push(perSecond);
      }
    }
    const [ours, theirs] = [median(rates.product), median(rates.bare)];
    const result = { call: name, productPerSecond: ours, barePerSecond: theirs, ratio: round2(ours / theirs) };
    results.push({ ...result, statements: flags.show ? statements : statements.length });
  }
  child.disconnect();
  await new Promise((resolve) => child.once('exit', resolve));
  console.log(JSON.stringify({ bench: 'api', connections, seconds, rounds, results }, null, 1));
  process.exit(0);
}

/** Calls per second with so many callers, each of which waits for its answer. */
async function load(agent: Agent, url: string, token: string, forSeconds: number): Promise<number> {
  const endsAt = performance.now() + forSeconds * 1000;
  const startedAt = performance.now();
  let count = 0;
  const caller = async () => {
    while (performance.now() < endsAt) {
      await call(agent, url, token);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, caller));
  return Math.round(count / ((performance.now() - startedAt) / 1000));
}

function call(agent: Agent, url: string, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      answer.resume();
      answer.once('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`${url} answered ${answer.statusCode}.`)),
      );
    })
      .once('error', reject)
      .end();
  });
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}
function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}
