import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
    [...readFileSync(join(folder, file), 'utf8').matchAll(/new URL\(\s*(['"])([^'"]+)\1,\s*import\.meta\.url\)/g)].map(
      ([, , way = '']) => ({ file, way }),
    ),
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

/** The modules of a built file and of everything that it imports on startup. */
function modulesLoadedWith(name: string, seen = new Set<string>()): string[] {
  const file = files().find((each) => each.startsWith(name));
  if (file === undefined || seen.has(file)) return [];
  seen.add(file);
  // A file that only re-exports has no map.
  const map = join(folder, `${file}.map`);
  const own = existsSync(map) ? (JSON.parse(readFileSync(map, 'utf8')) as { sources: string[] }).sources : [];
  const imported = readFileSync(join(folder, file), 'utf8').matchAll(/^(?:import|export)\b.*? from "\.\/([^"]+)";$/gm);
  return [...own, ...[...imported].flatMap(([, next = '']) => modulesLoadedWith(next, seen))];
}

test('a functional run of the command loads no library that only some documents need', () => {
  const modules = modulesLoadedWith('part-document-run-');
  expect(modules.some((path) => path.endsWith('engines/http/src/node/http-session.ts'))).toBe(true);
  const heavy = /node_modules\/(re2js|json-p3|slimdom|fontoxpath|yaml|libxml2-wasm|read-excel-file|@faker-js)\//;
  expect(modules.filter((path) => heavy.test(path) || /engines\/import\/src\/core\/\w+\/import-/.test(path))).toEqual(
    [],
  );
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
