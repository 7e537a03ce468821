import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onDemand } from '../../tools/on-demand.ts';
import { isInstalled } from '../load/contenders.ts';
import { keyHeader } from './stub-sets.ts';

/** A mock's performance under load. */
export interface Speed {
  perSecond: number;
  /** Requests per CPU second of the mock's process and all its descendants. */
  perCpuSecond: number;
  p50Ms: number;
  p99Ms: number;
}

const connections = 16;

/**
 * measureSpeed sends a mock one request over and over: with wrk if installed, otherwise with autocannon. Throws if a
 * response isn't 2xx.
 */
export async function measureSpeed(url: string, pid: number, seconds: number): Promise<Speed> {
  const before = cpuSecondsOf(pid);
  const { requests, ...found } = await ((await isInstalled('wrk')) ? byWrk(url, seconds) : byAutocannon(url, seconds));
  return { ...found, perCpuSecond: Math.round(requests / (cpuSecondsOf(pid) - before)) };
}

/** After this many requests, JIT compilers are warm; the time limit for waiting. */
const warm = { requests: 15_000, seconds: 15 };

/** warmUp sends requests until the mock's code is compiled. */
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
  // On a busy machine, a slow mock may not respond in time; the responses it did send count.
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

/** Fields of `/proc/PID/stat` after the name; undefined if the process has exited. */
function statOf(pid: number | string): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  } catch {
    return undefined;
  }
}

/** A process and all its descendants. */
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

/** cpuSecondsOf returns the CPU time of a process and its children so far (Linux). */
export function cpuSecondsOf(pid: number): number {
  let ticks = 0;
  for (const one of treeOf(pid)) {
    const fields = statOf(one);
    // Own time, and that of children that have exited.
    for (const at of [11, 12, 13, 14]) ticks += Number(fields?.[at] ?? 0);
  }
  return ticks / 100;
}

/** memoryMbOf returns the resident memory of a process and its children (Linux). */
export function memoryMbOf(pid: number): number {
  return treeOf(pid).reduce((sum, one) => sum + Number(statOf(one)?.[21] ?? 0) / 256, 0);
}
