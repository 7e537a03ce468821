import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findRoom, type Room } from './mutation/rooms.ts';
import { onDemand } from './on-demand.ts';
import { root } from './processes.ts';

/**
 * Puts faults into the files of one room, one after another, and runs the room's unit tests on each:
 * `npm run test:mutation -- engines/assert`. Answers 1 if fewer faults are noticed than the room promises.
 */
async function tryRoom(room: Room): Promise<void> {
  process.env.TOUCHSTONE_MUTATION_ROOM = JSON.stringify(room);
  const core = onDemand('@stryker-mutator/core');
  const { Stryker } = (await import(pathToFileURL(join(core, 'dist/src/index.js')).href)) as {
    Stryker: new (options: object) => { runMutationTest(): Promise<unknown> };
  };
  const report = join('test-results/mutation', room.name.replaceAll('/', '-'));
  await new Stryker({
    plugins: [join(core, '../vitest-runner/dist/src/index.js')],
    testRunner: 'vitest',
    vitest: { configFile: 'tools/mutation/vitest.config.ts', related: false },
    mutate: room.faults,
    // Texts for people change without a fault; what a program reads of a text is noticed by other faults.
    mutator: { excludedMutations: ['StringLiteral'] },
    ignoreStatic: true,
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
}

const name = process.argv[2] ?? '';
const room = findRoom(name);
if (room) {
  process.chdir(root);
  try {
    await tryRoom(room);
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
