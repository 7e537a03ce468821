import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const webConfig = 'apps/web/vitest.config.ts';

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          globalSetup: ['packages/testing/src/global-setup.ts'],
          pool: 'forks',
          include: ['{apps,engines,packages,tests,tools,bench}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**', 'apps/web/**', 'tests/e2e/**'],
          // A slow machine is no failure: nothing waits that long on a usual one.
          testTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
          // A second try only where a red run would keep a change from landing; it is reported.
          retry: process.env.CI ? 1 : 0,
          hookTimeout: 120_000,
        },
      },
      ...(existsSync(new URL(webConfig, import.meta.url)) ? [`./${webConfig}`] : []),
    ],
  },
});
