import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFolderProblems, findSpreadProblems } from './check/code-limits.ts';
import { findDoorProblems, measureDoors } from './check/doors.ts';
import { findSizeProblems, measureFiles } from './check/file-sizes.ts';
import { findFloorPlanProblems } from './check/floor-plan.ts';
import { findLockfileProblems } from './check/lockfile.ts';
import { findWallProblems } from './check/walls.ts';
import { findWordingProblems } from './check/wording.ts';
import { root, runQuietly } from './processes.ts';

interface Check {
  name: string;
  /** Returns the problems; an empty list if there are none. */
  run: () => Promise<string[]> | string[];
}

const program =
  (command: string, ...args: string[]) =>
  async (): Promise<string[]> => {
    const { exitCode, stdout, stderr } = await runQuietly(command, args);
    return exitCode === 0 ? [] : [`${stdout}${stderr}`.trim() || `${command} ended with exit code ${exitCode}.`];
  };

/** The native compiler needs a third of the work; tools that read sources as data still need the previous one. */
const compiler = 'node_modules/typescript-native/lib/tsc.js';

/** Unchanged projects are not checked again. Several checkers would repeat work, and the other lane needs the processor. */
const types = (project: string) => {
  const kept = `node_modules/.cache/${project.replaceAll('/', '-')}.tsbuildinfo`;
  const options = ['--checkers', '1', '--incremental', '--tsBuildInfoFile', kept];
  return program(process.execPath, compiler, '-p', project, ...options);
};

const sizes = measureFiles(root);
/** Two lanes, because the small machines that check this repository have two cores; the slow programs come first. */
const lanes: Check[][] = [
  [
    { name: 'types of server, engines, packages, tools', run: types('tsconfig.json') },
    { name: 'walls between the rooms', run: findWallProblems },
    { name: 'floor plan and file names', run: () => findFloorPlanProblems(root) },
    { name: 'file sizes', run: () => findSizeProblems(sizes) },
    { name: 'folders', run: () => findFolderProblems(root) },
    { name: 'objects spread to save lines', run: () => findSpreadProblems(root) },
    { name: 'documented doors', run: () => findDoorProblems(measureDoors(root)) },
    { name: 'words that users read', run: () => findWordingProblems(root) },
    {
      name: 'lock file',
      run: () => findLockfileProblems(readFileSync(join(root, 'package-lock.json'), 'utf8')),
    },
  ],
  [
    { name: 'types of the web page', run: types('apps/web/tsconfig.json') },
    {
      name: 'format and lint',
      run: program('biome', 'ci', '--colors=off', '--diagnostic-level=error', '--max-diagnostics=100', '.'),
    },
    { name: 'dead code and unused packages', run: program('knip', '--no-progress') },
  ],
];

let failed = 0;
async function perform({ name, run }: Check): Promise<void> {
  const startedAt = performance.now();
  const problems = await Promise.resolve()
    .then(run)
    .catch((error: Error) => [error.message]);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${problems.length === 0 ? 'ok    ' : 'FAILED'} ${`${seconds} s`.padStart(6)}  ${name}`);
  if (problems.length === 0) return;
  failed += 1;
  console.log(problems.join('\n').replace(/^/gm, '          '));
}

await Promise.all(
  lanes.map(async (lane) => {
    for (const check of lane) await perform(check);
  }),
);
console.log(`\nLargest files (stop at 400 lines, tests at 500):`);
for (const { path, lines } of sizes.slice(0, 10)) console.log(`${String(lines).padStart(6)}  ${path}`);
console.log(failed === 0 ? '\nAll checks passed.' : `\n${failed} ${failed === 1 ? 'check' : 'checks'} failed.`);
process.exitCode = failed === 0 ? 0 : 1;
