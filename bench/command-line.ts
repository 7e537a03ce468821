/**
 * 100 requests with three assertions each, through the commands that users type: `touchstone run`, `newman run` and,
 * with --bruno, `bru run`, on the same local server in alternating rounds. Measures the entire process. Prints JSON.
 * Options: --rounds N (default 5), --bruno.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { onDemand } from '../tools/on-demand.ts';

const run = promisify(execFile);
const requests = 100;
const { values: flags } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, bruno: { type: 'boolean', default: false } },
});
const rounds = Number(flags.rounds);
const folder = mkdtempSync(join(tmpdir(), 'touchstone-bench-'));

interface Contender {
  command: string;
  args: string[];
  cwd?: string;
}

let served = 0;
const server = createServer((request, response) => {
  served += 1;
  const id = Number(new URL(request.url!, 'http://x').searchParams.get('id'));
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ id, name: `Item ${id}` }));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
try {
  const contenders = await prepare();
  const times = new Map(Object.keys(contenders).map((name): [string, number[]] => [name, []]));
  // The first round only warms each program's caches on disk.
  for (let round = -1; round < rounds; round += 1) {
    for (const [name, contender] of Object.entries(contenders)) {
      const ms = await measure(name, contender);
      if (round >= 0) times.get(name)!.push(ms);
    }
  }
  const medians = Object.fromEntries([...times].map(([name, all]) => [name, Math.round(median(all))]));
  const own = medians.touchstone!;
  const ratios = Object.fromEntries(
    Object.entries(medians).flatMap(([name, ms]) =>
      name === 'touchstone' ? [] : [[name, Math.round((ms / own) * 10) / 10]],
    ),
  );
  const machine = { node: process.version, cores: cpus().length };
  console.log(
    JSON.stringify({ bench: 'command-line', requests, rounds, machine, processMs: medians, ratios }, null, 1),
  );
} finally {
  server.close();
  rmSync(folder, { recursive: true, force: true });
}

async function prepare(): Promise<Record<string, Contender>> {
  const collection = join(folder, 'collection.json');
  writeFileSync(collection, JSON.stringify(postmanCollection()));
  const cli = fileURLToPath(new URL('../apps/cli/bin/touchstone.mjs', import.meta.url));
  const newman = join(onDemand('newman'), 'bin/newman.js');
  const contenders: Record<string, Contender> = {
    touchstone: { command: process.execPath, args: [cli, 'run', '--postman', collection] },
    newman: { command: process.execPath, args: [newman, 'run', collection, '--reporters', 'cli'] },
  };
  if (!flags.bruno) return contenders;
  await run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', '@usebruno/cli']);
  const cwd = join(folder, 'bruno');
  mkdirSync(cwd);
  for (const [name, text] of Object.entries(brunoFiles())) writeFileSync(join(cwd, name), text);
  contenders.bruno = { command: process.execPath, args: [join(folder, 'node_modules/.bin/bru'), 'run'], cwd };
  return contenders;
}

async function measure(name: string, { command, args, cwd }: Contender): Promise<number> {
  served = 0;
  const startedMs = performance.now();
  await run(command, args, { ...(cwd === undefined ? {} : { cwd }), maxBuffer: 50e6 });
  const ms = performance.now() - startedMs;
  if (served !== requests) throw new Error(`${name} sent ${served} requests instead of ${requests}.`);
  return ms;
}

function postmanCollection(): object {
  const item = Array.from({ length: requests }, (_, id) => {
    const exec = [
      `pm.test('status', () => pm.response.to.have.status(200));`,
      `pm.test('type', () => pm.expect(pm.response.headers.get('Content-Type')).to.include('json'));`,
      `pm.test('id', () => pm.expect(pm.response.json().id).to.eql(${id}));`,
    ];
    const request = { method: 'GET', url: `${base}/items?id=${id}` };
    return { name: `Item ${id}`, request, event: [{ listen: 'test', script: { exec } }] };
  });
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
  return { info: { name: 'bench', schema }, item };
}

function brunoFiles(): Record<string, string> {
  const files: Record<string, string> = { 'bruno.json': '{"version":"1","name":"bench","type":"collection"}' };
  for (let id = 0; id < requests; id += 1) {
    files[`item-${id}.bru`] = `meta {
  name: Item ${id}
  type: http
  seq: ${id + 1}
}

get {
  url: ${base}/items?id=${id}
  body: none
  auth: none
}

assert {
  res.status: eq 200
  res.headers['content-type']: contains json
  res.body.id: eq ${id}
}
`;
  }
  return files;
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)]!;
}
