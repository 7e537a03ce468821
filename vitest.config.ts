import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Workers, and the processes of the product that tests start, compile what they import once for the whole run.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/compile', import.meta.url));

/** Files that start the product over and over, the longest first: one that began last would keep a single worker busy at the end. */
const longFiles = [
  'tests/resilience/bombs.test.ts',
  'tests/contract/authorization.test.ts',
  'api-monitoring/jobs/alert-loss.test.ts',
  'tests/resilience/whole-product-loss.test.ts',
  'tests/resilience/backup.test.ts',
  'platform/backup/backup.test.ts',
  // Not among the first: its compiler needs the processor while `npm run check` has one of its own.
  'tools/new-service.test.ts',
  'performance/jobs/shards.test.ts',
  'runs/jobs/runner-loss.test.ts',
  'performance/routes/performance.test.ts',
  'node/run-load.test.ts',
  'apps/server/src/main.test.ts',
  'database/embedded/embedded-postgres.test.ts',
];

/** Files that replace the clock of their process, with which what other files left open must not run. */
const ownClock = [
  'apps/server/src/platform/database/waiters.test.ts',
  'apps/server/src/services/identity/clients/token-verifier.test.ts',
  'engines/load/src/node/timer-wheel.test.ts',
  'packages/contracts/src/event-stream.test.ts',
];

class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longFiles.findIndex((path) => moduleId.endsWith(path));
      return place < 0 ? longFiles.length : place;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    // One more than the cores of the smallest machine: tests of runs, leases and processes wait most of their time.
    maxWorkers: 3,
    sequence: { sequencer: LongFilesFirst },
    // Tests of a file that run at the same time, as those of keywords in browsers: beside two other workers.
    maxConcurrency: 3,
    // No module of the product keeps state that a test could leave behind, so a worker loads each module once.
    isolate: false,
    pool: 'forks',
    // A slow machine is no failure: nothing waits that long on a usual one.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 20_000 } },
    // A second try only where a red run would keep a change from landing; it is reported.
    retry: process.env.CI ? 1 : 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          globalSetup: ['packages/testing/src/global-setup.ts'],
          include: ['{apps,engines,packages,tests,tools,bench}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**', 'apps/web/**', 'tests/e2e/**', ...ownClock],
        },
      },
      { extends: true, test: { name: 'clock', include: ownClock, isolate: true } },
      'apps/web/vitest.config.ts',
      'apps/web/vitest.no-page.config.ts',
      'apps/web/vitest.own-modules.config.ts',
    ],
  },
});
