import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { freePort, newDataDir } from '@touchstone/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFloorPlanProblems } from './check/floor-plan.ts';
import { listFiles } from './check/source-files.ts';
import { cruiseWalls } from './check/walls.ts';
import { root, runQuietly } from './processes.ts';

const manifests = ['apps/server/src/services/manifest.ts', 'apps/web/src/app/features.ts'];
const service = 'apps/server/src/services/price-watch';
const feature = 'apps/web/src/features/price-watch';
const contracts = 'packages/contracts/src/price-watch';
const access = 'tests/contract/services/price-watch.ts';
const parts = ['apps', 'engines', 'packages', 'tests', 'tools'];

let copy: string;
let before: Map<string, string>;

/** What the files of the copy say, by path. */
const read = () =>
  new Map(
    parts
      .flatMap((part) => listFiles(join(copy, part)).map((path) => `${part}/${path}`))
      .map((path) => [path, readFileSync(join(copy, path), 'utf8')]),
  );

/** Packages from elsewhere are those of this checkout; our own are those of the copy. */
function linkModules(from: string, to: string): void {
  if (!existsSync(from)) return;
  mkdirSync(to);
  for (const name of readdirSync(from))
    if (name !== '@touchstone') symlinkSync(join(from, name), join(to, name), 'junction');
  const own = join(from, '@touchstone');
  if (!existsSync(own)) return;
  mkdirSync(join(to, '@touchstone'));
  for (const name of readdirSync(own))
    symlinkSync(join(copy, relative(root, realpathSync(join(own, name)))), join(to, '@touchstone', name), 'junction');
}

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'touchstone-copy-'));
  const isSource = (path: string) => !/\/(node_modules|dist)(\/|$)/.test(path.slice(root.length));
  for (const part of parts) cpSync(join(root, part), join(copy, part), { recursive: true, filter: isSource });
  for (const file of ['package.json', 'biome.json', 'knip.json', 'tsconfig.base.json', 'vitest.config.ts'])
    cpSync(join(root, file), join(copy, file));
  for (const folder of ['', ...['web', 'server', 'cli'].map((app) => `apps/${app}/`)])
    linkModules(join(root, folder, 'node_modules'), join(copy, folder, 'node_modules'));
  before = read();
  const made = await runQuietly(process.execPath, ['tools/new-service.ts', 'price-watch'], copy);
  expect(made).toMatchObject({ exitCode: 0, stderr: '' });
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Runs a program in the copy; it says nothing when all is well. */
async function expectSuccess(command: string, ...args: string[]): Promise<void> {
  const { exitCode, stdout, stderr } = await runQuietly(command, args, copy);
  expect(exitCode, stdout + stderr).toBe(0);
}

test('a new service edits the two manifests, and else only adds its own files', () => {
  const after = read();
  const changed = [...after].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
  expect(changed.filter((path) => before.has(path)).sort()).toEqual(manifests);
  for (const path of changed.filter((one) => !before.has(one)))
    expect(path === access || [service, feature, contracts].some((home) => path.startsWith(`${home}/`)), path).toBe(
      true,
    );
});

test('what it makes keeps floor plan, format and walls', async () => {
  expect(findFloorPlanProblems(copy)).toEqual([]);
  await expectSuccess(
    'biome',
    'ci',
    '--vcs-enabled=false',
    '--error-on-warnings',
    service,
    feature,
    contracts,
    access,
    ...manifests,
  );
  const { crossings } = await cruiseWalls(copy, [service, feature, contracts, access, ...manifests]);
  // What lies elsewhere resolves its packages in the checkout, where `walls.test.ts` looks at it.
  const isNew = (path: string) =>
    [service, feature, contracts, access, ...manifests].some((home) => path.startsWith(home));
  expect(crossings.filter(({ from }) => isNew(from))).toEqual([]);
});

test('its types are right', async () => {
  const compilerOptions = { module: 'esnext', moduleResolution: 'bundler', jsx: 'react-jsx', types: ['vite/client'] };
  const lib = ['es2024', 'esnext.collection', 'esnext.iterator', 'dom', 'dom.iterable'];
  writeFileSync(
    join(copy, 'apps/web/tsconfig.new.json'),
    JSON.stringify({
      extends: '../../tsconfig.base.json',
      compilerOptions: { ...compilerOptions, lib },
      include: ['src/features/price-watch', 'src/app/features.ts'],
    }),
  );
  await expectSuccess('tsc', '-p', 'apps/web/tsconfig.new.json', '--noEmit');
});

test('the tests that it brings, and those of the list of features, pass', async () => {
  await expectSuccess(
    'vitest',
    'run',
    feature,
    service,
    'apps/web/src/app/features',
    'apps/web/src/app/access',
    'apps/web/src/app/tours/tours',
  );
});

test('the server starts with it', async () => {
  const port = await freePort();
  const folder = await newDataDir('new-service');
  const env = { ...process.env, PORT: String(port), TOUCHSTONE_DATA_DIR: folder, LOG_LEVEL: 'warn' };
  const server = spawn(process.execPath, ['apps/server/src/main.ts'], { cwd: copy, env, stdio: 'ignore' });
  const ended = once(server, 'exit');
  try {
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(isReady, { timeout: 120_000 }).toBe(true);
    expect(server.exitCode).toBeNull();
  } finally {
    server.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
});
