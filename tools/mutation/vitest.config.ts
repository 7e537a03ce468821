import { defineConfig } from 'vitest/config';
import type { Room } from './rooms.ts';

/** The tests of one room, chosen by tools/mutation.ts. */
const { tests, environment, database }: Partial<Room> = JSON.parse(process.env.TOUCHSTONE_MUTATION_ROOM ?? '{}');

export default defineConfig({
  test: {
    include: tests ?? [],
    environment: environment ?? 'node',
    exclude: ['**/node_modules/**'],
    globalSetup: database ? ['packages/testing/src/global-setup.ts'] : [],
    testTimeout: 20_000,
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
  },
});
