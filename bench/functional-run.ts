/**
 * 1,000 requests with three assertions each against a local server: the engine `http` one after another and 16 at once,
 * and newman as a library with the same requests. Each run is a separate process, so that time and memory compare; the
 * runs alternate.
 */
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { onDemand } from '../tools/on-demand.ts';

const requests = 1000;
const assertionsEach = 3;
const rounds = 3;

interface Measure {
  /** From the first request to the last result, without process startup. */
  runMs: number;
  /** The entire process, including startup. */
  processMs: number;
  maxRssMb: number;
  requests: number;
  assertions: number;
  failures: number;
}
type Contender = 'sequential' | 'parallel16' | 'newman';

const [role, url] = process.argv.slice(2);
if (role === 'server') serve();
else if (role === 'sequential') report(await runEngine(url!, 1));
else if (role === 'parallel16') report(await runEngine(url!, 16));
else if (role === 'newman') report(await runNewman(url!));
else await compare();

async function compare(): Promise<void> {
  const server = fork(fileURLToPath(import.meta.url), ['server']);
  try {
    const base = await new Promise<string>((resolve, reject) => {
      server.once('message', (message) => resolve(String(message)));
      server.once('exit', (code) => reject(new Error(`The server ended with code ${code}.`)));
    });
    const contenders: Contender[] = ['sequential', 'newman', 'parallel16'];
    const measures: Record<Contender, Measure[]> = { sequential: [], newman: [], parallel16: [] };
    for (let round = 0; round < rounds; round += 1) {
      for (const contender of contenders) measures[contender].push(await measure(contender, base));
    }
    print(measures);
  } finally {
    server.kill();
  }
}

function measure(contender: Contender, base: string): Promise<Measure> {
  const startedMs = performance.now();
  const child = fork(fileURLToPath(import.meta.url), [contender, base]);
  let received: Omit<Measure, 'processMs'> | undefined;
  child.on('message', (message) => {
    received = message as Omit<Measure, 'processMs'>;
  });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      if (received === undefined || code !== 0) return reject(new Error(`${contender} ended with code ${code}.`));
      if (
        received.requests !== requests ||
        received.assertions !== requests * assertionsEach ||
        received.failures > 0
      ) {
        return reject(new Error(`${contender} did not do the work: ${JSON.stringify(received)}`));
      }
      resolve({ ...received, processMs: performance.now() - startedMs });
    });
  });
}

function print(measures: Record<Contender, Measure[]>): void {
  const medians = {
    sequential: medianOf(measures.sequential),
    parallel16: medianOf(measures.parallel16),
    newman: medianOf(measures.newman),
  };
  const ratios = {
    sequentialVsNewman: round(medians.newman.runMs / medians.sequential.runMs),
    parallel16VsNewman: round(medians.newman.runMs / medians.parallel16.runMs),
    wholeProcessVsNewman: round(medians.newman.processMs / medians.sequential.processMs),
    memoryVsNewman: round(medians.sequential.maxRssMb / medians.newman.maxRssMb),
    parallelMemoryVsNewman: round(medians.parallel16.maxRssMb / medians.newman.maxRssMb),
  };
  const targets = {
    sequentialAtLeast4: ratios.sequentialVsNewman >= 4,
    parallel16AtLeast10: ratios.parallel16VsNewman >= 10,
    memoryNoHigher: ratios.memoryVsNewman <= 1 && ratios.parallelMemoryVsNewman <= 1,
  };
  const machine = { node: process.version, cores: cpus().length };
  console.log(
    JSON.stringify({ bench: 'functional-run', requests, assertionsEach, rounds, machine, medians, ratios, targets }),
  );
  const rows = Object.entries(medians).map(([name, { runMs, processMs, maxRssMb }]) => ({
    run: name,
    'ms per request': round(runMs / requests),
    'run ms': Math.round(runMs),
    'process ms': Math.round(processMs),
    'max RSS MB': Math.round(maxRssMb),
    'times newman': round(medians.newman.runMs / runMs),
  }));
  console.table(rows);
  if (Object.values(targets).includes(false)) process.exitCode = 1;
}

