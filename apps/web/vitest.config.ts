import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Files that want modules nobody has used before: they replace what a module takes when it is loaded. */
export const ownModules = [
  'src/features/api-testing/api/run-events.test.tsx',
  'src/features/api-testing/components/editor/script-editor.test.tsx',
  'src/app/create/create-dialog.test.tsx',
  'src/features/api-testing/pages/insights.page.test.tsx',
  'src/features/api-testing/pages/linked-specifications.page.test.tsx',
  'src/features/api-testing/pages/viewer.page.test.tsx',
  'src/features/feature-flags/pages/flags.page.test.tsx',
  'src/features/flows/api/live-flow-run.test.tsx',
  'src/features/flows/components/workbench/workbench.test.tsx',
  'src/features/identity/pages/activation.test.tsx',
  'src/features/identity/pages/outbox.page.test.tsx',
  'src/features/identity/pages/security.page.test.tsx',
  'src/features/notifications/api/live-unread.test.tsx',
  'src/features/onboarding/components/first-steps.test.tsx',
  'src/features/organizations/components/plan-dialog.test.tsx',
  'src/features/service-virtualization/components/nodes/node-settings.test.tsx',
  'src/features/service-virtualization/components/editor/asset-editor.test.tsx',
  'src/features/service-virtualization/pages/journal.page.test.tsx',
  'src/features/service-virtualization/pages/state.page.test.tsx',
  'src/features/web-testing/components/steps/text-view.test.tsx',
];

export default defineConfig({
  plugins: [react()],
  test: {
    name: 'web',
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
    include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts'],
    exclude: ['**/node_modules/**', ...ownModules],
    setupFiles: ['src/shared/testing/setup.ts'],
    css: false,
    // As in the configuration of the repository: files of all projects are run by the same number of workers.
    maxWorkers: 3,
    pool: 'forks',
    // A worker loads each module once.
    isolate: false,
    testTimeout: 60_000,
    retry: process.env.CI ? 1 : 0,
  },
});
