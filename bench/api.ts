/**
 * List calls of the server compared with bare Fastify and `pg` that run the same statements with the same values, in
 * the same process and on the same database, in alternating rounds. Prints JSON: calls per second, CPU time of the
 * server's process per call, and the ratio of these times, which is hardly affected by other load on the machine. The
 * database and the callers are separate processes and don't count.
 * Options: --seconds N (default 3), --rounds N (default 7), --connections N (default 64), --show (print the
 * statements). `--profile FOLDER` writes CPU profiles of the last round.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, startTestPostgres, type TestServer } from '@touchstone/testing';
import Fastify from 'fastify';
import pg from 'pg';

const { values: flags, positionals } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '7' },
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

/** A statement as sent to the database. */
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
  // The measuring process asked for the end, or has exited.
  process.once('disconnect', async () => {
    await Promise.all([bare.close(), pool.end()]);
    await server.close();
    await postgres.stop();
    process.exit(0);
  });
  answerMeasures();
  process.send?.({ token: server.admin.token, calls } satisfies Ready);
}

/** Requests of the measuring process to the server: the CPU time used so far, and a profile of what follows. */
type Measure = 'cpu' | 'profile-start' | 'profile-stop';

function answerMeasures(): void {
  const inspector = new Session();
  inspector.connect();
  process.on('message', async (measure: Measure) => {
    let answer: unknown;
    if (measure === 'cpu') {
      const { user, system } = process.cpuUsage();
      answer = user + system;
    } else if (measure === 'profile-start') {
      await inspector.post('Profiler.enable');
      await inspector.post('Profiler.start');
    } else answer = (await inspector.post('Profiler.stop')).profile;
    process.send?.({ answer });
  });
}

function ask(child: ChildProcess, measure: Measure): Promise<unknown> {
  return new Promise((resolve) => {
    child.once('message', (message) => resolve((message as { answer: unknown }).answer));
    child.send(measure);
  });
}

/** Two lists that pages request, with content; their paths by name. */
async function makeLists({ admin }: TestServer): Promise<Record<string, string>> {
  const api = apiTestingRoutes;
  const { projectId } = await admin.client.call(workspaceRoutes.createProject, { body: { projectName: 'Bench' } });
  for (let number = 0; number < 30; number += 1)
    await admin.client.call(api.createSuite, { body: { projectId, suiteName: `Suite ${number}` } });
  return {
    workspaces: '/services/api-testing/api/projects',
    suites: `/services/api-testing/api/suites?projectId=${projectId}`,
  };
}

/** Returns the statements sent while `work` runs, except those of the queue and of leases. */
async function recorded(work: () => Promise<void>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const prototype = pg.Query.prototype as unknown as Record<
    'submit',
    (this: Statement, connection: unknown) => unknown
  >;
  const original = prototype.submit;
  prototype.submit = function (connection) {
    const { text, values } = this;
    if (/^select/i.test(text) && !/^select 1$|pgboss|"?runs"?\.|pg_advisory/.test(text))
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
  const child = fork(fileURLToPath(import.meta.url), ['server']);
  const ready = await new Promise<Ready>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Ready));
    child.once('exit', (code) => reject(new Error(`The server ended with code ${code}.`)));
  });
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const results = [];
  for (const { name, product, bare, statements } of ready.calls) {
    const rounds = await alternate(child, agent, { name, urls: { bare, product }, token: ready.token });
    const result = { call: name, product: rounds.product, bare: rounds.bare, ratio: rounds.ratio };
    results.push({ ...result, statements: flags.show ? statements : statements.length });
  }
  child.disconnect();
  await new Promise((resolve) => child.once('exit', resolve));
  console.log(JSON.stringify({ bench: 'api', connections, seconds, rounds, results }, null, 1));
  process.exit(0);
}

interface Round {
  perSecond: number;
  cpuMs: number;
}

/**
 * Alternating rounds, the first of which is a warm-up; the ratio is the median of the rounds' ratios, each of adjacent
 * runs.
 */
async function alternate(
  child: ChildProcess,
  agent: Agent,
  { name, urls, token }: { name: string; urls: Record<'bare' | 'product', string>; token: string },
): Promise<{ product: Round; bare: Round; ratio: number }> {
  const all: Record<'bare' | 'product', Round[]> = { bare: [], product: [] };
  for (let round = -1; round < rounds; round += 1) {
    for (const [who, url] of Object.entries(urls) as ['bare' | 'product', string][]) {
      const isProfiled = flags.profile !== undefined && round === rounds - 1;
      if (isProfiled) await ask(child, 'profile-start');
      const before = Number(await ask(child, 'cpu'));
      const { count, perSecond } = await load(agent, url, token, seconds);
      const cpuMs = (Number(await ask(child, 'cpu')) - before) / count / 1000;
      if (round >= 0) all[who].push({ perSecond, cpuMs });
      if (isProfiled) {
        const profile = await ask(child, 'profile-stop');
        writeFileSync(join(flags.profile!, `${name}-${who}.cpuprofile`), JSON.stringify(profile));
      }
    }
  }
  const summary = (list: Round[]): Round => ({
    perSecond: median(list.map(({ perSecond }) => perSecond)),
    cpuMs: rounded(median(list.map(({ cpuMs }) => cpuMs))),
  });
  const ratios = all.product.map(({ cpuMs }, at) => all.bare[at]!.cpuMs / cpuMs);
  return { product: summary(all.product), bare: summary(all.bare), ratio: rounded(median(ratios)) };
}

/** Calls by this many concurrent callers, each waiting for its response. */
async function load(
  agent: Agent,
  url: string,
  token: string,
  forSeconds: number,
): Promise<{ count: number; perSecond: number }> {
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
  return { count, perSecond: Math.round(count / ((performance.now() - startedAt) / 1000)) };
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

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}
