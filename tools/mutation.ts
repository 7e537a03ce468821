import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { findRoom, type Room } from './mutation/rooms.ts';
import type { Sample } from './mutation/sample.ts';
import { onDemand } from './on-demand.ts';
import { root } from './processes.ts';

/**
 * Puts faults into the files of one room, one at a time, and runs the room's unit tests on each:
 * `npm run test:mutation -- engines/assert`. Returns 1 if fewer faults are detected than the room's threshold.
 */
async function tryRoom(room: Room, sample: Sample | undefined): Promise<void> {
  process.env.TOUCHSTONE_MUTATION_ROOM = JSON.stringify(room);
  process.env.TOUCHSTONE_MUTATION_SAMPLE = JSON.stringify(sample ?? {});
  const core = onDemand('@stryker-mutator/core');
  const { Stryker } = (await import(pathToFileURL(join(core, 'dist/src/index.js')).href)) as {
    Stryker: new (options: object) => { runMutationTest(): Promise<{ status: string }[]> };
  };
  const report = join('test-results/mutation', room.name.replaceAll('/', '-'));
  const faults = await new Stryker({
    plugins: [join(core, '../vitest-runner/dist/src/index.js'), join(root, 'tools/mutation/sample.ts')],
    checkers: sample ? ['sample'] : [],
    testRunner: 'vitest',
    vitest: { configFile: 'tools/mutation/vitest.config.ts', related: false },
    mutate: room.faults,
    // Texts for users change without being faulty; texts read by programs are covered by other faults.
    mutator: { excludedMutations: ['StringLiteral'] },
    ...(room.inWorkers ? { coverageAnalysis: 'off' } : { ignoreStatic: true }),
    // Inactive faults cost time, too, and machines have other work.
    dryRunTimeoutMinutes: 15,
    concurrency: Number(process.env.TOUCHSTONE_MUTATION_WORKERS ?? 1),
    ignorePatterns: ['bench', 'docs', 'test-results', 'tests', '.touchstone', '**/dist'],
    tempDirName: 'test-results/mutation/copy',
    reporters: ['clear-text', 'json', 'html'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false, allowEmojis: false },
    jsonReporter: { fileName: `${report}.json` },
    htmlReporter: { fileName: `${report}.html` },
    thresholds: { high: 100, low: room.threshold, break: room.threshold },
    allowConsoleColors: false,
    disableTypeChecks: true,
  }).runMutationTest();
  const open = faults.filter(({ status }) => status !== 'Ignored');
  const tried = open.filter(({ status }) => status !== 'CompileError');
  console.log(`Tried ${tried.length} of ${open.length} faults.`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' } },
});
const name = positionals[0] ?? '';
const found = findRoom(name);
const room = found && existsSync(join(root, found.place)) ? found : undefined;
const sample = values.sample === undefined ? undefined : { size: Number(values.sample), seed: Number(values.seed) };
if (sample && !(sample.size >= 1 && Number.isInteger(sample.seed))) {
  console.error('--sample takes a number of faults, --seed a whole number.');
  process.exitCode = 2;
} else if (room) {
  process.chdir(root);
  try {
    await tryRoom(room, sample);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
} else {
  console.error(
    `There is no room "${name}". Name one: engines/NAME, services/NAME/domain, services/NAME/app, web/FEATURE, or a folder or file in it (engines/assert/xpath1).`,
  );
  process.exitCode = 2;
}
