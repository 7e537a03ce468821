import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onDemand } from '../../tools/on-demand.ts';
import { isInstalled } from '../load/contenders.ts';
import { keyHeader } from './stub-sets.ts';

/** What a mock did under load. */
export interface Speed {
  perSecond: number;
  /** Requests per second of processor time of the mock's process and all that it started. */
  perCpuSecond: number;
  p50Ms: number;
  p99Ms: number;
}

const connections = 16;

/** measureSpeed asks a mock one thing over and over: by wrk where it is installed, else by autocannon. Throws where an answer is not 2xx. */
export async function measureSpeed(url: string, pid: number, seconds: number): Promise<Speed> {
  const before = cpuSecondsOf(pid);
  const { requests, ...found } = await ((await isInstalled('wrk')) ? byWrk(url, seconds) : byAutocannon(url, seconds));
  return { ...found, perCpuSecond: Math.round(requests / (cpuSecondsOf(pid) - before)) };
}

/** Requests after which programs that compile while they run have done so; at most this long is waited for them. */
const warm = { requests: 15_000, seconds: 15 };

/** warmUp asks until the programs of a mock are compiled. */
export async function warmUp(url: string, pid: number): Promise<void> {
  let requests = 0;
  for (let seconds = 0; seconds < warm.seconds && requests < warm.requests; seconds += 3)
    requests += (await measureSpeed(url, pid, 3)).perSecond * 3;
}

type Counted = Omit<Speed, 'perCpuSecond'> & { requests: number };

async function byWrk(url: string, seconds: number): Promise<Counted> {
  const args = ['-t1', `-c${connections}`, `-d${seconds}`, '--latency', '-H', keyHeader.join(': '), url];
  const output = await new Promise<string>((resolve, reject) => {
    execFile('wrk', args, (error, stdout) => (error ? reject(error) : resolve(stdout)));
  });
  // On a busy machine a slow mock may not answer in time; what it did answer counts.
  if (/Non-2xx|(?:connect|read|write) [1-9]/.test(output)) throw new Error(output);
  const percentile = (share: number): number => {
    const [, value, unit] = new RegExp(`\\s${share}%\\s+([\\d.]+)(us|ms|s)`).exec(output) ?? [];
    return Number(value) * (unit === 'us' ? 0.001 : unit === 's' ? 1000 : 1);
  };
  return {
    requests: Number(/(\d+) requests in/.exec(output)?.[1]),
    perSecond: Math.round(Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1])),
    p50Ms: percentile(50),
    p99Ms: percentile(99),
  };
}

async function byAutocannon(url: string, seconds: number): Promise<Counted> {
  const { default: autocannon } = (await import(join(onDemand('autocannon'), 'autocannon.js'))) as {
    default: (options: object) => Promise<{
      requests: { total: number };
      non2xx: number;
      latency: { p50: number; p99: number };
      duration: number;
    }>;
  };
  const options = { url, connections, workers: 1, headers: { [keyHeader[0]]: keyHeader[1] }, duration: seconds };
  const { requests, latency, duration, non2xx } = await autocannon(options);
  if (non2xx > 0) throw new Error(`${non2xx} answers of ${url} were not 2xx.`);
  const perSecond = Math.round(requests.total / duration);
  return { requests: requests.total, perSecond, p50Ms: latency.p50, p99Ms: latency.p99 };
}

/** Fields of `/proc/PID/stat` after the name; undefined where the process is gone. */
function statOf(pid: number | string): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  } catch {
    return undefined;
  }
}

/** A process and all that it started, themselves or through others. */
function treeOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? statOf(name)?.[1] : undefined;
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const tree = [pid];
  for (const known of tree) for (const [child, parent] of parents) if (parent === known) tree.push(child);
  return tree;
}

/** cpuSecondsOf is the processor time of a process and its children so far (Linux). */
export function cpuSecondsOf(pid: number): number {
  let ticks = 0;
  for (const one of treeOf(pid)) {
    const fields = statOf(one);
    // Own time, and that of children that have ended.
    for (const at of [11, 12, 13, 14]) ticks += Number(fields?.[at] ?? 0);
  }
  return ticks / 100;
}

/** memoryMbOf is the resident memory of a process and its children (Linux). */
export function memoryMbOf(pid: number): number {
  return treeOf(pid).reduce((sum, one) => sum + Number(statOf(one)?.[21] ?? 0) / 256, 0);
}
