import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { browserLaunch, browserWindow } from './browser.ts';
import { freePort } from './ports.ts';

// The workers load this file too: only the first process chooses the ports.
process.env.TOUCHSTONE_E2E_PORT ??= String(await freePort());
process.env.TOUCHSTONE_E2E_CONTROL_PORT ??= String(await freePort());
const control = `http://127.0.0.1:${process.env.TOUCHSTONE_E2E_CONTROL_PORT}`;
const root = fileURLToPath(new URL('../../', import.meta.url));

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: `${root}test-results/e2e`,
  fullyParallel: true,
  // One more than the cores of the smallest machine: tests spend a fifth of their time waiting for runs, checks and
  // mails.
  workers: 3,
  retries: process.env.CI ? 2 : 0,
  forbidOnly: process.env.CI !== undefined,
  // Nothing takes that long on a usual machine; a slow one is no failure.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: `http://localhost:${process.env.TOUCHSTONE_E2E_PORT}`,
    launchOptions: browserLaunch(),
    ...browserWindow,
    // A trace costs a fifth of the time, so only a retry has one; `--trace retain-on-failure` enables it. Snapshots of
    // the page say more than film frames.
    trace: {
      mode: 'on-first-retry',
      screenshots: false,
      snapshots: true,
      sources: false,
    },
  },
  webServer: {
    command: `"${process.execPath}" tests/e2e/server.ts`,
    cwd: root,
    url: `${control}/ready`,
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
});
