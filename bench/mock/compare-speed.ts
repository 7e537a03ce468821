import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onDemand } from '../../tools/on-demand.ts';
import { root } from '../../tools/processes.ts';
import { startWireMock } from './wiremock.ts';

interface Speed {
  peer: string;
  stubs: number;
  asked: string;
  perSecond: number;
  /** Requests per second of processor time of the mock. */
  perCpuSecond: number;
  p99Ms: number;
}

const mappings = (count: number) => ({
  mappings: Array.from({ length: count }, (_, number) => ({
    request: { method: 'GET', urlPathTemplate: `/r${number}/{id}`, headers: { 'X-Key': { matches: '[a-z]+[0-9]*' } } },
    response: { status: 200, headers: { 'Content-Type': 'application/json' }, jsonBody: { number } },
  })),
});

async function waitFor(url: string): Promise<void> {
  for (let attempt = 0; attempt < 240; attempt += 1) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`${url} does not answer.`);
}

/** Processor time of a process so far, in seconds (Linux). */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function measure(
  base: string,
  path: string,
  pid: number,
  seconds: number,
): Promise<Omit<Speed, 'peer' | 'stubs' | 'asked'>> {
  const { default: autocannon } = (await import(join(onDemand('autocannon'), 'autocannon.js'))) as {
    default: (options: object) => Promise<{ requests: { total: number }; latency: { p99: number }; duration: number }>;
  };
  const options = { url: `${base}${path}`, connections: 16, headers: { 'X-Key': 'abc1' } };
  await autocannon({ ...options, duration: 2 });
  const before = cpuSeconds(pid);
  const { requests, latency, duration } = await autocannon({ ...options, duration: seconds });
  const spent = cpuSeconds(pid) - before;
  return {
    perSecond: Math.round(requests.total / duration),
    perCpuSecond: Math.round(requests.total / spent),
    p99Ms: latency.p99,
  };
}

async function ours(count: number, port: number): Promise<ChildProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-mock-'));
  writeFileSync(join(folder, 'stubs.json'), JSON.stringify(mappings(count)));
  const main = join(root, 'apps/cli/src/main.ts');
  const child = spawn(process.execPath, [main, 'mock', join(folder, 'stubs.json'), '--port', String(port), '--quiet'], {
    stdio: 'ignore',
  });
  await waitFor(`http://127.0.0.1:${port}/__admin/health`);
  return child;
}

async function wireMock(count: number, port: number): Promise<ChildProcess> {
  const child = await startWireMock(port, ['--no-request-journal']);
  await fetch(`http://127.0.0.1:${port}/__admin/mappings/import`, {
    method: 'POST',
    body: JSON.stringify(mappings(count)),
  });
  return child;
}

async function mockoon(count: number, port: number): Promise<ChildProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-mock-'));
  const routes = mappings(count).mappings.map((_, number) => ({
    uuid: `r${number}`,
    type: 'http',
    documentation: '',
    method: 'get',
    endpoint: `r${number}/:id`,
    responses: [
      {
        uuid: `a${number}`,
        body: `{"number":${number}}`,
        latency: 0,
        statusCode: 200,
        label: '',
        headers: [],
        bodyType: 'INLINE',
        filePath: '',
        databucketID: '',
        sendFileAsBody: false,
        rules: [],
        rulesOperator: 'OR',
        disableTemplating: true,
        fallbackTo404: false,
        default: true,
        crudKey: 'id',
        callbacks: [],
      },
    ],
    responseMode: null,
    streamingMode: null,
    streamingInterval: 0,
  }));
  const environment = {
    uuid: 'e',
    lastMigration: 33,
    name: 'b',
    endpointPrefix: '',
    latency: 0,
    port,
    hostname: '',
    folders: [],
    routes,
    rootChildren: routes.map(({ uuid }) => ({ type: 'route', uuid })),
    proxyMode: false,
    proxyHost: '',
    proxyRemovePrefix: false,
    tlsOptions: { enabled: false, type: 'CERT', pfxPath: '', certPath: '', keyPath: '', caPath: '', passphrase: '' },
    cors: false,
    headers: [],
    proxyReqHeaders: [],
    proxyResHeaders: [],
    data: [],
    callbacks: [],
  };
  writeFileSync(join(folder, 'e.json'), JSON.stringify(environment));
  const child = spawn(
    process.execPath,
    [
      join(onDemand('@mockoon/cli'), 'bin/run.js'),
      'start',
      '--data',
      join(folder, 'e.json'),
      '--port',
      String(port),
      '--disable-log-to-file',
    ],
    { stdio: 'ignore' },
  );
  await waitFor(`http://127.0.0.1:${port}/r0/1`);
  return child;
}

async function prism(count: number, port: number): Promise<ChildProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-mock-'));
  const item = (number: number) => ({
    get: {
      parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'string' } }],
      responses: { 200: { description: '', content: { 'application/json': { example: { number } } } } },
    },
  });
  const paths = Object.fromEntries(mappings(count).mappings.map((_, number) => [`/r${number}/{id}`, item(number)]));
  writeFileSync(
    join(folder, 'a.json'),
    JSON.stringify({ openapi: '3.0.3', info: { title: 'b', version: '1' }, paths }),
  );
  const child = spawn(
    process.execPath,
    [join(onDemand('@stoplight/prism-cli'), 'dist/index.js'), 'mock', join(folder, 'a.json'), '--port', String(port)],
    { stdio: 'ignore' },
  );
  await waitFor(`http://127.0.0.1:${port}/r0/1`);
  return child;
}

const peers = { ours, wireMock, mockoon, prism };

/** compareSpeed measures the oldest and the newest of 10, 1,000 and 5,000 stubs, ours with its journal, one mock after another. */
export async function compareSpeed(seconds: number): Promise<Speed[]> {
  const results: Speed[] = [];
  let port = 18_500;
  for (const stubs of [10, 1000, 5000])
    for (const [peer, start] of Object.entries(peers)) {
      port += 1;
      try {
        const child = await start(stubs, port);
        for (const [asked, number] of [
          ['oldest', 0],
          ['newest', stubs - 1],
        ] as const)
          results.push({
            peer,
            stubs,
            asked,
            ...(await measure(`http://127.0.0.1:${port}`, `/r${number}/1`, child.pid!, seconds)),
          });
        child.kill();
      } catch (error) {
        console.error(
          `${peer} with ${stubs} stubs was not measured: ${error instanceof Error ? error.message : error}`,
        );
      }
    }
  return results;
}
