/**
 * Monitors of HTTP targets in one runner process: how late checks start, and what they cost. The target, the database
 * and the API are separate processes. Prints JSON. Options: --monitors N (default 2000), --every SECONDS (default 60),
 * --minutes N (default 3, after one to settle).
 * With --kills, kills runners and the API 200 times each instead (the long form of check-loss and alert-loss), which
 * takes hours.
 * With --year, measures instead the size of a year of roll-ups and a week of single checks (--monitors, default 1000;
 * --days N for fewer days, with a fiftieth of them of single checks), and how long the pages of a project take to read.
 * With --kuma FOLDER, checks the same target as often with the Uptime Kuma in that folder (--monitors, default 300;
 * --every, default 20).
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { apiMonitoringRoutes } from '@touchstone/contracts/api-monitoring';
import { freePort, startServerRoles, startTestPostgres } from '@touchstone/testing';
import pg from 'pg';
import { type Kuma, startUptimeKuma } from './monitoring/uptime-kuma.ts';

const { values: flags } = parseArgs({
  options: {
    monitors: { type: 'string' },
    every: { type: 'string' },
    minutes: { type: 'string', default: '3' },
    year: { type: 'boolean', default: false },
    days: { type: 'string', default: '365' },
    kills: { type: 'boolean', default: false },
    kuma: { type: 'string' },
  },
});
if (flags.kills) {
  const jobs = 'apps/server/src/services/api-monitoring/jobs';
  const { status } = spawnSync('npx', ['vitest', 'run', `${jobs}/check-loss.test.ts`, `${jobs}/alert-loss.test.ts`], {
    cwd: new URL('..', import.meta.url),
    env: { ...process.env, TOUCHSTONE_TESTS: 'long' },
    stdio: 'inherit',
  });
  process.exit(status ?? 1);
}
const every = Number(flags.every ?? (flags.kuma ? 20 : 60));
const [minutes, days] = [Number(flags.minutes), Number(flags.days)];
const monitors = Number(flags.monitors ?? (flags.kuma ? 300 : flags.year ? 1000 : 2000));

const postgres = await startTestPostgres();
const roles = await startServerRoles(postgres.url);
const database = new pg.Client({ connectionString: roles.databaseUrl });
await database.connect();
const target = createServer((_request, response) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"state":"well"}'),
);
await new Promise<void>((done) => target.listen(0, '127.0.0.1', done));
const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
const { client } = roles;
const { projectId } = await client.call(apiMonitoringRoutes.createMonitoringProject, {
  body: { projectName: 'Bench' },
});
const { content } = await client.call(apiMonitoringRoutes.listCollections, { params: { id: projectId }, query: {} });
const collectionId = content[0]?.collectionId ?? '';
try {
  console.log(
    JSON.stringify(
      await (flags.kuma ? measureBeside(flags.kuma) : flags.year ? measureYear() : measureChecks()),
      null,
      2,
    ),
  );
} finally {
  await database.end();
  await roles.close();
  await postgres.stop();
  target.closeAllConnections();
  target.close();
}

/** Creates monitors through the API, with a few thousand concurrent calls. */
async function makeMonitors(): Promise<void> {
  await database.query(`insert into subscription.plan_limit (limit_name, plan, value) values ('MONITORED_APIS', 'FREE', null), ('MONITORED_APIS', 'PRO', null)
    on conflict do nothing`);
  for (let at = 0; at < monitors; at += 20)
    await Promise.all(
      Array.from({ length: Math.min(20, monitors - at) }, (_, index) =>
        client.call(apiMonitoringRoutes.createMonitor, {
          body: {
            projectId,
            collectionId,
            name: `Monitor ${at + index}`,
            state: 'STOPPED',
            definition: { kind: 'http', url },
            schedule: { type: 'interval', everySeconds: every },
          },
        }),
      ),
    );
}

