/**
 * The goals of the load engine: it and its peers against a local nginx in alternating runs, generator and server each
 * on a separate CPU core. Prints JSON. Options: --rounds N (default 5), --seconds N of each run (default 8), --only
 * 1,3,10, --artillery.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Histogram, type LoadExecutor } from '@touchstone/engine-load';
import { isInstalled, type Measure, runAutocannon, runCpuSeconds, runEngine, runWrk } from './load/contenders.ts';
import type { GeneratorJob } from './load/generator.ts';
import { type BenchServer, startServer } from './load/server.ts';

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '8' },
    only: { type: 'string' },
    artillery: { type: 'boolean', default: false },
  },
});
const rounds = Number(flags.rounds);
const seconds = Number(flags.seconds);
const only = flags.only?.split(',');
const serverCore = 0;
const core = cpus().length > 1 ? 1 : 0;
const userCounts = [64, 1000];
const results: Record<string, unknown>[] = [];

const server = await startServer(serverCore);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close();
    process.exit(130);
  });
}
try {
  for (const [name, measure] of Object.entries(measures(server))) {
    if (only !== undefined && !only.includes(name.split(' ', 1)[0]!)) continue;
    const result = { target: name, ...(await measure()) };
    results.push(result);
    console.error(JSON.stringify(result));
  }
} finally {
  server.close();
}
const machine = { node: process.version, cores: cpus().length, model: cpus()[0]?.model };
console.log(
  JSON.stringify(
    { bench: 'load', date: new Date().toISOString().slice(0, 10), rounds, seconds, machine, results },
    null,
    1,
  ),
);

function measures({ url, tlsUrl, pause, resume }: BenchServer): Record<string, () => Promise<object>> {
  const ours =
    (vus: number, overrides: Partial<GeneratorJob> = {}) =>
    () =>
      runEngine({ ...job(url, { type: 'constant-vus', vus, durationMs: seconds * 1000 }), ...overrides }, core);
  const wrk =
    (connections: number, options: { lua?: boolean; tls?: boolean } = {}) =>
    () =>
      runWrk({ url: options.tls === true ? tlsUrl : url, connections, seconds, lua: options.lua === true }, core);
  const cannon = (connections: number, kind: 'plain' | 'checked') => () =>
    runAutocannon({ url, connections, seconds, kind }, core);
  return {
    '1 full script vs wrk plain': () => perUsers((users) => ratio(ours(users), wrk(users))),
    '2 full script vs wrk with Lua doing the same': () =>
      perUsers((users) => ratio(ours(users), wrk(users, { lua: true }))),
    '3 with assertions vs autocannon without': () => ratio(ours(64), cannon(64, 'plain')),
    '4 vs autocannon with the same checks': () => ratio(ours(64), cannon(64, 'checked')),
    '5 vs Artillery, start-up counted': () => compareArtillery(url),
    '6 vs k6': () => compareK6(url, ours(64)),
    '7 memory': () => measureMemory(url),
    '8 memory per extra million requests': () => measureGrowth(url),
    '9 TLS vs wrk TLS': () => perUsers((users) => ratio(ours(users, { url: tlsUrl }), wrk(users, { tls: true }))),
    '10 one second of standstill at 2000/s': () => measureStall(url, { pause, resume }),
    '13 live stream on vs off': () => ratio(ours(64, { live: true }), ours(64)),
    'rate accuracy of the open model': () => measureRates(url, ours(64)),
    'percentiles of the histogram vs raw samples': async () => comparePercentiles(),
  };
}

function job(url: string, executor: LoadExecutor): GeneratorJob {
  return { url, executor, script: 'full', threads: 1, live: false };
}

async function perUsers(measure: (users: number) => Promise<object>): Promise<object> {
  const found: Record<string, object> = {};
  for (const users of userCounts) found[users] = await measure(users);
  return found;
}

/** Alternating runs; each ratio is of the medians. */
async function ratio(mine: () => Promise<Measure>, theirs: () => Promise<Measure>): Promise<object> {
  const measured: [Measure[], Measure[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    measured[0].push(await mine());
    measured[1].push(await theirs());
  }
  const [own, peer] = measured.map((runs) => ({
    perSecond: Math.round(median(runs.map(({ perSecond }) => perSecond))),
    perCpuSecond: Math.round(median(runs.map(({ perCpuSecond }) => perCpuSecond))),
  })) as [Omit<Measure, 'requests'>, Omit<Measure, 'requests'>];
  return {
    ratioPerCpuSecond: twoDigits(own.perCpuSecond / peer.perCpuSecond),
    ratioPerSecond: twoDigits(own.perSecond / peer.perSecond),
    own,
    peer,
  };
}

/** Artillery is too large to be kept here: it is installed in a separate folder, and only on request. */
async function compareArtillery(url: string): Promise<object> {
  if (!flags.artillery) return { skipped: 'give --artillery; it is installed into a temporary folder' };
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-artillery-'));
  try {
    await runCpuSeconds(
      `npm install --prefix '${folder}' --no-audit --no-fund --ignore-scripts artillery@2 > /dev/null`,
    );
    const script = join(folder, 'script.json');
    const requests = 2000;
    writeFileSync(script, JSON.stringify(artilleryScript(url, requests)));
    const binary = `taskset -c ${core} '${join(folder, 'node_modules/.bin/artillery')}' run '${script}'`;
    const measured: number[] = [];
    const own: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      measured.push(requests / (await runCpuSeconds(binary)).cpuSeconds);
      const generator = new URL('./load/generator.ts', import.meta.url).pathname;
      const text = JSON.stringify(job(url, { type: 'constant-vus', vus: 64, durationMs: seconds * 1000 }));
      const { output, cpuSeconds } = await runCpuSeconds(
        `taskset -c ${core} ${process.execPath} '${generator}' '${text}'`,
      );
      own.push(Number(/"requests":(\d+)/.exec(output)?.[1]) / cpuSeconds);
    }
    return {
      ratioPerCpuSecond: twoDigits(median(own) / median(measured)),
      own: Math.round(median(own)),
      peer: Math.round(median(measured)),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function artilleryScript(url: string, requests: number): object {
  const get = {
    url: '/items/{{ $randomNumber(1,1000) }}',
    capture: [{ json: '$.token', as: 'token' }],
    expect: [{ statusCode: 200 }, { contentType: 'json' }, { hasProperty: 'id' }],
  };
  const loop = { loop: [{ get }], count: 100 };
  const phases = [{ duration: 1, arrivalCount: requests / 100 }];
  return {
    config: { target: url, phases, plugins: { expect: { outputFormat: 'silent' } } },
    scenarios: [{ flow: [loop] }],
  };
}

async function compareK6(url: string, mine: () => Promise<Measure>): Promise<object> {
  if (!(await isInstalled('k6'))) return { skipped: 'k6 is not on the PATH' };
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-k6-'));
  const script = join(folder, 'script.js');
  writeFileSync(
    script,
    `import http from 'k6/http'; import { check } from 'k6';
export const options = { vus: 64, duration: '${seconds}s' };
let token = 'none';
export default function () {
  const id = (__ITER % 1000) + 1;
  const response = http.get(\`${url}/items/\${id}?trace=\${Math.floor(Math.random() * 1001)}\`, { headers: { 'X-Token': token } });
  check(response, { status: (r) => r.status === 200, type: (r) => r.headers['Content-Type'].includes('json'), id: (r) => r.json('id') === id });
  token = response.json('token');
}`,
  );
  const theirs = async (): Promise<Measure> => {
    const { output, cpuSeconds } = await runCpuSeconds(`taskset -c ${core} k6 run --quiet '${script}'`);
    const [, count, perSecond] = /http_reqs[.:\s]+(\d+)\s+([\d.]+)\/s/.exec(output) ?? [];
    return { requests: Number(count), perSecond: Number(perSecond), perCpuSecond: Number(count) / cpuSeconds };
  };
  const measured = await ratio(mine, theirs);
  rmSync(folder, { recursive: true, force: true });
  return measured;
}

/** Users that make a request every two seconds, so that the memory measured is that of users and not of garbage. */
async function measureMemory(url: string): Promise<object> {
  const rssAt = async (vus: number) => {
    const executor: LoadExecutor = {
      type: 'constant-arrival-rate',
      rate: vus / 2 + 1,
      durationMs: 6000,
      preAllocatedVus: vus,
    };
    const idle = await runEngine(job(url, { ...executor, preAllocatedVus: vus }), core);
    const closed = await runEngine(job(url, { type: 'constant-vus', vus, durationMs: 4000 }), core);
    return { open: idle.memory.at(-1)!.rssMb, closed: closed.memory.at(-1)!.rssMb };
  };
  const one = await rssAt(1);
  const thousand = await rssAt(1000);
  const fiveThousand = await rssAt(5000);
  return {
    kbPerUser: twoDigits(((fiveThousand.closed - one.closed) * 1024) / 4999),
    wholeWorkerMb: {
      1: Math.round(one.closed),
      1000: Math.round(thousand.closed),
      5000: Math.round(fiveThousand.closed),
    },
  };
}

/** The slope of memory over requests in the second half of a long run with 1,000 users. */
async function measureGrowth(url: string): Promise<object> {
  const durationMs = Math.max(60, seconds * 6) * 1000;
  const { memory, requests } = await runEngine(job(url, { type: 'constant-vus', vus: 1000, durationMs }), core);
  const later = memory.slice(Math.floor(memory.length / 2));
  const mean = (pick: (point: (typeof memory)[number]) => number) =>
    later.reduce((sum, point) => sum + pick(point), 0) / later.length;
  const [x, y] = [mean((point) => point.requests), mean((point) => point.rssMb)];
  const covariance = later.reduce((sum, point) => sum + (point.requests - x) * (point.rssMb - y), 0);
  const variance = later.reduce((sum, point) => sum + (point.requests - x) ** 2, 0);
  return { mbPerMillionRequests: twoDigits((covariance / variance) * 1e6), requests, rssMb: Math.round(y) };
}

/**
 * An eighth of the arrivals of 8 s waits for the rest of a second during which the server stands still: the 99th
 * percentile is 920 ms.
 */
async function measureStall(url: string, { pause, resume }: Pick<BenchServer, 'pause' | 'resume'>): Promise<object> {
  const truthMs = 920;
  const found: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const running = runEngine(
      job(url, { type: 'constant-arrival-rate', rate: 2000, durationMs: 8000, preAllocatedVus: 200, maxVus: 200 }),
      core,
    );
    await new Promise((resolve) => setTimeout(resolve, 5000));
    pause();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    resume();
    found.push((await running).p99Ms);
  }
  const p99Ms = median(found);
  return { p99Ms: Math.round(p99Ms), truthMs, deviation: percent(p99Ms / truthMs - 1), all: found.map(Math.round) };
}

async function measureRates(url: string, closed: () => Promise<Measure>): Promise<object> {
  const capacity = median([(await closed()).perSecond, (await closed()).perSecond, (await closed()).perSecond]);
  const found: Record<string, object> = {};
  for (const share of [0.1, 0.4, 0.8]) {
    const rate = Math.round(capacity * share);
    const executor: LoadExecutor = {
      type: 'constant-arrival-rate',
      rate,
      durationMs: seconds * 1000,
      preAllocatedVus: 500,
    };
    const { startedPerSecond, requests, unstarted } = await runEngine(job(url, executor), core);
    found[`${share * 100} %`] = {
      rate,
      started: percent(startedPerSecond / rate - 1),
      answered: percent(requests / seconds / rate - 1),
      unstarted,
    };
  }
  return { capacity: Math.round(capacity), deviation: found };
}

function comparePercentiles(): object {
  const histogram = new Histogram();
  const samples: number[] = [];
  for (let index = 0; index < 1_000_000; index += 1) {
    const normal = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
    const us = Math.round(Math.exp(9 + normal));
    samples.push(us);
    histogram.record(us);
  }
  samples.sort((left, right) => left - right);
  const deviations = [50, 75, 90, 95, 99, 99.9, 99.99].map((share) => {
    const exact = samples[Math.ceil((share / 100) * samples.length) - 1]!;
    return Math.abs(histogram.percentile(share) / exact - 1);
  });
  return { largestDeviation: percent(Math.max(...deviations)) };
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)]!;
}

function twoDigits(value: number): number {
  return Math.round(value * 100) / 100;
}

function percent(value: number): string {
  return `${(value * 100).toFixed(2)} %`;
}
