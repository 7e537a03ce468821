import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../processes.ts';
import { buildProgram } from './build-program.ts';

const run = promisify(execFile);
const folder = join(root, 'node_modules/.cache/touchstone', `test-${process.pid}`);
let sources: string[];
beforeAll(async () => {
  ({ sources } = await buildProgram(folder));
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const files = () => readdirSync(folder).filter((name) => name.endsWith('.js'));
const addresses = () =>
  files().flatMap((file) =>
    [
      ...readFileSync(join(folder, file), 'utf8').matchAll(/new URL\(\s*(['"`])([^'"`]+)\1,\s*import\.meta\.url\)/g),
    ].map(([, , way = '']) => ({ file, way })),
  );

test('everything that a built file references by its location exists', () => {
  // The page is built when a server starts.
  const missing = addresses().filter(
    ({ file, way }) =>
      !way.endsWith('apps/web/dist/') && !existsSync(fileURLToPath(new URL(way, pathToFileURL(join(folder, file))))),
  );
  expect(missing).toEqual([]);
  const ways = addresses().map(({ way }) => way);
  for (const name of ['work-worker', 'script-worker', 'load-worker', 'import-worker', 'database-worker'])
    expect(ways).toContain(`./${name}.js`);
  expect(ways.filter((way) => way.endsWith('/store/migrations/'))).not.toEqual([]);
});

test('no module that is loaded by its address is left to the sources', () => {
  const loaded = addresses().filter(({ way }) => way.startsWith('./') && way.endsWith('.ts'));
  expect(loaded).toEqual([]);
  for (const file of files())
    expect(readFileSync(join(folder, file), 'utf8'), file).not.toMatch(/import\.meta\.resolve\(/);
});

/** Reports each file and module of Node that a process loads, at its exit. */
const watchLoads = `import { registerHooks } from 'node:module';
const loaded = [];
registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
process.on('exit', () => process.stderr.write([...loaded, ...process.moduleLoadList].join('\\n')));`;

/** The modules in all files that the command loads for a run of this collection, and the modules of Node. */
async function modulesOfRun(item: object[]): Promise<{ modules: string[]; ofNode: string[] }> {
  const collection = join(folder, 'collection.json');
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
  writeFileSync(collection, JSON.stringify({ info: { name: 'Few', schema }, item }));
  const watch = join(folder, 'watch-loads.mjs');
  writeFileSync(watch, watchLoads);
  const command = ['--import', pathToFileURL(watch).href, join(folder, 'cli.js'), 'run', '--postman', collection];
  const { stderr } = await run(process.execPath, command);
  const loaded = stderr.split('\n');
  const ofNode = loaded.flatMap((name) => /^NativeModule (.+)/.exec(name)?.[1] ?? []);
  const files = loaded.filter((name) => name.startsWith('file:'));
  return { ofNode, modules: files.flatMap(modulesIn) };
}

function modulesIn(url: string): string[] {
  const map = `${fileURLToPath(url)}.map`;
  // A file that only re-exports has no map.
  if (!existsSync(map)) return [];
  const { sources: paths } = JSON.parse(readFileSync(map, 'utf8')) as { sources: string[] };
  return paths.map((path) => resolve(folder, path));
}

test('a run with plain tests loads no library and no module of Node that only some runs need', async () => {
  const server = createServer((_request, response) => response.setHeader('Set-Cookie', 'a=1').end('{"id":7}'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const exec = [
    "pm.test('status', () => pm.response.to.have.status(200));",
    "pm.test('id', () => pm.expect(pm.response.json().id).to.eql(7));",
  ];
  const event = [{ listen: 'test', script: { exec } }];
  try {
    const { modules, ofNode } = await modulesOfRun([
      { name: 'One', request: { url: `http://127.0.0.1:${port}/` }, event },
    ]);
    const npm = new Set(modules.flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []));
    // The cookie needs the last two.
    expect([...npm].sort()).toEqual(['commander', 'tldts', 'tough-cookie']);
    expect(ofNode).toContain('http');
    for (const name of ['crypto', 'https', 'tls', 'dns', 'worker_threads', 'zlib']) expect(ofNode).not.toContain(name);
    const importers = modules.filter((path) => /engines\/import\/src\/core\/\w+\/import-/.test(path));
    expect(importers.map((path) => basename(path))).toEqual(['import-postman.ts']);
  } finally {
    server.close();
  }
});

test('the sources are those of server, command, engines and packages, without tests', () => {
  for (const path of [
    'apps/server/src/app.ts',
    'apps/cli/src/main.ts',
    'engines/assert/src/node/work/work-worker.ts',
    'packages/kernel/src/index.ts',
    'package-lock.json',
  ])
    expect(sources).toContain(path);
  expect(sources.filter((path) => /\.test\.ts$|node_modules\/[^.]/.test(path))).toEqual([]);
});

test('a stack trace has the lines of the sources', async () => {
  const probe = join(folder, 'probe.mjs');
  writeFileSync(
    probe,
    `import { judgeStep } from './judge-step.js'; await judgeStep(undefined).catch((error) => console.log(error.stack));`,
  );
  const { stdout } = await run(process.execPath, [probe]);
  const [, path = '', line] = /judgeStep \((.*\.ts):(\d+):\d+\)/.exec(stdout) ?? [];
  expect(path).toBe(join(root, 'engines/assert/src/node/work/judge-step.ts'));
  expect(readFileSync(path, 'utf8').split('\n')[Number(line) - 1]).toContain('prepareEvaluation(task)');
});

test('the command runs from a separate folder', async () => {
  const elsewhere = join(folder, 'elsewhere');
  mkdirSync(elsewhere);
  const { stdout } = await run(process.execPath, [join(folder, 'cli.js'), '--version'], { cwd: elsewhere });
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
