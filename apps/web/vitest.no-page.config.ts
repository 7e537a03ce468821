import { defineConfig } from 'vitest/config';
import web, { withoutPage } from './vitest.config.ts';

export default defineConfig({
  ...web,
  test: { ...web.test, ...withoutPage, name: 'web, no page', environment: 'node', setupFiles: [] },
});