/** CPU time of a process and of its children that have exited, and its memory. */
function costOf(pid: number): { cpuMs: number; rssMb: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const ticks = [11, 12, 13, 14].reduce((sum, place) => sum + Number(fields[place]), 0);
  return { cpuMs: ticks * 10, rssMb: (Number(fields[21]) * 4096) / 1024 / 1024 };
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

/** CPU time of PostgreSQL and all of its processes. */
async function databaseCpuMs(): Promise<number> {
  const { rows } = await database.query('select pg_backend_pid() as pid');
  const server = Number(readFileSync(`/proc/${rows[0].pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]);
  return [server, ...childrenOf(server)].reduce((sum, pid) => sum + costOf(pid).cpuMs, 0);
}

/** Starts the monitors, spread over their interval from the start, as they are after one round, and a runner; waits for the first round. */
async function startChecks(prepare: () => Promise<void> = async () => undefined): Promise<number> {
  await makeMonitors();
  await prepare();
  await database.query('update api_monitoring.monitor set is_started = true, status = $1', ['UNKNOWN']);
  await database.query(
    'update api_monitoring.monitor_slot set next_due_at = now() + make_interval(secs => random() * $1)',
    [every],
  );
  const { pid } = await roles.startRunner();
  await delay(every * 1000 + 10_000);
  return pid;
}

/**
 * The same target checked as often by both at the same time, so that the machine's load is the same for both; then with
 * a page of each open.
 */
async function measureBeside(folder: string) {
  const kuma = await startUptimeKuma(folder, { url, monitors, every, port: await freePort() });
  try {
    const runner = await startChecks(async () => {
      await database.query(
        `insert into api_monitoring.result (id, monitor_id, at, duration_us, status_code, attempt, verdict, is_in_maintenance, is_retried, region)
         select gen_random_uuid(), m.id, now() - make_interval(secs => n * $1), 20000, 200, 1, 0, false, false, ''
         from generate_series(1, 86400 / $1) n cross join api_monitoring.monitor m`,
        [every],
      );
      await database.query(
        `insert into api_monitoring.dirty_hour (id, at) select gen_random_uuid(), h from generate_series(date_trunc('hour', now() - interval '1 day'), now(), interval '1 hour') h`,
      );
    });
    const withoutPage = await compare(kuma, runner);
    await kuma.openPage();
    const page = openPage();
    const withPage = await compare(kuma, runner);
    await page();
    const rssMb = {
      runner: costOf(runner).rssMb,
      api: costOf(roles.api().pid).rssMb,
      uptimeKuma: costOf(kuma.pid).rssMb,
    };
    return { monitors, everySeconds: every, minutes, withoutPage, withPage, rssMb };
  } finally {
    await kuma.stop();
  }
}

/** CPU time of each in a period, per check. */
async function compare(kuma: Kuma, runner: number) {
  const api = roles.api().pid;
  const read = async () => ({
    kuma: costOf(kuma.pid).cpuMs,
    kumaChecks: kuma.checks(),
    runner: costOf(runner).cpuMs,
    api: costOf(api).cpuMs,
    database: await databaseCpuMs(),
    checks: Number((await database.query('select count(*) as n from api_monitoring.result')).rows[0].n),
  });
  const before = await read();
  await delay(minutes * 60_000);
  const after = await read();
  const checks = after.checks - before.checks;
  const perCheck = (part: 'runner' | 'api' | 'database') => (after[part] - before[part]) / checks;
  const kumaChecks = after.kumaChecks - before.kumaChecks;
  return {
    checks: { touchstone: checks, uptimeKuma: kumaChecks },
    cpuMsPerCheck: {
      touchstone: { runner: perCheck('runner'), api: perCheck('api'), database: perCheck('database') },
      uptimeKuma: (after.kuma - before.kuma) / kumaChecks,
    },
  };
}

/** Reads every five seconds what the open page of a project does, until it is closed. */
function openPage(): () => Promise<void> {
  const closed = new AbortController();
  const reading = (async () => {
    while (!closed.signal.aborted) {
      await Promise.all([
        client.call(apiMonitoringRoutes.getTestStatus, { query: { projectId } }),
        client.call(apiMonitoringRoutes.listMonitors, { params: { id: projectId }, query: { size: 50 } }),
      ]);
      await delay(5000, undefined, { signal: closed.signal }).catch(() => undefined);
    }
  })();
  return async () => {
    closed.abort();
    await reading;
  };
}

async function measureChecks() {
  const pid = await startChecks();
  const api = roles.api().pid;
  const since = (await database.query('select now() as now')).rows[0].now as Date;
  const before = costOf(pid);
  const apiBefore = costOf(api);
  const databaseBefore = await databaseCpuMs();
  const startedAt = performance.now();
  await delay(minutes * 60_000);
  const after = costOf(pid);
  const apiAfter = costOf(api);
  const databaseAfter = await databaseCpuMs();
  const seconds = (performance.now() - startedAt) / 1000;
  // The grid of each monitor follows from its slot: the next instant minus whole intervals. A timer may fire a
  // millisecond early.
  const { rows } = await database.query(
    `with late as (select extract(epoch from r.at - s.next_due_at)::float8 as d from api_monitoring.result r
       join api_monitoring.monitor_slot s using (monitor_id) where r.at >= $1),
     ms as (select 1000 * (d - $2 * round(d / $2)) as ms from late)
     select count(*)::int as checks, percentile_cont(0.5) within group (order by ms) as p50,
       percentile_cont(0.99) within group (order by ms) as p99, max(ms) as max from ms`,
    [since, every],
  );
  const { checks, p50, p99, max } = rows[0] as { checks: number; p50: number; p99: number; max: number };
  return {
    monitors,
    everySeconds: every,
    seconds: Math.round(seconds),
    checks,
    expectedChecks: Math.round((monitors * seconds) / every),
    lateMs: { p50, p99, max },
    runnerCpuPercentOfOneCore: (after.cpuMs / seconds / 1000 - before.cpuMs / seconds / 1000) * 100,
    cpuMsPerCheck: (after.cpuMs - before.cpuMs) / checks,
    apiCpuPercentOfOneCore: ((apiAfter.cpuMs - apiBefore.cpuMs) / seconds / 1000) * 100,
    databaseCpuPercentOfOneCore: ((databaseAfter - databaseBefore) / seconds / 1000) * 100,
    rssMb: { start: before.rssMb, end: after.rssMb, api: { start: apiBefore.rssMb, end: apiAfter.rssMb } },
  };
}

async function measureYear() {
  await makeMonitors();
  // Realistic histograms: those of an hour of checks, from the product's own code.
  const { ofDurations } = await import('../apps/server/src/services/api-monitoring/domain/rollup.ts');
  const histograms = Array.from({ length: 50 }, (_, seed) => {
    const durations = Array.from({ length: 60 }, (_, index) => 80_000 + ((seed * 7919 + index * 104_729) % 120_000));
    return Buffer.from(ofDurations(durations).histogram);
  });
  await database.query('create temporary table shape (n int, bytes bytea)');
  for (const [n, bytes] of histograms.entries()) await database.query('insert into shape values ($1, $2)', [n, bytes]);
  const insert = (level: number, step: string, first: string, checks: number) =>
    database.query(
      `insert into api_monitoring.rollup select m.id, ${level}, t, '', ${checks}, 0, 0, 0, 0, 0, 0, 0, ${checks}, ${checks}::bigint * 140000, 80000, 200000, shape.bytes
       from generate_series(date_trunc('day', now()) - interval '${days} days', now(), interval '${step}') with ordinality g(t, i)
       cross join api_monitoring.monitor m join shape on shape.n = g.i % 50 where t >= ${first}`,
    );
  const made = (what: string) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${what}\n`);
  await insert(0, '1 hour', "'-infinity'", 60);
  made('hours');
  await insert(1, '1 day', "'-infinity'", 1440);
  made('days');
  // A week of single checks of a year.
  await database.query(
    `insert into api_monitoring.result (id, monitor_id, at, duration_us, status_code, attempt, verdict, is_in_maintenance, is_retried, region, dns_ms, connect_ms, first_byte_ms, download_ms)
     select gen_random_uuid(), m.id, t, 80000 + (random() * 120000)::int, 200, 1, 0, false, false, '', 1, 2, 80, 1
     from generate_series(now() - interval '${Math.min(7, Math.ceil(days / 50))} days', now(), interval '1 minute') t cross join api_monitoring.monitor m`,
  );
  made('a week of single checks');
  await database.query(
    `insert into api_monitoring.summary select m.id, 1440, 0, 1440, 201600000, 80000, 200000, shape.bytes, 190 from api_monitoring.monitor m join shape on n = 0
     on conflict do nothing`,
  );
  await database.query('vacuum analyze api_monitoring.rollup');
  await database.query('vacuum analyze api_monitoring.result');
  made('analysed');
  const size = async (table: string) =>
    Number((await database.query(`select pg_total_relation_size('api_monitoring.${table}') as size`)).rows[0].size) /
    1024 ** 3;
  const [whole] = (await database.query('select pg_database_size(current_database()) as size')).rows as {
    size: string;
  }[];
  const wholeDatabase = Number(whole?.size) / 1024 ** 3;
  const from = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString();
  const calls: [string, () => Promise<unknown>][] = [
    ['status', () => client.call(apiMonitoringRoutes.getTestStatus, { query: { projectId } })],
    [
      'list of 50',
      () => client.call(apiMonitoringRoutes.listMonitors, { params: { id: projectId }, query: { size: 50 } }),
    ],
    [
      'graph of the project, 24 hours',
      () => client.call(apiMonitoringRoutes.getFunctionalGraph, { query: { projectId } }),
    ],
    [
      'graph of the project, 90 days',
      () => client.call(apiMonitoringRoutes.getFunctionalGraph, { query: { projectId, from: from(90) } }),
    ],
    [
      'report of the project, 30 days',
      () => client.call(apiMonitoringRoutes.getExecutionReportStatus, { query: { projectId, from: from(30) } }),
    ],
  ];
  const timesMs: Record<string, number> = {};
  for (const [name, call] of calls) {
    const times: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      const startedAt = performance.now();
      await call();
      times.push(performance.now() - startedAt);
    }
    timesMs[name] = times.sort((a, b) => a - b)[3] ?? 0;
  }
  return {
    monitors,
    days,
    gigabytes: { rollup: await size('rollup'), result: await size('result'), wholeDatabase },
    medianMs: timesMs,
  };
}
