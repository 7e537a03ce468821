import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onDemand } from '../../tools/on-demand.ts';
import { root } from '../../tools/processes.ts';
import { mappingsOf, mockoonOf, openApiOf, pathOf, type StubSet } from './stub-sets.ts';

/** A mock that runs in a separate process. */
export interface RunningMock {
  address: string;
  pid: number;
  /** The key that its admin API requires. */
  key?: string;
  /**
   * Milliseconds from the start of the process, or from the import of the stubs if that is a separate step, to the
   * first response.
   */
  loadMs: number;
  stop(): Promise<void>;
}

/** Contender starts a mock with a set of stubs. Rejects with a message if it isn't installed. */
export type Contender = (set: StubSet) => Promise<RunningMock>;

/** contenders contenders by name; unavailable ones are left out of the comparison with a line that says why. */
export const contenders = {
  ours: startOurs,
  product: startProduct,
  wiremock: startWireMock(['--no-request-journal']),
  'wiremock with journal': startWireMock([]),
  mockoon: startMockoon,
  prism: startPrism,
  nginx: startNginx,
} satisfies Record<string, Contender>;

const profiling = (): string[] =>
  process.env.MOCK_PROFILE === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${process.env.MOCK_PROFILE}`];

async function startOurs(set: StubSet): Promise<RunningMock> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-mock-'));
  writeFileSync(join(folder, 'stubs.json'), JSON.stringify({ mappings: mappingsOf(set) }));
  const port = await freePort();
  const main = join(root, 'apps/cli/src/main.ts');
  const args = [...profiling(), main, 'mock', folder, '--port', String(port), '--quiet'];
  return started(process.execPath, args, { port, folder, ready: pathOf(set, 0) });
}

/** The entire product with PostgreSQL; the stubs are assets of a project. */
async function startProduct(set: StubSet): Promise<RunningMock> {
  const child = fork(fileURLToPath(new URL('product.ts', import.meta.url)), [JSON.stringify(set)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: profiling(),
  });
  const ended = once(child, 'exit');
  const [ready] = (await Promise.race([
    once(child, 'message'),
    ended.then(([code]) => Promise.reject(new Error(`The product ended with code ${code}.`))),
  ])) as [{ address: string; key: string; loadMs: number }];
  return {
    ...ready,
    pid: child.pid!,
    async stop() {
      child.send('stop');
      await ended;
    },
  };
}

function startWireMock(options: string[]): Contender {
  return async (set) => {
    assertProgram('java', ['-version'], 'Java: apt-get install default-jre-headless');
    const build = join(onDemand('wiremock'), 'build');
    const jar = readdirSync(build).find((name) => name.endsWith('.jar'));
    if (jar === undefined) throw new Error('The package wiremock has no jar.');
    const folder = mkdtempSync(join(tmpdir(), 'bench-mock-'));
    const port = await freePort();
    const args = [
      '-jar',
      join(build, jar),
      '--port',
      String(port),
      '--root-dir',
      folder,
      '--disable-banner',
      ...options,
    ];
    const mock = await started('java', args, { port, folder, ready: '/__admin/mappings' });
    const startedAt = performance.now();
    // It treats the first of an imported list as the newest.
    const body = JSON.stringify({ mappings: mappingsOf(set).toReversed() });
    const answer = await fetch(`${mock.address}/__admin/mappings/import`, { method: 'POST', body });
    if (!answer.ok) throw new Error(`WireMock took no stubs: ${answer.status}`);
    return { ...mock, loadMs: performance.now() - startedAt };
  };
}

async function startMockoon(set: StubSet): Promise<RunningMock> {
  const port = await freePort();
  return startPeer('mockoon', mockoonOf(set, port), { port, ready: pathOf(set, 0) });
}

async function startPrism(set: StubSet): Promise<RunningMock> {
  if (set.kind === 'template') throw new Error('Prism has no templates.');
  return startPeer('prism', openApiOf(set), { port: await freePort(), ready: pathOf(set, 0) });
}

/**
 * startPeer starts Mockoon with an environment, or Prism with an OpenAPI document; `ready` is a path that responds once
 * it is up.
 */
export async function startPeer(
  peer: 'mockoon' | 'prism',
  document: object,
  { port, ready }: { port: number; ready: string },
): Promise<RunningMock> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-mock-'));
  const file = join(folder, 'document.json');
  writeFileSync(file, JSON.stringify(document));
  const programs = {
    mockoon: () => [join(onDemand('@mockoon/cli'), 'bin/run.js'), 'start', '--data', file, '--disable-log-to-file'],
    prism: () => [join(onDemand('@stoplight/prism-cli'), 'dist/index.js'), 'mock', file],
  };
  return started(process.execPath, [...programs[peer](), '--port', String(port)], { port, folder, ready });
}

async function startNginx(set: StubSet): Promise<RunningMock> {
  if (set.kind !== 'plain') throw new Error('nginx is compared by fixed answers only.');
  assertProgram('nginx', ['-v'], 'nginx: apt-get install nginx');
  const folder = mkdtempSync(join(tmpdir(), 'bench-mock-'));
  const port = await freePort();
  writeFileSync(join(folder, 'nginx.conf'), nginxOf(set, { port, folder }));
  return started('nginx', ['-c', join(folder, 'nginx.conf')], { port, folder, ready: pathOf(set, 0) });
}

function nginxOf({ count }: StubSet, { port, folder }: { port: number; folder: string }): string {
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const answer = (number: number) =>
    `location = /r${number} { default_type application/json; return 200 '{"number":${number}}'; }`;
  return `worker_processes 1;
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  ${places.map((place) => `${place}_temp_path ${folder}/${place};`).join('\n  ')}
  keepalive_requests 1000000000;
  server {
    listen 127.0.0.1:${port};
    ${Array.from({ length: count }, (_, number) => answer(number)).join('\n    ')}
  }
}
`;
}

/** assertProgram throws a message with a hint if a program isn't installed. */
export function assertProgram(name: string, args: string[], hint: string): void {
  try {
    execFileSync(name, args, { stdio: 'ignore' });
  } catch {
    throw new Error(`It needs ${hint}`);
  }
}

/** freePort returns an unused port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

interface Started {
  port: number;
  folder: string;
  /** Path that responds once the program is up. */
  ready: string;
}

async function started(command: string, args: string[], about: Started): Promise<RunningMock> {
  const { port, folder, ready } = about;
  const startedAt = performance.now();
  const child = spawn(command, args, { stdio: 'ignore' });
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await ended(child);
    }
    rmSync(folder, { recursive: true, force: true });
  };
  const address = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 2400; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`${command} ended at once.`);
    const isUp = await fetch(`${address}${ready}`).then(
      () => true,
      () => false,
    );
    if (isUp) return { address, pid: child.pid!, loadMs: performance.now() - startedAt, stop };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await stop();
  throw new Error(`${command} did not answer within two minutes.`);
}

async function ended(child: ChildProcess): Promise<void> {
  const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
  await once(child, 'exit');
  clearTimeout(timer);
}
