import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoadPlan, LoadSummary } from '@touchstone/engine-load';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { runCommand } from '../testing/command.ts';
import { readDuration, readExecutor } from './load-plan.ts';

let server: Server;
let origin: string;
let folder: string;
let seen: { method: string | undefined; url: string | undefined; key: unknown; body: string }[];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      const { method, url, headers } = request;
      seen.push({ method, url, key: headers['x-key'], body });
      response.writeHead(url === '/broken' ? 500 : 200, { 'content-type': 'application/json' }).end('{"id":7}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  seen = [];
  folder = mkdtempSync(join(tmpdir(), 'touchstone-load-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const load = (...args: string[]) => runCommand(['load', ...args], { cwd: folder });
const path = (name: string) => join(folder, name);
const readJson = <T>(name: string): T => JSON.parse(readFileSync(path(name), 'utf8')) as T;

test('loads an address, shows each second and the summary, and masks secrets', { timeout: 60_000 }, async () => {
  const { exitCode, stdout, stderr } = await load(
    ...['--url', `${origin}/items?user={{name}}`, '--header', 'X-Key: {{key}}', '--secret', 'key=s3cret-key'],
    ...['--var', 'name=ada', '--body', '{"key":"{{key}}"}', '--iterations', '20', '--vus', '4'],
    ...['--threshold', 'failed<1%', '--threshold', 'count==20', '--summary', 'summary.json'],
  );
  expect(stderr).toBe('');
  expect(exitCode).toBe(0);
  expect(seen).toHaveLength(20);
  expect(seen[0]).toEqual({ method: 'POST', url: '/items?user=ada', key: 's3cret-key', body: '{"key":"s3cret-key"}' });
  expect(stdout).toMatch(/^0:01\/10:00 {2}VUs /m);
  expect(stdout).toContain('20 requests in');
  expect(stdout).toContain('✔ failed is 0%, wanted < 1%.');
  expect(stdout).not.toContain('\u001b');
  const summary = readJson<LoadSummary>('summary.json');
  expect(summary).toMatchObject({ passed: true, total: { count: 20, failed: 0 } });
  expect(`${stdout}${JSON.stringify(summary)}`).not.toContain('s3cret');
});

test('a failed threshold is exit code 1, its failures are grouped', { timeout: 60_000 }, async () => {
  const { exitCode, stdout } = await load(
    ...['--url', `${origin}/broken`, '--vus', '2', '--duration', '2m', '--threshold', 'failed<5%', '--abort-on-fail'],
  );
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/\d+ {2}GET .*\/broken: The server answered with status 500\./);
  expect(stdout).toContain('✖ failed is 100%, wanted < 5%.');
});

test('without thresholds a run where nothing succeeds fails', { timeout: 60_000 }, async () => {
  const { exitCode, stdout } = await load('--url', 'http://127.0.0.1:1/', '--iterations', '2');
  expect(exitCode).toBe(1);
  expect(stdout).toContain('nothing listens there');
});

test('runs a document with data rows, and the options of a k6 script', { timeout: 60_000 }, async () => {
  const request = { method: 'GET', url: '{{baseUrl}}/items/{{item}}' };
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
  const collection = { info: { name: 'Shop', schema }, item: [{ name: 'Item', request }] };
  writeFileSync(path('shop.json'), JSON.stringify(collection));
  writeFileSync(path('items.csv'), 'item\n1\n2\n3\n');
  writeFileSync(
    path('script.js'),
    `export const options = { vus: 3, iterations: 9, thresholds: { http_req_failed: ['rate<0.01'] } };`,
  );
  const { exitCode, stdout } = await load(
    ...['--postman', 'shop.json', '--base-url', origin, '--data', 'items.csv', '--k6-options', 'script.js'],
  );
  expect(exitCode).toBe(0);
  expect(seen.map(({ url }) => url).sort()).toEqual(['1', '2', '3'].flatMap((item) => Array(3).fill(`/items/${item}`)));
  expect(stdout).toContain('✔ failed is 0%');
});

test('saves a plan that can be edited and run', { timeout: 60_000 }, async () => {
  expect((await load('--url', `${origin}/a`, '--vus', '2', '--save-plan', 'plan.json')).exitCode).toBe(0);
  expect(seen).toEqual([]);
  const plan = readJson<LoadPlan>('plan.json');
  expect(plan.scenarios[0]!.executor).toEqual({ type: 'constant-vus', vus: 2, durationMs: 30_000 });
  plan.scenarios[0]!.executor = { type: 'per-vu-iterations', vus: 2, iterations: 2 };
  writeFileSync(path('plan.json'), JSON.stringify(plan));
  expect((await load('--plan', 'plan.json')).exitCode).toBe(0);
  expect(seen).toHaveLength(4);
});

test('Ctrl C lets running iterations end and shows the summary', { timeout: 60_000 }, async () => {
  let isSent = false;
  const { exitCode, stdout } = await runCommand(
    ['load', '--url', `${origin}/a`, '--duration', '10m', '--think-time', '50ms'],
    {
      cwd: folder,
      onOutput: (text, kill) => {
        if (isSent || !text.includes('VUs')) return;
        isSent = true;
        kill('SIGINT');
      },
    },
  );
  expect(exitCode).toBe(2);
  expect(stdout).toContain('Stopping');
  expect(stdout).toMatch(/\d+ requests in .* 0 failed/);
});

test.each([
  [[], /Name what to load/],
  [['--url', 'http://x', '--plan', 'p'], /Give only one of --url, --plan/],
  [['--url', 'http://x', '--vus', 'many'], /--vus "many" is not a whole number/],
  [['--url', 'http://x', '--duration', 'long'], /--duration "long" is not a time/],
  [['--url', 'http://x', '--executor', 'all-at-once'], /--executor all-at-once is unknown/],
  [['--url', 'http://x', '--threshold', 'speed<3'], /thresholds\.0\.expression/],
  [['--plan', 'missing.json'], /cannot be read/],
  [['--url', 'http://x', '--data', 'missing.csv'], /does not exist/],
])('says what to correct: %j', { timeout: 60_000 }, async (args, message) => {
  const { exitCode, stderr } = await load(...args);
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(message);
});

const none = {
  suite: [],
  server: '',
  method: 'GET',
  header: [],
  var: [],
  secret: [],
  threshold: [],
  dataMode: 'shared',
};

test.each([
  [
    { vus: '5', duration: '1m30s' },
    { type: 'constant-vus', vus: 5, durationMs: 90_000 },
  ],
  [
    { stages: '30s:10,500ms:0' },
    {
      type: 'ramping-vus',
      startVus: 0,
      stages: [
        { durationMs: 30_000, target: 10 },
        { durationMs: 500, target: 0 },
      ],
    },
  ],
  [
    { iterations: '7', vus: '2' },
    { type: 'shared-iterations', vus: 2, iterations: 7 },
  ],
  [
    { rate: '2.5', vus: '40', duration: '10' },
    { type: 'constant-arrival-rate', rate: 2.5, durationMs: 10_000, preAllocatedVus: 40 },
  ],
  [
    { rate: '5', stages: '1m:50' },
    { type: 'ramping-arrival-rate', startRate: 5, stages: [{ durationMs: 60_000, target: 50 }], preAllocatedVus: 10 },
  ],
])('finds the workload model of %j', (flags, executor) => {
  expect(readExecutor({ ...none, ...flags })).toEqual(executor);
});

test.each([
  ['90', 90_000],
  ['1h1m1s1ms', 3_661_001],
  ['1.5s', 1500],
])('reads the time %s', (text, ms) => expect(readDuration(text, '--duration')).toBe(ms));
