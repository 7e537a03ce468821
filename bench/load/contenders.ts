import { execFile, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GeneratorJob, GeneratorMeasure } from './generator.ts';

/** Measure is one run of one contender. */
export interface Measure {
  requests: number;
  perSecond: number;
  /** Requests per CPU second of the contender, which a busy machine distorts less. */
  perCpuSecond: number;
}

const place = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** runEngine runs a job of the engine on one CPU core. */
export async function runEngine(job: GeneratorJob, core: number): Promise<GeneratorMeasure> {
  const measure = JSON.parse(
    await run('taskset', ['-c', String(core), process.execPath, place('generator.ts'), JSON.stringify(job)]),
  ) as GeneratorMeasure;
  if (measure.failed > 0 || measure.checksFailed > 0 || measure.requests === 0)
    throw new Error(`The engine did not do the work: ${JSON.stringify({ ...measure, memory: [] })}`);
  return measure;
}

/** runAutocannon runs autocannon on one CPU core. */
export async function runAutocannon(
  options: { url: string; connections: number; seconds: number; kind: 'plain' | 'checked' },
  core: number,
): Promise<Measure> {
  const { url, connections, seconds, kind } = options;
  const args = [place('autocannon.ts'), url, String(connections), String(seconds), kind];
  return JSON.parse(await run('taskset', ['-c', String(core), process.execPath, ...args])) as Measure;
}

/** runWrk runs wrk with one thread on one CPU core; its CPU time is read from the shell. */
export async function runWrk(
  options: { url: string; connections: number; seconds: number; lua: boolean },
  core: number,
): Promise<Measure> {
  const { url, connections, seconds, lua } = options;
  const script = lua ? `-s '${place('wrk-script.lua')}'` : '';
  const command = `TIMEFORMAT='cpu %U %S'; time taskset -c ${core} wrk -t1 -c${connections} -d${seconds} ${script} ${url}/items/1`;
  const output = await run('bash', ['-c', `{ ${command}; } 2>&1`]);
  const requests = Number(/(\d+) requests in/.exec(output)?.[1]);
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]);
  const [, user, system] = /cpu ([\d.]+) ([\d.]+)/.exec(output) ?? [];
  if (!(requests > 0) || user === undefined || /Non-2xx|Socket errors/.test(output)) throw new Error(`wrk: ${output}`);
  return { requests, perSecond, perCpuSecond: requests / (Number(user) + Number(system)) };
}

/** runCpuSeconds runs a command to its end and returns the CPU seconds it took, including startup. */
export async function runCpuSeconds(command: string): Promise<{ output: string; cpuSeconds: number }> {
  const output = await run('bash', ['-c', `TIMEFORMAT='cpu %U %S'; { time ${command}; } 2>&1`]);
  const [, user, system] = /cpu ([\d.]+) ([\d.]+)/.exec(output) ?? [];
  return { output, cpuSeconds: Number(user) + Number(system) };
}

/** isInstalled returns whether a command is on the PATH. */
export function isInstalled(command: string): Promise<boolean> {
  return new Promise((resolve) => {
    execFile('which', [command], (error) => resolve(error === null));
  });
}

function run(command: string, args: string[]): Promise<string> {
  // The command line keeps compiled code too; the very first run fills the folder.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), `touchstone-bench-${process.getuid?.() ?? 0}`) };
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], env });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${command} ended with code ${code}: ${output}`)),
    );
  });
}
