import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@touchstone/testing';

const wanted = 'node-red@4';

/** A Node-RED whose context is stored in files, which is the most it persists. */
export interface NodeRed {
  version: string;
  /** Deploys a chain of `length` requests, each of which stores its response in the flow's context. */
  deploy(url: string, length: number): Promise<void>;
  /** Milliseconds of one run of the chain. */
  run(): Promise<number>;
  stop(): Promise<void>;
}

/** startNodeRed installs Node-RED in a separate folder and starts it without its editor. */
export async function startNodeRed(): Promise<NodeRed> {
  const folder = await mkdtemp(join(tmpdir(), 'node-red-'));
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', wanted], { cwd: folder });
  const home = join(folder, 'node_modules/node-red');
  const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as { version: string };
  const port = await freePort();
  const settings = `module.exports = {
    uiHost: '127.0.0.1', uiPort: ${port}, httpAdminRoot: '/admin', disableEditor: true, flowFile: 'flows.json',
    credentialSecret: false, contextStorage: { default: { module: 'localfilesystem' } },
    logging: { console: { level: 'warn' } } };`;
  await writeFile(join(folder, 'settings.js'), settings);
  const child: ChildProcess = spawn(
    process.execPath,
    [join(home, 'red.js'), '--userDir', folder, '--settings', join(folder, 'settings.js')],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const url = `http://127.0.0.1:${port}`;
  await until(async () => (await fetch(`${url}/admin/settings`)).ok);
  const runOnce = async (): Promise<void> => {
    const answer = await fetch(`${url}/run`, { method: 'POST' });
    if (!answer.ok) throw new Error(`Node-RED answered ${answer.status}.`);
    await answer.text();
  };
  return {
    version,
    async deploy(target, length) {
      const body = JSON.stringify(chainFlow(target, length));
      const headers = { 'content-type': 'application/json', 'node-red-deployment-type': 'full' };
      const answer = await fetch(`${url}/admin/flows`, { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(`Node-RED refused the flow: ${answer.status} ${await answer.text()}`);
      await until(async () => (await fetch(`${url}/there`)).ok);
    },
    async run() {
      const started = performance.now();
      await runOnce();
      return performance.now() - started;
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A request, then a function that stores the response, for each step. */
function chainFlow(url: string, length: number): object[] {
  const ids = Array.from({ length }, (_, index) => `n${index}`);
  const z = 'tab';
  const keep = "flow.set(node.id, msg.payload); msg.headers = { 'idempotency-key': node.id }; return msg;";
  return [
    { id: z, type: 'tab', label: 'Chain' },
    { id: 'there', z, type: 'http in', url: '/there', method: 'get', wires: [['there-answer']] },
    { id: 'there-answer', z, type: 'http response', statusCode: '200', wires: [] },
    { id: 'in', z, type: 'http in', url: '/run', method: 'post', wires: [['n0']] },
    ...ids.flatMap((id, index) => [
      {
        id,
        z,
        type: 'http request',
        method: 'POST',
        ret: 'obj',
        url: `${url}/${id}`,
        persist: true,
        wires: [[`f${index}`]],
      },
      {
        id: `f${index}`,
        z,
        type: 'function',
        func: keep,
        outputs: 1,
        wires: [[index + 1 < length ? `n${index + 1}` : 'out']],
      },
    ]),
    { id: 'out', z, type: 'http response', statusCode: '200', wires: [] },
  ];
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue().catch(() => false))) await new Promise((resolve) => setTimeout(resolve, 100));
}
