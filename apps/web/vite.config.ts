import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bootScript } from './build/boot-script.ts';
import { featureCheck } from './build/feature-check.ts';
import { firstLoad } from './build/first-load.ts';
import { leanRoutes } from './build/lean-routes.ts';
import { neededBy } from './build/needed-by.ts';

const server = process.env.TOUCHSTONE_SERVER ?? 'http://127.0.0.1:7700';
const proxied = ['/services', '/sample', '/docs', '/openapi.json'];

const editorPages = /pages.(suite-editor|request)\.page/;
/** With what comes right after the first draw: it shall not bring what all other pages share. */
const editorParts = /pages.(suite-editor|request)\.page|components.(people-here|comments-button|comment-mark)\./;

export default defineConfig({
  plugins: [react(), bootScript(), featureCheck(), leanRoutes(), firstLoad()],
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(proxied.map((path) => [path, { target: server }])),
  },
  build: {
    target: 'es2023',
    // The content security policy allows neither data: fonts nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // Left alone, what pages share becomes a hundred small files, and each costs a request. A module is in the
        // first group that fits, with all that it imports.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 5 },
            // The sign-in page and the shell need these; the sign-in page shall not load the shell.
            {
              name: 'kit',
              test: /toast-host|mantine.*components.(TextInput|PasswordInput|Button|Alert).|ui.brand-mark/,
              priority: 4,
            },
            { name: 'sign-in', test: /pages.login\.page/, priority: 3.5 },
            {
              name: 'shell',
              test: /app.inside|shell.app-shell|features.[^/\\]+.frame\.ts|pages.dashboard\.page/,
              priority: 3,
            },
            // The first pages do without it.
            { name: 'schemas', test: /node_modules.zod/, priority: 2 },
            // What several pages share: what the editor needs, and the rest.
            { name: neededBy(editorParts, { yes: 'common', no: 'shared' }), minShareCount: 4, priority: 1 },
            { name: 'editor', test: editorPages, priority: 0.5 },
          ],
        },
      },
    },
  },
});