function medianOf(measures: Measure[]): Measure {
  const middle = (pick: (measure: Measure) => number) => {
    const sorted = measures.map(pick).sort((left, right) => left - right);
    return round(sorted[Math.floor(sorted.length / 2)]!);
  };
  return {
    ...measures[0]!,
    runMs: middle((measure) => measure.runMs),
    processMs: middle((measure) => measure.processMs),
    maxRssMb: middle((measure) => measure.maxRssMb),
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function report(measure: Omit<Measure, 'processMs' | 'maxRssMb'>): void {
  process.send!({ ...measure, maxRssMb: process.resourceUsage().maxRSS / 1024 }, () => process.disconnect());
}

function serve(): void {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      const id = Number(new URL(request.url!, 'http://x').searchParams.get('id'));
      const body = JSON.stringify({
        id,
        name: `Item ${id}`,
        active: true,
        tags: ['a', 'b'],
        price: { amount: 42.05, currency: 'EUR' },
      });
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
      response.end(body);
    });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  process.on('disconnect', () => process.exit());
}

async function runEngine(base: string, concurrency: number): Promise<Omit<Measure, 'processMs' | 'maxRssMb'>> {
  const { createHttpSession, runSteps } = await import('@touchstone/engine-http');
  type Step = Parameters<ReturnType<typeof createHttpSession>['execute']>[0];
  function* steps(): Generator<Step> {
    for (let id = 0; id < requests; id += 1) {
      yield {
        id: String(id),
        name: `Item ${id}`,
        group: 'items',
        method: 'GET',
        url: '{{base}}/items',
        headers: [{ key: 'X-Trace', value: `run-${id}` }],
        queryParams: [{ key: 'id', value: String(id) }],
        pathParams: [],
        body: { type: 'none' },
        authentication: { type: 'none' },
        assertions: [
          { kind: 'status', operator: 'equals', expected: 200 },
          { kind: 'header', path: 'Content-Type', operator: 'contains', expected: 'json' },
          { kind: 'jsonPath', path: '$.id', operator: 'equals', expected: String(id) },
        ],
        dataHandlers: [],
        settings: {},
      };
    }
  }
  const session = createHttpSession({ scopes: [{ base }] });
  let assertions = 0;
  let failures = 0;
  const startedMs = performance.now();
  const counts = await runSteps({
    steps: steps(),
    session,
    concurrency,
    signal: new AbortController().signal,
    emit: (event) => {
      if (event.type !== 'finished') return;
      assertions += event.result.assertions.length;
      if (event.result.status !== 'passed') failures += 1;
    },
  });
  const runMs = performance.now() - startedMs;
  await session.close();
  return { runMs, requests: counts.total, assertions, failures };
}

interface NewmanSummary {
  run: { stats: { requests: { total: number }; assertions: { total: number; failed: number } }; failures: unknown[] };
}
interface Newman {
  run(options: object, done: (error: Error | null, summary: NewmanSummary) => void): void;
}

async function runNewman(base: string): Promise<Omit<Measure, 'processMs' | 'maxRssMb'>> {
  const newman = createRequire(import.meta.url)(onDemand('newman')) as Newman;
  const item = Array.from({ length: requests }, (_, id) => ({
    name: `Item ${id}`,
    request: { method: 'GET', url: `{{base}}/items?id=${id}`, header: [{ key: 'X-Trace', value: `run-${id}` }] },
    event: [
      {
        listen: 'test',
        script: {
          exec: [
            `pm.test('status', () => pm.response.to.have.status(200));`,
            `pm.test('type', () => pm.expect(pm.response.headers.get('Content-Type')).to.include('json'));`,
            `pm.test('id', () => pm.expect(pm.response.json().id).to.eql(${id}));`,
          ],
        },
      },
    ],
  }));
  const collection = {
    info: { name: 'bench', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item,
  };
  const startedMs = performance.now();
  const summary = await new Promise<NewmanSummary>((resolve, reject) => {
    newman.run({ collection, globals: { values: [{ key: 'base', value: base }] }, reporters: [] }, (error, done) =>
      error ? reject(error) : resolve(done),
    );
  });
  const { stats, failures } = summary.run;
  return {
    runMs: performance.now() - startedMs,
    requests: stats.requests.total,
    assertions: stats.assertions.total,
    failures: failures.length,
  };
}
