import { defineConfig } from 'vitest/config';
import web, { ownModules } from './vitest.config.ts';

export default defineConfig({
  ...web,
  test: { ...web.test, name: 'web, own modules', include: ownModules, exclude: [], isolate: true },
});
