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
import ts from 'typescript';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
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

/** The contents of the copy's files, by path. */
const read = () =>
  new Map(
    parts
      .flatMap((part) => listFiles(join(copy, part)).map((path) => `${part}/${path}`))
      .map((path) => [path, readFileSync(join(copy, path), 'utf8')]),
  );

/** External packages come from this checkout; our own ones from the copy. */
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
  for (const file of ['package.json', 'biome.json', 'tsconfig.base.json', 'docs/errors.md'])
    cpSync(join(root, file), join(copy, file));
  for (const folder of ['', ...['web', 'server', 'cli'].map((app) => `apps/${app}/`)])
    linkModules(join(root, folder, 'node_modules'), join(copy, folder, 'node_modules'));
  before = read();
  const made = await runQuietly(process.execPath, ['tools/new-service.ts', 'price-watch'], copy);
  expect(made).toMatchObject({ exitCode: 0, stderr: '' });
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/**
 * Returns the type errors in these files; imported files are read but not checked again, which the type check can't do.
 */
function typeProblems(paths: string[]): string[] {
  const { config } = ts.readConfigFile(join(copy, 'tsconfig.base.json'), ts.sys.readFile) as {
    config: { compilerOptions: object };
  };
  const { options } = ts.convertCompilerOptionsFromJson(
    {
      ...config.compilerOptions,
      module: 'esnext',
      moduleResolution: 'bundler',
      jsx: 'react-jsx',
      types: ['node', 'vite/client'],
      lib: ['es2024', 'esnext.collection', 'esnext.iterator', 'dom', 'dom.iterable'],
      noEmit: true,
    },
    copy,
  );
  const files = paths.map((path) => join(copy, path));
  const program = ts.createProgram([...files, join(copy, 'packages/testing/src/global-setup.ts')], options);
  return files.flatMap((path) => {
    const source = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) => `${relative(copy, path)}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
  });
}

/** Runs a program in the copy; it must succeed without output. */
async function expectSuccess(command: string, ...args: string[]): Promise<void> {
  const { exitCode, stdout, stderr } = await runQuietly(command, args, copy);
  expect(exitCode, stdout + stderr).toBe(0);
}

test('a new service edits the two manifests, and otherwise only adds its own files', () => {
  const after = read();
  const changed = [...after].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
  expect(changed.filter((path) => before.has(path)).sort()).toEqual(manifests);
  for (const path of changed.filter((one) => !before.has(one)))
    expect(path === access || [service, feature, contracts].some((home) => path.startsWith(`${home}/`)), path).toBe(
      true,
    );
});

test('the generated files follow floor plan, format and walls', async () => {
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
  // Modules elsewhere are seen but not followed: the walls' own check covers them.
  const { crossings } = await cruiseWalls(
    copy,
    [service, feature, contracts, access, ...manifests],
    '/price-watch[./]',
  );
  expect(crossings).toEqual([]);
});

test('its types are correct', () => {
  const isNew = (path: string) =>
    [service, feature, contracts, access, ...manifests].some((home) => path.startsWith(home));
  const paths = [...read().keys()].filter((path) => isNew(path) && /\.tsx?$/.test(path));
  expect(typeProblems(paths)).toEqual([]);
}, 400_000);

/** Of the product's calls, only its own are made in every role and plan. */
const ownCalls = '^(?!who may call what (?!.*/services/price-watch/))';

/** The copy's tests use this run's database; none of the selected ones starts the built program. */
const configuration = () => `import { defineConfig } from 'vitest/config';

const shared = { maxWorkers: 3, isolate: false, pool: 'forks' as const, testTimeout: 120_000, hookTimeout: 240_000 };
const contract = ['tests/contract/authorization.test.ts', 'tests/contract/documents.test.ts'];
export default defineConfig({
  test: {
    ...shared,
    projects: [
      {
        test: {
          ...shared,
          name: 'node',
          provide: { postgresUrl: ${JSON.stringify(inject('postgresUrl'))} },
          include: ['${service}/**/*.test.ts', ...contract],
        },
      },
      'apps/web/vitest.config.ts',
    ],
  },
});
`;

test('the product starts with it: its own tests, those of its calls, and those of the list of features pass', async () => {
  writeFileSync(join(copy, 'vitest.new.config.ts'), configuration());
  await expectSuccess(
    'vitest',
    'run',
    '--config',
    'vitest.new.config.ts',
    feature,
    service,
    'apps/web/src/app/features',
    'apps/web/src/app/access',
    'apps/web/src/app/tours/tours',
    'tests/contract',
    '--testNamePattern',
    ownCalls,
  );
}, 400_000);
