import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Files that replace a module, or need one in its first state: another file of the worker may have loaded it already. */
export const ownModules = [
  'src/app/create/create-dialog.test.tsx',
  'src/features/identity/pages/activation.test.tsx',
  'src/features/identity/pages/security.page.test.tsx',
  'src/features/flows/api/live-flow-run.test.tsx',
  'src/features/onboarding/components/first-steps.test.tsx',
  'src/features/runs/api/live-run.test.tsx',
  'src/features/service-virtualization/components/nodes/node-settings.test.tsx',
  'src/features/service-virtualization/components/editor/asset-editor.test.tsx',
  'src/features/service-virtualization/pages/journal.page.test.tsx',
  'src/features/service-virtualization/pages/state.page.test.tsx',
  'src/features/web-testing/components/steps/text-view.test.tsx',
];

/** Files without JSX that need a page all the same. */
const needPage = [
  'src/app/focus/follow-navigation.test.ts',
  'src/app/focus/panes.test.ts',
  'src/app/tours/tour-run.test.ts',
  'src/app/tours/tours.test.ts',
  'src/features/api-testing/model/editor/body-text.test.ts',
  'src/features/api-testing/model/tabs/kept-tabs.test.ts',
  'src/features/api-testing/model/tabs/send-history.test.ts',
  'src/features/api-testing/model/work-tours.test.ts',
  'src/features/dashboard/model/dashboard-tours.test.ts',
  'src/features/identity/model/identity-tours.test.ts',
  'src/features/identity/model/own-session.test.ts',
  'src/features/identity/model/sign-in.test.ts',
  'src/features/organizations/model/organization-tours.test.ts',
  'src/features/service-store/model/store-tours.test.ts',
  'src/features/subscription/model/licence-tours.test.ts',
  'src/features/user-management/model/account-tours.test.ts',
  'src/shared/api.test.ts',
  'src/shared/organization/chosen-organization.test.ts',
  'src/shared/session/early/early-calls.test.ts',
  'src/ui/cut-text.test.ts',
];

/** Rules and paths, which need no page: making one for each of their files would cost more than the tests. */
export const withoutPage = {
  include: ['src/**/*.test.ts', 'build/**/*.test.ts'],
  exclude: ['**/node_modules/**', ...needPage],
};

export default defineConfig({
  plugins: [react()],
  test: {
    name: 'web',
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
    include: ['src/**/*.test.tsx', ...needPage],
    exclude: ['**/node_modules/**', ...ownModules],
    setupFiles: ['src/shared/testing/setup.ts'],
    css: false,
    // As in the configuration of the repository: files of all projects are run by the same number of workers.
    maxWorkers: 3,
    pool: 'forks',
    // A worker loads each module once.
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
    retry: process.env.CI ? 1 : 0,
  },
});
