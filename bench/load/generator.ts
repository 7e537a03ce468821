/**
 * One run of the engine in a separate process: the arguments come as JSON, the measurement goes to standard output as
 * JSON.
 */
import type { HttpStep } from '@touchstone/engine-http';
import { type LoadExecutor, LoadTally, runLoad } from '@touchstone/engine-load';

export interface GeneratorJob {
  url: string;
  executor: LoadExecutor;
  /** `full`: data row, random value, extraction and three assertions; `plain`: the same request without them. */
  script: 'full' | 'plain';
  threads: number;
  /** Frames are added up and serialized, as for a live view. */
  live: boolean;
}

export interface GeneratorMeasure {
  requests: number;
  failed: number;
  checksFailed: number;
  perSecond: number;
  /** Requests per CPU second of the entire process, from the start of the load to its end. */
  perCpuSecond: number;
  startedPerSecond: number;
  late: number;
  unstarted: number;
  p50Ms: number;
  p99Ms: number;
  /** Memory at the end of each second, and the number of requests made so far. */
  memory: { requests: number; rssMb: number }[];
}

const job = JSON.parse(process.argv[2]!) as GeneratorJob;
const base: HttpStep = {
  id: 'item',
  name: 'Item',
  group: 'items',
  method: 'GET',
  url: '{{base}}/items/1',
  headers: [],
  queryParams: [],
  pathParams: [],
  assertions: [],
  dataHandlers: [],
  body: { type: 'none' },
  authentication: { type: 'none' },
  settings: { httpVersion: '1.1', verifyCertificate: false },
};
const full: HttpStep = {
  ...base,
  url: '{{base}}/items/{{id}}?trace={{$randomInt}}',
  headers: [{ key: 'X-Token', value: '{{token}}' }],
  assertions: [
    { kind: 'status', operator: 'equals', expected: 200 },
    { kind: 'header', path: 'Content-Type', operator: 'contains', expected: 'json' },
    { kind: 'jsonPath', path: '$.id', operator: 'equals', expected: '{{id}}' },
  ],
  dataHandlers: [{ name: 'token', source: 'jsonPath', path: '$.token' }],
};
const rows = Array.from({ length: 1000 }, (_, index) => ({ id: String(index + 1) }));
const plan = {
  scenarios: [
    {
      name: 'bench',
      executor: job.executor,
      gracefulStopMs: 2000,
      steps: [job.script === 'full' ? full : base],
      scopes: [{ base: job.url, token: 'none' }],
      ...(job.script === 'full' ? { data: { mode: 'shared' as const, rows } } : {}),
    },
  ],
  thresholds: [],
};

let cpu = process.cpuUsage();
let requests = 0;
let liveBytes = 0;
const live = new LoadTally(plan);
const memory: GeneratorMeasure['memory'] = [];
const summary = await runLoad(plan, {
  threads: job.threads,
  whenReady: () => {
    cpu = process.cpuUsage();
    return Date.now();
  },
  onFrame: (frame) => {
    requests += frame.scenarios[0]!.requests[0]!.count;
    memory.push({ requests, rssMb: process.memoryUsage.rss() / 1024 / 1024 });
    if (!job.live) return;
    live.add(frame);
    liveBytes += JSON.stringify(frame).length + live.thresholds().length;
  },
});
cpu = process.cpuUsage(cpu);
const { iterations } = summary.scenarios[0]!;
const measure: GeneratorMeasure = {
  requests: summary.total.count,
  failed: summary.total.failed,
  checksFailed: summary.total.checksFailed,
  perSecond: summary.total.rate,
  perCpuSecond: summary.total.count / ((cpu.user + cpu.system) / 1e6),
  startedPerSecond: 'durationMs' in job.executor ? (iterations.started * 1000) / job.executor.durationMs : 0,
  late: iterations.late,
  unstarted: iterations.unstarted,
  p50Ms: summary.total.latency.p50,
  p99Ms: summary.total.latency.p99,
  memory,
};
if (job.live && liveBytes === 0) throw new Error('There was no live view.');
process.stdout.write(JSON.stringify(measure));
