import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import type { Room } from './rooms.ts';

/** The tests of one room, chosen by tools/mutation.ts. */
const { tests, environment, database, inWorkers }: Partial<Room> = JSON.parse(
  process.env.TOUCHSTONE_MUTATION_ROOM ?? '{}',
);

export default defineConfig({
  // Faults are in a copy of the repository, whose packages would otherwise resolve to the original.
  resolve: {
    alias: { '@touchstone/server': fileURLToPath(new URL('../../apps/server/src/index.ts', import.meta.url)) },
  },
  test: {
    include: tests ?? [],
    environment: environment ?? 'node',
    // Tests that kill programs detect no fault, because faults are active in this process. Tests that exhaust limits
    // take long and detect little.
    exclude: [
      '**/node_modules/**',
      '**/*-loss.test.ts',
      '**/*-processes.test.ts',
      '**/{regions,shards,takeover}.test.ts',
      ...(inWorkers ? ['**/hostile-*.test.ts'] : []),
    ],
    setupFiles: inWorkers ? ['tools/mutation/faults-in-workers.ts'] : [],
    globalSetup: database ? ['tools/mutation/postgres-setup.ts'] : [],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
  },
});
